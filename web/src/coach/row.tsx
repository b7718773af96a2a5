/* row.tsx - the row of the chart for a hand, with the value of every choice against every up card. The dealer's present
 * up card comes first; the others follow as they are worked out. */
import { useEffect, useState } from "preact/hooks";
import { message } from "../words/catalogue";
import { decimal } from "../words/numbers";
import { actionWord } from "../words/pays";
import type { Situation } from "./decisions";
import { priced, type Priced } from "./price";

const UPS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"];
const rankOf = (card: string) => ("JQK".includes(card[0]) ? "T" : card[0]);

function useRow(of: Situation): Record<string, Priced> {
    const [row, setRow] = useState<Record<string, Priced>>({});
    useEffect(() => {
        let wanted = true;
        const own = rankOf(of.up[0]);
        const ask = async () => {
            for (const up of [own, ...UPS.filter((one) => one !== own)]) {
                const answer = wanted && (await priced({ ...of, up: [up === own ? of.up[0] : `${up}s`] }));
                if (answer && wanted) setRow((now) => ({ ...now, [up]: answer }));
            }
        };
        void ask();
        return () => void (wanted = false);
    }, [of.cards.join(), of.up.join(), of.kind, of.seen, of.hands]);
    return row;
}

export function ChartRow({ of }: { of: Situation }) {
    const row = useRow(of);
    const own = rankOf(of.up[0]);
    const words = ["stand", "hit", "double", "split", "surrender"].filter((word) =>
        of.legal.some((l) => l.do === word),
    );
    const cell = (word: string, up: string) => row[up]?.actions.find((action) => action.action === word);
    return (
        <div class="chart-row" role="region" tabIndex={0} aria-label={message("COACH_ROW")}>
            <table>
                <thead>
                    <tr>
                        <th scope="col">
                            <span class="unseen">{message("COACH_CHOICE")}</span>
                        </th>
                        {UPS.map((up) => (
                            <th key={up} scope="col" class={up === own ? "is-own" : ""}>
                                {up === "T" ? "10" : up}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {words.map((word) => (
                        <tr key={word}>
                            <th scope="row">{actionWord(word)}</th>
                            {UPS.map((up) => {
                                const found = cell(word, up);
                                const best = found && row[up].best.action === word;
                                return (
                                    <td
                                        key={up}
                                        class={`${up === own ? "is-own" : ""} ${best ? "is-best" : ""}`}
                                        data-best={best || undefined}
                                    >
                                        {found ? decimal(found.value, 2) : "…"}
                                    </td>
                                );
                            })}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

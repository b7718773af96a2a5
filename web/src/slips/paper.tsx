/* paper.tsx - a slip as it is printed and signed: opener, fill, credit, closer, counted drop, jackpot. */
import { useEffect } from "preact/hooks";
import type { SlipRow } from "../net/protocol";
import { dollars } from "../table/money";
import { countRows } from "./chips";
import type { Names } from "./names";

export const KINDS: Record<string, string> = {
    opener: "Opener",
    fill: "Fill",
    credit: "Credit",
    closer: "Closer",
    drop: "Drop and count",
    jackpot: "Jackpot",
};

/* Opener and closer are the two halves of the table inventory slip. */
const TITLES: Record<string, string> = {
    opener: "Table inventory slip: opener",
    fill: "Fill slip",
    credit: "Credit slip",
    closer: "Table inventory slip: closer",
    drop: "Drop and count report",
    jackpot: "Jackpot slip",
};

const SIGNS: Record<string, string[]> = {
    opener: ["Supervisor", "Dealer"],
    fill: ["Cage", "Runner", "Supervisor", "Dealer"],
    credit: ["Cage", "Runner", "Supervisor", "Dealer"],
    closer: ["Supervisor", "Second person", "Dealer"],
    drop: ["Counter", "Second counter"],
    jackpot: ["Supervisor", "Cashier", "Player"],
};

export const overShort = (cents: number): string =>
    cents === 0 ? "as the books say" : `${dollars(Math.abs(cents))} ${cents > 0 ? "over" : "short"}`;

/* What the cashier must not forget when a jackpot is paid: the form, and the tax that is withheld. */
export function TaxReminder({ slip }: { slip: SlipRow }) {
    if (!slip.form) return <p>No tax form is due for this win.</p>;
    const withheld = slip.federal_cents || slip.state_cents;
    return (
        <p class="bad">
            <b>Form W-2G is due</b>: the win reaches {dollars(slip.threshold_cents)}, the sum of its year.{" "}
            {withheld
                ? `Withhold ${dollars(slip.federal_cents)} federal${slip.state_cents ? ` and ${dollars(slip.state_cents)} state` : ""} tax.`
                : "No tax is withheld."}{" "}
            Without a taxpayer number of the winner, withhold {dollars(slip.backup_cents)}.
        </p>
    );
}

function facts(slip: SlipRow, names: Names): [string, string][] {
    const who = (id = "") => names[id] ?? id;
    const rows: [string, string | undefined | false][] = [
        ["Gaming day", `${slip.day}, shift ${slip.shift}`],
        ["Table", `${slip.title || slip.table} (${slip.table}), ${slip.money} money`],
        ["Time", new Date(slip.time_ms).toLocaleString()],
        ["Amount", dollars(slip.cents)],
        ["Books", (slip.kind === "closer" || slip.kind === "drop") && dollars(slip.book_cents)],
        ["Player", who(slip.person)],
        ["Wager", slip.wager && `${slip.wager}, box ${slip.box}`],
        ["From the meter", slip.kind === "jackpot" && dollars(slip.meter_cents)],
        ["Called by", who(slip.called)],
        ["Confirmed by", who(slip.confirmed)],
        [slip.kind === "jackpot" ? "Paid by" : "By", who(slip.by)],
        ["Approved by", who(slip.approved)],
        ["Filed by", slip.filed_by && `${who(slip.filed_by)}, ${new Date(slip.filed!).toLocaleString()}`],
        ["Record", `${slip.seq} of table ${slip.table}${slip.slip ? `, slip ${slip.slip} of the table` : ""}`],
    ];
    return rows.filter((row): row is [string, string] => Boolean(row[1]));
}

export function Paper({ slip, names, onDone }: { slip: SlipRow; names: Names; onDone: () => void }) {
    useEffect(() => {
        const away = () => onDone();
        addEventListener("afterprint", away);
        print();
        return () => removeEventListener("afterprint", away);
    }, [slip]);
    const counted = countRows(slip.chips);
    return (
        <section class="receipt is-printed panel" aria-label="Slip">
            <h2>
                {TITLES[slip.kind]} {slip.number}
            </h2>
            <dl class="facts">
                {facts(slip, names).map(([name, value]) => (
                    <>
                        <dt>{name}</dt>
                        <dd>{value}</dd>
                    </>
                ))}
            </dl>
            {slip.difference_cents !== 0 && <p class="bad">{overShort(slip.difference_cents)}</p>}
            {counted.length > 0 && (
                <table>
                    <thead>
                        <tr>
                            <th scope="col">Denomination</th>
                            <th scope="col">Number</th>
                            <th scope="col">Amount</th>
                        </tr>
                    </thead>
                    <tbody>
                        {counted.map(([chip, number, amount]) => (
                            <tr key={chip}>
                                <td class="num">{chip}</td>
                                <td class="num">{number}</td>
                                <td class="num">{amount}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            {slip.kind === "jackpot" && <TaxReminder slip={slip} />}
            <ul class="signs">
                {SIGNS[slip.kind].map((role) => (
                    <li key={role}>{role}</li>
                ))}
            </ul>
        </section>
    );
}

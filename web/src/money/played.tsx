/* played.tsx - the rounds that the player has played, as the house has them: newest first, page by page. Each links to
 * its hand. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "../net/api";
import type { PlayedRounds } from "../net/protocol";
import { HouseSays } from "../parts/house-says";
import { dollars } from "../table/money";
import { moneyName, timeText } from "./rows";
import { message } from "../words/catalogue";

const PAGE = 25;

function Rounds({ rounds }: { rounds: PlayedRounds["rounds"] }) {
    return (
        <table class="statement">
            <thead>
                <tr>
                    <th scope="col">{message("HISTORY_WHEN")}</th>
                    <th scope="col">{message("PLAYED_ROUND")}</th>
                    <th scope="col" class="num">
                        {message("PLAYED_STAKED")}
                    </th>
                    <th scope="col" class="num">
                        {message("PLAYED_RESULT")}
                    </th>
                </tr>
            </thead>
            <tbody>
                {rounds.map((r) => (
                    <tr key={`${r.table} ${r.round}`}>
                        <td data-name={message("HISTORY_WHEN")}>{timeText(r.time_ms)}</td>
                        <td data-name={message("PLAYED_ROUND")}>
                            <a href={`/hand/${r.table}/${r.round}`}>
                                {message("PLAYED_ROUND_AT", {
                                    round: r.round,
                                    table: r.table,
                                    money: moneyName(r.money),
                                })}
                            </a>
                        </td>
                        <td class="num" data-name={message("PLAYED_STAKED")}>
                            {dollars(r.stake_cents)}
                        </td>
                        <td class={`num ${r.net_cents > 0 ? "is-win" : ""}`} data-name={message("PLAYED_RESULT")}>
                            {dollars(r.net_cents, true)}
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/* `starts` holds the beginning of each page that was shown so far. */
export function Played({ fresh }: { fresh: number }) {
    const [starts, setStarts] = useState<string[]>([""]);
    const [found, setFound] = useState<PlayedRounds | null>(null);
    const [why, setWhy] = useState("");
    const after = starts[starts.length - 1];
    useEffect(() => {
        let asked = true;
        void ask<PlayedRounds>("rounds", { limit: PAGE, ...(after ? { after } : {}) }).then((answer) => {
            if (!asked) return;
            setWhy(answer.ok ? "" : answer.why);
            if (answer.ok) setFound(answer);
        });
        return () => void (asked = false);
    }, [after, fresh]);
    return (
        <section class="panel" aria-labelledby="played-title">
            <h2 id="played-title">{message("PLAYED_MY_ROUNDS")}</h2>
            <HouseSays said={why ? { text: why, bad: true } : null} />
            {found?.rounds.length === 0 && <p class="dim">{message("PLAYED_NONE_YET")}</p>}
            {!!found?.rounds.length && <Rounds rounds={found.rounds} />}
            {(starts.length > 1 || found?.next) && (
                <nav class="row pages" aria-label={message("PLAYED_PAGES")}>
                    <button
                        type="button"
                        class="tool"
                        disabled={starts.length === 1}
                        onClick={() => setStarts(starts.slice(0, -1))}
                    >
                        {message("HISTORY_NEWER")}
                    </button>
                    <button
                        type="button"
                        class="tool"
                        disabled={!found?.next}
                        onClick={() => setStarts([...starts, found!.next!])}
                    >
                        {message("HISTORY_OLDER")}
                    </button>
                </nav>
            )}
        </section>
    );
}

/* history.tsx - the lines of a wallet, newest first, page by page. Players ask for their own, staff for any player's. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "../net/api";
import { HouseSays } from "../parts/house-says";
import { dollars } from "../table/money";
import { timeText, type Money, type Statement, type StatementLine } from "./rows";
import { message } from "../words/catalogue";
import { rich } from "../words/rich";

const PAGE = 25;

const REASONS: Record<string, string> = {
    "buy-in": "HISTORY_CHIPS_BOUGHT",
    "cash-out": "HISTORY_CHIPS_GIVEN_BACK",
    "play money": "RAIL_NEW_PLAY_MONEY",
    "play-money": "RAIL_NEW_PLAY_MONEY",
    deposit: "HISTORY_PAID_IN_AT_CAGE",
    withdrawal: "HISTORY_PAID_OUT_AT_THE",
};

function Why({ line }: { line: StatementLine }) {
    const table = line.stream.startsWith("table/") ? line.stream.slice(6) : "";
    const reason = line.reason ?? "";
    const key = REASONS[reason] ?? (reason ? "" : "HISTORY_OPENED");
    const what = key ? message(key) : reason[0].toUpperCase() + reason.slice(1);
    return (
        <>
            {what}
            {table && <> {rich("HISTORY_AT", { link: <a href={`/table/${table}`}>{table}</a> })}</>}
        </>
    );
}

function Lines({ lines }: { lines: StatementLine[] }) {
    return (
        <table class="statement">
            <thead>
                <tr>
                    <th scope="col">{message("HISTORY_WHEN")}</th>
                    <th scope="col">{message("HISTORY_WHAT")}</th>
                    <th scope="col" class="num">
                        {message("HISTORY_AMOUNT")}
                    </th>
                    <th scope="col" class="num">
                        {message("HISTORY_THEN_IN_THE_WALLET")}
                    </th>
                </tr>
            </thead>
            <tbody>
                {lines.map((line) => (
                    <tr key={line.line}>
                        <td data-name={message("HISTORY_WHEN")}>{line.time_ms ? timeText(line.time_ms) : ""}</td>
                        <td data-name={message("HISTORY_WHAT")}>
                            <Why line={line} />
                        </td>
                        <td class={`num ${line.cents > 0 ? "is-win" : ""}`} data-name={message("HISTORY_AMOUNT")}>
                            {dollars(line.cents, true)}
                        </td>
                        <td class="num" data-name={message("HISTORY_THEN")}>
                            {dollars(line.balance_cents)}
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/* Page 0 is the newest; `fresh` changes when money has moved. */
export function History({ money, person, fresh }: { money: Money; person?: string; fresh: number }) {
    const [page, setPage] = useState(0);
    const [found, setFound] = useState<Statement | null>(null);
    const [why, setWhy] = useState("");
    useEffect(() => setPage(0), [money, person]);
    useEffect(() => {
        let asked = true;
        const load = async () => {
            const of = { money, ...(person ? { person } : {}) };
            const word = person ? "statement" : "wallet";
            const last = await ask<Statement>(word, of);
            if (!asked) return;
            if (!last.ok) return setWhy(last.why);
            const from = Math.max(1, last.lines - (page + 1) * PAGE + 1),
                to = last.lines - page * PAGE;
            const there = last.statement.length > 0 && last.statement[0].line <= from;
            const answer = there ? last : await ask<Statement>(word, { ...of, from });
            if (!asked) return;
            if (!answer.ok) return setWhy(answer.why);
            setWhy("");
            setFound({
                ...answer,
                lines: last.lines,
                statement: answer.statement.filter((line) => line.line >= from && line.line <= to).reverse(),
            });
            return undefined;
        };
        void load();
        return () => void (asked = false);
    }, [money, person, page, fresh]);
    const pages = Math.max(1, Math.ceil((found?.lines ?? 0) / PAGE));
    return (
        <>
            <HouseSays said={why ? { text: why, bad: true } : null} />
            {!found && !why && <p class="dim">{message("HISTORY_READING_THE_LINES")}</p>}
            {found?.lines === 0 && <p class="dim">{message("HISTORY_NOTHING_HAS_MOVED_YET")}</p>}
            {!!found?.statement.length && <Lines lines={found.statement} />}
            {pages > 1 && (
                <nav class="row pages" aria-label={message("HISTORY_PAGES_OF_THE_HISTORY")}>
                    <button type="button" class="tool" disabled={page === 0} onClick={() => setPage(page - 1)}>
                        {message("HISTORY_NEWER")}
                    </button>
                    <span role="status">{message("HISTORY_PAGE_OF", { page: page + 1, pages })}</span>
                    <button type="button" class="tool" disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
                        {message("HISTORY_OLDER")}
                    </button>
                </nav>
            )}
        </>
    );
}

/* history.tsx - the lines of a wallet, newest first, page by page. Players ask for their own, staff for any player's. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "../net/api";
import { HouseSays } from "../parts/house-says";
import { dollars } from "../table/money";
import { timeText, type Money, type Statement, type StatementLine } from "./rows";

const PAGE = 25;

const REASONS: Record<string, string> = {
    "buy-in": "Chips bought",
    "cash-out": "Chips given back",
    "play-money": /* say:new-play-money */ "New play money",
    deposit: /* say:paid-in-at-cage */ "Paid in at the cage",
    withdrawal: "Paid out at the cage",
};

function Why({ line }: { line: StatementLine }) {
    const table = line.stream.startsWith("table/") ? line.stream.slice(6) : "";
    const reason = line.reason ?? "";
    return (
        <>
            {REASONS[reason] ?? (reason ? reason[0].toUpperCase() + reason.slice(1) : "Opened")}
            {table && (
                <>
                    {" "}
                    at <a href={`/table/${table}`}>{table}</a>
                </>
            )}
        </>
    );
}

function Lines({ lines }: { lines: StatementLine[] }) {
    return (
        <table class="statement">
            <thead>
                <tr>
                    <th scope="col">When</th>
                    <th scope="col">What</th>
                    <th scope="col" class="num">
                        Amount
                    </th>
                    <th scope="col" class="num">
                        Then in the wallet
                    </th>
                </tr>
            </thead>
            <tbody>
                {lines.map((line) => (
                    <tr key={line.line}>
                        <td data-name="When">{line.time_ms ? timeText(line.time_ms) : ""}</td>
                        <td data-name="What">
                            <Why line={line} />
                        </td>
                        <td class={`num ${line.cents > 0 ? "is-win" : ""}`} data-name="Amount">
                            {dollars(line.cents, true)}
                        </td>
                        <td class="num" data-name="Then">
                            {dollars(line.balance_cents)}
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/* Page 0 is the newest; `fresh` changes when something has moved. */
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
            {!found && !why && <p class="dim">Reading the lines…</p>}
            {found?.lines === 0 && <p class="dim">Nothing has moved yet.</p>}
            {!!found?.statement.length && <Lines lines={found.statement} />}
            {pages > 1 && (
                <nav class="row pages" aria-label="Pages of the history">
                    <button type="button" class="tool" disabled={page === 0} onClick={() => setPage(page - 1)}>
                        Newer
                    </button>
                    <span role="status">
                        Page {page + 1} of {pages}
                    </span>
                    <button type="button" class="tool" disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
                        {/* say:older */}Older
                    </button>
                </nav>
            )}
        </>
    );
}

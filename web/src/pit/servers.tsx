/* servers.tsx - the servers of the house: what each carries, and which one is to run a table. */
import { useEffect, useState } from "preact/hooks";
import { ask, post } from "../net/api";
import type { ServerRow, Servers as Answer } from "../net/protocol";
import { has, useSession } from "../parts/session";
import type { TableRow } from "./rows";

const READ_MS = 3000; /* the load of servers is in no record, so it is asked for */
const ALONE_MS = 30000; /* one server alone has nothing to show */

function Move({ tables, servers, onDone }: { tables: TableRow[]; servers: ServerRow[]; onDone: () => void }) {
    const [said, setSaid] = useState("");
    const submit = async (e: Event) => {
        e.preventDefault();
        const given = Object.fromEntries(new FormData(e.target as HTMLFormElement)) as Record<string, string>;
        const { table, server, reason } = given;
        const answer = await post("move-table", { table, reason, ...(server ? { server } : {}) });
        setSaid(
            !answer.ok
                ? answer.why
                : server
                  ? /* say:table-will-move */ `${table} goes to ${server} when its round is over.`
                  : `The servers decide about ${table} again.`,
        );
        if (answer.ok) onDone();
    };
    return (
        <form class="form move-table" onSubmit={submit}>
            <label>
                Move this table
                <select name="table">
                    {tables.map((row) => (
                        <option key={row.table} value={row.table}>
                            {row.table}
                        </option>
                    ))}
                </select>
            </label>
            <label>
                to
                <select name="server">
                    {servers
                        .filter((row) => !row.leaving)
                        .map((row) => (
                            <option key={row.server} value={row.server}>
                                {row.server}
                            </option>
                        ))}
                    <option value="">the server that the servers choose</option>
                </select>
            </label>
            <label>
                Reason
                <input name="reason" required />
            </label>
            <button type="submit" class="action action-main">
                <span>Move</span>
            </button>
            {said && <p role="status">{said}</p>}
        </form>
    );
}

/* One server alone has nothing to move. */
export function Servers({ tables }: { tables: TableRow[] }) {
    const { me } = useSession();
    const [found, setFound] = useState<Answer | null>(null);
    const read = async () => {
        const answer = await ask<Answer>("servers");
        if (answer.ok) setFound(answer);
    };
    useEffect(() => {
        void read();
    }, []);
    const alone = !found || found.servers.length < 2;
    useEffect(() => {
        const timer = setInterval(() => document.hidden || void read(), alone ? ALONE_MS : READ_MS);
        return () => clearInterval(timer);
    }, [alone]);
    if (alone) return null;
    return (
        <section class="panel servers" aria-labelledby="servers-title">
            <h2 id="servers-title">Servers</h2>
            <div class="scroll" tabIndex={0} role="region" aria-label="Servers of the house">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">Server</th>
                            <th scope="col" class="num">
                                Tables
                            </th>
                            <th scope="col" class="num">
                                Records a second
                            </th>
                            <th scope="col">State</th>
                        </tr>
                    </thead>
                    <tbody>
                        {found.servers.map((row) => (
                            <tr key={row.server} data-server={row.server}>
                                <td>{row.server}</td>
                                <td class="num">{row.tables}</td>
                                <td class="num">{row.records_per_s}</td>
                                <td>
                                    {row.leaving ? "is being stopped" : "runs"}
                                    {row.server === found.here ? ", answers this page" : ""}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            {has(me, "supervisor", "executive", "administrator") && tables.length > 0 && (
                <Move tables={tables} servers={found.servers} onDone={() => void read()} />
            )}
        </section>
    );
}

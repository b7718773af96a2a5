/* slips.tsx - trays and drop boxes counted by denomination, and the slips of a gaming day. */
import { useEffect, useState } from "preact/hooks";
import { ask, askPages } from "../net/api";
import type { ConfigAnswer, SlipRow } from "../net/protocol";
import { Again } from "../parts/again";
import { waitingApprovals } from "../parts/approvals";
import { Bar } from "../parts/bar";
import { useLook, useTitle } from "../parts/hooks";
import { has, useSession } from "../parts/session";
import { Stranger } from "../parts/stranger";
import type { Approval, TableRow } from "../pit/rows";
import { CountForm } from "../slips/count";
import { Jackpots } from "../slips/jackpots";
import { useNames } from "../slips/names";
import { KINDS, overShort, Paper } from "../slips/paper";
import { Waiting } from "../slips/waiting";
import { dollars } from "../table/money";

const SEES = ["supervisor", "executive", "cashier", "auditor", "surveillance"];
const COUNTS = ["supervisor", "executive", "cashier"];
const LOOK_MS = 3000;
const MOST = 5000;

function List({ slips, onPrint }: { slips: SlipRow[]; onPrint: (slip: SlipRow) => void }) {
    const names = useNames();
    if (!slips.length) return <p class="dim">No slip has been made on this day.</p>;
    return (
        <div class="scroll" tabIndex={0} role="region" aria-label="Slips">
            <table>
                <thead>
                    <tr>
                        {["Slip", "No.", "Table", "Time", "Amount", "Over or short", "By", "Approved", ""].map(
                            (head) => (
                                <th key={head} scope="col">
                                    {head}
                                </th>
                            ),
                        )}
                    </tr>
                </thead>
                <tbody>
                    {slips.map((slip) => (
                        <tr key={`${slip.table}/${slip.seq}/${slip.kind}`}>
                            <td>{KINDS[slip.kind]}</td>
                            <td class="num">{slip.number}</td>
                            <td>{slip.title || slip.table}</td>
                            <td>{new Date(slip.time_ms).toLocaleTimeString()}</td>
                            <td class="num">{dollars(slip.cents)}</td>
                            <td class={slip.difference_cents ? "num bad" : "num"}>
                                {slip.difference_cents ? overShort(slip.difference_cents) : ""}
                            </td>
                            <td title={slip.by}>{names[slip.by] ?? slip.by}</td>
                            <td title={slip.approved}>{names[slip.approved ?? ""] ?? slip.approved}</td>
                            <td>
                                <button
                                    type="button"
                                    class="tool"
                                    aria-label={`Print ${KINDS[slip.kind]} ${slip.number}`}
                                    onClick={() => onPrint(slip)}
                                >
                                    Print
                                </button>
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

type Found = { rows?: SlipRow[]; next?: string; day?: { date: string; now: string } };

export function SlipsPage() {
    const { me, ready } = useSession();
    const names = useNames();
    const [tables, setTables] = useState<TableRow[]>([]);
    const [approvals, setApprovals] = useState<Approval[]>([]);
    const [slips, setSlips] = useState<SlipRow[]>([]);
    const [open, setOpen] = useState<SlipRow[]>([]); /* jackpots of all days: they wait until they are filed */
    const [chips, setChips] = useState<number[]>([]);
    const [table, setTable] = useState("");
    const [day, setDay] = useState("now");
    const [date, setDate] = useState("");
    const [paper, setPaper] = useState<SlipRow | null>(null);
    const [stale, setStale] = useState(false);
    const [why, setWhy] = useState("");
    useTitle("Slips");
    const sees = has(me, ...SEES);
    const read = async () => {
        const [rows, waiting, found, jackpots] = await Promise.all([
            askPages<{ tables: TableRow[]; next?: string }>("tables", "tables", Infinity),
            waitingApprovals(),
            askPages<Found>("report-slips", "rows", MOST, { day }),
            askPages<Found>("report-slips", "rows", MOST, { kind: "jackpot" }),
        ]);
        const failed = [rows, waiting, found, jackpots].find((answer) => !answer.ok);
        if (rows.ok) setTables(rows.tables);
        if (waiting.ok) setApprovals(waiting.approvals);
        if (found.ok) {
            setSlips(found.rows ?? []);
            setDate(found.day?.date ?? "");
        }
        if (jackpots.ok) setOpen(jackpots.rows ?? []);
        setStale(failed !== undefined && !failed.ok && failed.status === 401);
        setWhy(failed && !failed.ok ? failed.why : "");
    };
    useEffect(() => {
        if (sees) void ask<ConfigAnswer>("config").then((answer) => answer.ok && setChips(answer.config.chips_cents));
    }, [sees]);
    useLook(read, LOOK_MS, sees, [day]);
    if (ready && !sees) return <Stranger bar="Slips" to="/slips" title="Slips are for supervisors and cashiers." />;
    const here = tables.filter((row) => row.here && row.status !== "closed");
    const row = here.find((one) => one.table === table) ?? here[0];
    return (
        <>
            <Bar title="Slips" />
            <main class="page slips">
                <h1 class="unseen">Slips</h1>
                {stale && <Again onDone={() => void read()} />}
                {why && !stale && (
                    <p role="alert" class="stale">
                        {why} What you see may be old.
                    </p>
                )}
                <Jackpots slips={open} names={names} onPrint={setPaper} onChange={() => void read()} />
                <Waiting list={approvals} tables={tables} names={names} onChange={() => void read()} />
                {has(me, ...COUNTS) && row && (
                    <section class="panel">
                        <h2>Count</h2>
                        <label class="field">
                            Table
                            <select name="table" value={row.table} onChange={(e) => setTable(e.currentTarget.value)}>
                                {here.map((one) => (
                                    <option key={one.table} value={one.table}>
                                        {one.title || one.table}, {one.money} money, {one.status}
                                    </option>
                                ))}
                            </select>
                        </label>
                        <CountForm
                            key={`${row.table} ${row.status}`}
                            row={row}
                            chips={chips}
                            onDone={() => void read()}
                        />
                    </section>
                )}
                <section class="panel">
                    <h2>Slips of the gaming day {date}</h2>
                    <div class="row">
                        <label class="field">
                            Gaming day
                            <input
                                type="date"
                                value={day === "now" ? date : day}
                                onChange={(e) => setDay(e.currentTarget.value || "now")}
                            />
                        </label>
                        <a class="button" href="/close">
                            Close of the day
                        </a>
                    </div>
                    <List slips={slips} onPrint={setPaper} />
                </section>
                {paper && <Paper slip={paper} names={names} onDone={() => setPaper(null)} />}
            </main>
        </>
    );
}

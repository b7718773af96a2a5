/* pit.tsx - the floor: tables at a glance, what waits for a second person, servers, new tables, reports. */
import { useEffect, useRef, useState } from "preact/hooks";
import { askPages, post } from "../net/api";
import { Bar } from "../parts/bar";
import { has, useSession } from "../parts/session";
import { Again } from "../parts/again";
import { Approvals, waitingApprovals } from "../parts/approvals";
import { More, SHOWN } from "../parts/more";
import { Stranger } from "../parts/stranger";
import { AlertSwitches, useAlerts } from "../pit/alert";
import { waitingDisputes, WaitingDisputes, type Dispute } from "../pit/disputes";
import { needsOf, RANK, sizeOf } from "../pit/needs";
import { usePushed } from "../pit/push";
import { Reports } from "../pit/reports";
import type { Alarm, Approval, TableRow, WinRow } from "../pit/rows";
import { Servers } from "../pit/servers";
import { PitCard, type Tile } from "../pit/tables";
import { dollars } from "../table/money";

function NewTable({ onDone }: { onDone: () => void }) {
    const [said, setSaid] = useState("");
    const submit = async (e: Event) => {
        e.preventDefault();
        const given = Object.fromEntries(new FormData(e.target as HTMLFormElement)) as Record<string, string>;
        const body: Record<string, unknown> = {
            table: given.table,
            rules: given.rules,
            dealing: given.dealing,
            money: given.money,
            title: given.title || given.table,
            practice: given.practice === "on",
        };
        if (given.settings) body.settings = given.settings;
        const answer = await post("open-table", body);
        setSaid(answer.ok ? "The table is founded. Open its tray next." : answer.why);
        if (answer.ok) onDone();
    };
    return (
        <details class="panel">
            <summary>Found a table</summary>
            <form class="form" onSubmit={submit}>
                <label>
                    Id, small letters and digits
                    <input name="table" required pattern="[a-z0-9\-]+" />
                </label>
                <label>
                    Title
                    <input name="title" />
                </label>
                <label>
                    Rules
                    <select name="rules">
                        {PROFILES.map((p) => (
                            <option key={p.name} value={p.name}>
                                {p.title}
                            </option>
                        ))}
                    </select>
                </label>
                <label>
                    Settings, such as decks=8 surrender=on
                    <input name="settings" />
                </label>
                <label>
                    Dealt
                    <select name="dealing">
                        <option value="virtual">by the program</option>
                        <option value="live">by a dealer</option>
                    </select>
                </label>
                <label>
                    Money
                    <select name="money">
                        <option value="play">play money</option>
                        <option value="real">real money</option>
                    </select>
                </label>
                <label class="row">
                    <input type="checkbox" name="practice" /> The coach may speak before a decision
                </label>
                <button type="submit" class="action action-main">
                    <span>Found it</span>
                </button>
            </form>
            {said && <p role="status">{said}</p>}
        </details>
    );
}

/* The alarm ends only once the books have been proved right, and by two people. */
function EndAlarm() {
    const [said, setSaid] = useState("");
    const submit = async (e: Event) => {
        e.preventDefault();
        const given = new FormData(e.target as HTMLFormElement);
        const answer = await post<{ waiting?: boolean }>("end-alarm", { reason: given.get("reason") });
        setSaid(!answer.ok ? answer.why : answer.waiting ? "A second person must approve this." : "Done.");
    };
    return (
        <form class="row" onSubmit={submit}>
            <label class="field">
                What was wrong, and how it was repaired
                <input name="reason" required size={40} />
            </label>
            <button type="submit" class="action action-main">
                <span>End the alarm</span>
            </button>
            {said && <p role="status">{said}</p>}
        </form>
    );
}

/* The books are wrong: the cage is closed, no chips are sold (docs/house/money.md). */
function AlarmNotice({ alarm }: { alarm: Alarm }) {
    const { me } = useSession();
    return (
        <section role="alert" class="stale">
            <h2>Alarm: the books are wrong</h2>
            <p>{alarm.what}.</p>
            <p>
                The cage is closed and no chips are sold since {new Date(alarm.since_ms).toLocaleString()}.
                {alarm.names.length > 0 && ` Frozen: ${alarm.names.join(", ")}.`}
            </p>
            <p>
                {alarm.proved
                    ? "The books are right again: an executive or administrator may end the alarm, and another must approve it."
                    : "Run lammer journal verify, repair the store, and wait for the next proof."}
            </p>
            {alarm.proved && has(me, "executive", "administrator") && <EndAlarm />}
        </section>
    );
}

const WIN_MS = 5000; /* between two reports of the win, which read the journal of the day */
const WIN_SHARE = 50; /* and at least so many times as long as the last one took */

/* The present shift of each table, for roles that read reports. A row of a later shift replaces an earlier one. */
async function readWins(): Promise<Map<string, WinRow>> {
    const answer = await askPages<{ rows: WinRow[]; next?: string }>("report-win", "rows", Infinity, { day: "now" });
    return new Map(answer.ok ? answer.rows.map((row) => [row.table, row]) : []);
}

/* The wins, read again when `key` changes. */
function useWins(on: boolean, key: string): Map<string, WinRow> {
    const [wins, setWins] = useState(new Map<string, WinRow>());
    const due = useRef(-Infinity);
    useEffect(() => {
        if (!on) return undefined;
        const read = async () => {
            const began = performance.now();
            due.current = Infinity; /* one report at a time */
            setWins(await readWins());
            const took = performance.now() - began;
            due.current = performance.now() + Math.max(WIN_MS, WIN_SHARE * took);
        };
        const wait = due.current === Infinity ? WIN_MS : due.current - performance.now();
        const timer = setTimeout(() => void read(), Math.max(0, wait));
        return () => clearTimeout(timer);
    }, [on, key]);
    return wins;
}

const sum = (rows: TableRow[], key: "tray_cents" | "drop_cents" | "players") =>
    rows.reduce((all, row) => all + (row[key] ?? 0), 0);

/* Play money is not the house's: it is never added to real money. */
function Kind({ money, tiles, onChange }: { money: string; tiles: Tile[]; onChange: () => void }) {
    const rows = tiles.map(({ row }) => row);
    const wins = tiles.reduce((all, { win }) => all + (win?.win_cents ?? 0), 0);
    if (!tiles.length) return null;
    return (
        <section class={`pit-kind is-${money}`} aria-label={`${money === "real" ? "Real" : "Play"} money`}>
            <div class="row lobby-title">
                <h2>{money === "real" ? "Real money" : "Play money"}</h2>
                <span class="dim">
                    {tiles.length} {tiles.length === 1 ? "table" : "tables"}, {sum(rows, "players")} players, trays{" "}
                    {dollars(sum(rows, "tray_cents"))}, drop {dollars(sum(rows, "drop_cents"))}, win of the shift{" "}
                    {dollars(wins, true)}
                </span>
            </div>
            <div class="pit-grid">
                {tiles.map((tile) => (
                    <PitCard key={tile.row.table} tile={tile} onChange={onChange} />
                ))}
            </div>
        </section>
    );
}

export function PitPage() {
    const { me, ready, wire } = useSession();
    const [rows, setRows] = useState<TableRow[] | null>(null);
    const [approvals, setApprovals] = useState<Approval[]>([]);
    const [disputes, setDisputes] = useState<Dispute[]>([]);
    const [alarm, setAlarm] = useState<Alarm | null>(null);
    const [most, setMost] = useState(SHOWN);
    const [next, setNext] = useState<string>();
    const [why, setWhy] = useState("");
    const [stale, setStale] = useState(false);
    const staff = has(me, "dealer", "supervisor", "executive", "cashier", "surveillance", "auditor", "administrator");
    const watches = has(me, "supervisor", "executive", "auditor", "surveillance");
    const read = async () => {
        const answer = await askPages<{ tables: TableRow[]; next?: string; alarm?: Alarm }>("tables", "tables", most);
        if (answer.ok) {
            setRows(answer.tables);
            setNext(answer.next);
            setAlarm(answer.alarm ?? null);
            setWhy("");
        } else {
            setWhy(answer.why);
        }
        setStale(!answer.ok && answer.status === 401);
        const waiting = await waitingApprovals();
        if (waiting.ok) setApprovals(waiting.approvals);
        setDisputes((await waitingDisputes()) ?? disputes);
    };
    usePushed(wire, staff, read, most);
    const rounds = (rows ?? []).map((row) => `${row.table} ${row.round} ${row.tray_cents} ${row.drop_cents}`);
    const wins = useWins(watches && rows !== null, rounds.join());
    const tiles = (rows ?? [])
        .map((row): Tile => {
            const own = disputes.filter((one) => one.table === row.table);
            const win = wins.get(row.table);
            const needs = needsOf(row, own, win);
            return { row, win, disputes: own, needs, size: sizeOf(row, needs) };
        })
        .sort((a, b) => RANK[a.size] - RANK[b.size]);
    const others = approvals
        .filter((one) => one.state === "waiting" && one.asker !== me?.person)
        .map((one) => ({ key: `approval ${one.approval}`, text: "An approval waits.", urgent: true }));
    useAlerts(
        rows && [
            ...tiles.flatMap(({ row, needs }) => needs.map((one) => ({ ...one, text: `${row.table}: ${one.text}` }))),
            ...others,
        ],
    );
    if (ready && !staff)
        return <Stranger bar="Pit" to="/pit" title={/* say:pit-for-staff */ "The pit is for staff."} />;
    return (
        <>
            <Bar title="Pit" />
            <main class="page broad">
                <h1 class="unseen">Pit</h1>
                {stale && (
                    <Again
                        onDone={() => {
                            setStale(false);
                            void read();
                        }}
                    />
                )}
                {why && !stale && (
                    <p role="alert" class="stale">
                        {why} What you see may be old.
                    </p>
                )}
                {alarm && <AlarmNotice alarm={alarm} />}
                {staff && <AlertSwitches />}
                <div class="pit-waits">
                    <Approvals list={approvals} onChange={() => void read()} />
                    <WaitingDisputes list={disputes} />
                </div>
                <Kind
                    money="real"
                    tiles={tiles.filter(({ row }) => row.money === "real")}
                    onChange={() => void read()}
                />
                <Kind
                    money="play"
                    tiles={tiles.filter(({ row }) => row.money !== "real")}
                    onChange={() => void read()}
                />
                <More next={next} onMore={() => setMost(most + SHOWN)} />
                <Servers tables={rows ?? []} />
                {has(me, "supervisor", "executive", "administrator") && <NewTable onDone={() => void read()} />}
                {has(me, "supervisor", "executive", "auditor", "surveillance", "cashier") && <Reports />}
            </main>
        </>
    );
}

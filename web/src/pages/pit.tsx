/* pit.tsx - the floor: tables at a glance, what waits for a second person, servers, new tables, people, reports. */
import { useEffect, useState } from "preact/hooks";
import { askPages, post } from "../net/api";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { has, useSession } from "../parts/session";
import { Again } from "../parts/again";
import { Approvals, waitingApprovals } from "../parts/approvals";
import { More, SHOWN } from "../parts/more";
import { waitingDisputes, WaitingDisputes, type Dispute } from "../pit/disputes";
import { Reports } from "../pit/reports";
import type { Alarm, Approval, TableRow } from "../pit/rows";
import { Servers } from "../pit/servers";
import { PitCard } from "../pit/tables";

const ROLES = ["player", "dealer", "supervisor", "executive", "cashier", "surveillance", "auditor", "administrator"];

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

function NewPerson() {
    const [said, setSaid] = useState("");
    const submit = async (e: Event) => {
        e.preventDefault();
        const given = new FormData(e.target as HTMLFormElement);
        const answer = await post<{ waiting?: boolean }>("create-person", {
            person: given.get("person"),
            login: given.get("login"),
            password: given.get("password"),
            roles: given.getAll("roles"),
            reason: "made in the pit",
        });
        setSaid(
            !answer.ok
                ? answer.why
                : answer.waiting
                  ? /* say:second-must-approve */ "A second person must approve this."
                  : "Done.",
        );
    };
    return (
        <details class="panel">
            <summary>{/* say:make-person */}Make a person</summary>
            <form class="form" onSubmit={submit}>
                <label>
                    Id in the journal, small letters and digits
                    <input name="person" required autocomplete="off" />
                </label>
                <label>
                    Sign-in name, only the person and administrators see it
                    <input name="login" required autocomplete="off" />
                </label>
                <label>
                    Password
                    <input name="password" type="password" required autocomplete="new-password" />
                </label>
                <fieldset>
                    <legend>Roles</legend>
                    {ROLES.map((role) => (
                        <label key={role} class="row">
                            <input type="checkbox" name="roles" value={role} /> {role}
                        </label>
                    ))}
                </fieldset>
                <button type="submit" class="action action-main">
                    <span>Make</span>
                </button>
            </form>
            {said && <p role="status">{said}</p>}
        </details>
    );
}

/* The books are wrong: the cage is closed, no chips are sold (docs/house/money.md). */
function AlarmNotice({ alarm }: { alarm: Alarm }) {
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
                    ? "The books are right again: an executive or administrator may end the alarm (end-alarm), and another must approve it."
                    : "Run lammer journal verify, repair the store, and wait for the next proof."}
            </p>
        </section>
    );
}

export function PitPage() {
    const { me, ready } = useSession();
    const [rows, setRows] = useState<TableRow[] | null>(null);
    const [approvals, setApprovals] = useState<Approval[]>([]);
    const [disputes, setDisputes] = useState<Dispute[]>([]);
    const [alarm, setAlarm] = useState<Alarm | null>(null);
    const [most, setMost] = useState(SHOWN);
    const [next, setNext] = useState<string>();
    const [why, setWhy] = useState("");
    const [stale, setStale] = useState(false);
    useTitle("Pit");
    const staff = has(me, "dealer", "supervisor", "executive", "cashier", "surveillance", "auditor", "administrator");
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
    useEffect(() => {
        if (!staff) return undefined;
        void read();
        const timer = setInterval(() => document.hidden || void read(), 3000);
        return () => clearInterval(timer);
    }, [staff, most]);
    if (ready && !staff) {
        return (
            <>
                <Bar title="Pit" />
                <main class="page narrow">
                    <h1>{/* say:pit-for-staff */}The pit is for staff.</h1>
                    <p>You are {me ? `signed in as ${me.roles.join(", ")}` : "not signed in"}.</p>
                    <p>
                        <a class="button" href="/sign-in?to=/pit">
                            Sign in
                        </a>
                    </p>
                </main>
            </>
        );
    }
    const disputed = (row: TableRow) => disputes.filter((one) => one.table === row.table).length;
    const first = (row: TableRow) =>
        row.awards || row.summoned || disputed(row) ? 0 : row.dealing === "live" ? 1 : (row.players ?? 0) > 0 ? 2 : 3;
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
                <Approvals list={approvals} onChange={() => void read()} />
                <WaitingDisputes list={disputes} />
                <h2 class="lobby-title">Tables</h2>
                <div class="pit-grid">
                    {rows
                        ?.slice()
                        .sort((a, b) => first(a) - first(b))
                        .map((row) => (
                            <PitCard key={row.table} row={row} disputes={disputed(row)} onChange={() => void read()} />
                        ))}
                </div>
                <More next={next} onMore={() => setMost(most + SHOWN)} />
                <Servers tables={rows ?? []} />
                {has(me, "supervisor", "executive", "administrator") && <NewTable onDone={() => void read()} />}
                {has(me, "administrator") && <NewPerson />}
                {has(me, "supervisor", "executive", "auditor", "surveillance", "cashier") && <Reports />}
            </main>
        </>
    );
}

/* pit.tsx - the floor: tables at a glance, what waits for a second person, new tables, people, reports. */
import { useEffect, useState } from "preact/hooks";
import { ask, post } from "../net/api";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { has, useSession } from "../parts/session";
import { dollars } from "../table/money";
import { Reports } from "../pit/reports";
import type { Approval, TableRow } from "../pit/rows";
import { PitCard } from "../pit/tables";

const ROLES = ["player", "dealer", "supervisor", "executive", "cashier", "surveillance", "auditor", "administrator"];

function Approvals({ list, onChange }: { list: Approval[]; onChange: () => void }) {
    const { me } = useSession();
    const [said, setSaid] = useState("");
    const answer = async (word: string, id: string) => {
        const reply = await post(word, { approval: id });
        setSaid(reply.ok ? "" : reply.why);
        onChange();
    };
    const waiting = list.filter((a) => a.state === undefined || a.state === "waiting");
    return (
        <section class={`panel ${waiting.length ? "needs" : ""}`}>
            <h2>Approvals</h2>
            {waiting.length === 0 && <p class="dim">Nothing waits.</p>}
            <ul class="decisions">
                {waiting.map((a) => {
                    const request = (a.request ?? a.body ?? {}) as Record<string, unknown>;
                    return (
                        <li key={a.approval}>
                            <span><b>{a.word.replace(/-/g, " ")}</b> by {a.asker}{request.table ? ` at ${String(request.table)}` : ""}{request.cents ? `, ${dollars(Number(request.cents))}` : ""}{request.reason ? `: ${String(request.reason)}` : ""}</span>
                            {a.asker === me?.person ? <span class="dim">Somebody else must approve your own request.</span>
                                : <span class="row"><button type="button" class="tool" onClick={() => void answer("approve", a.approval)}>Approve</button><button type="button" class="tool" onClick={() => void answer("decline", a.approval)}>Decline</button></span>}
                        </li>
                    );
                })}
            </ul>
            {said && <p role="alert">{said}</p>}
        </section>
    );
}

function NewTable({ onDone }: { onDone: () => void }) {
    const [said, setSaid] = useState("");
    const submit = async (e: Event) => {
        e.preventDefault();
        const given = Object.fromEntries(new FormData(e.target as HTMLFormElement)) as Record<string, string>;
        const body: Record<string, unknown> = { table: given.table, rules: given.rules, dealing: given.dealing, money: given.money, title: given.title || given.table, practice: given.practice === "on" };
        if (given.settings) body.settings = given.settings;
        const answer = await post("open-table", body);
        setSaid(answer.ok ? "The table is founded. Open its tray next." : answer.why);
        if (answer.ok) onDone();
    };
    return (
        <details class="panel">
            <summary>Found a table</summary>
            <form class="form" onSubmit={submit}>
                <label>Id, small letters and digits<input name="table" required pattern="[a-z0-9\-]+" /></label>
                <label>Title<input name="title" /></label>
                <label>Rules<select name="rules">{PROFILES.map((p) => <option key={p.name} value={p.name}>{p.title}</option>)}</select></label>
                <label>Settings, such as decks=8 surrender=on<input name="settings" /></label>
                <label>Dealt<select name="dealing"><option value="virtual">by the program</option><option value="live">by a dealer</option></select></label>
                <label>Money<select name="money"><option value="play">play money</option><option value="real">real money</option></select></label>
                <label class="row"><input type="checkbox" name="practice" /> The coach may speak before a decision</label>
                <button type="submit" class="action action-main"><span>Found it</span></button>
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
        const answer = await post("create-person", { person: given.get("person"), password: given.get("password"), roles: given.getAll("roles"), reason: "made in the pit" });
        setSaid(answer.ok ? "Done." : answer.why);
    };
    return (
        <details class="panel">
            <summary>Make a person</summary>
            <form class="form" onSubmit={submit}>
                <label>Id, small letters and digits<input name="person" required autocomplete="off" /></label>
                <label>Password<input name="password" type="password" required autocomplete="new-password" /></label>
                <fieldset><legend>Roles</legend>{ROLES.map((role) => <label key={role} class="row"><input type="checkbox" name="roles" value={role} /> {role}</label>)}</fieldset>
                <button type="submit" class="action action-main"><span>Make</span></button>
            </form>
            {said && <p role="status">{said}</p>}
        </details>
    );
}

/* Staff that did nothing for a while says the password again; nothing else is lost. */
function Again({ onDone }: { onDone: () => void }) {
    const [why, setWhy] = useState("");
    const submit = async (e: Event) => {
        e.preventDefault();
        const answer = await post("re-authenticate", Object.fromEntries(new FormData(e.target as HTMLFormElement)));
        if (answer.ok) onDone();
        else setWhy(answer.why);
    };
    return (
        <form class="form panel" onSubmit={submit}>
            <label>You were away. Your password again, please.<input name="password" type="password" autocomplete="current-password" required /></label>
            {why && <p role="alert">{why}</p>}
            <button type="submit" class="action action-main"><span>Go on</span></button>
        </form>
    );
}

export function PitPage() {
    const { me, ready } = useSession();
    const [rows, setRows] = useState<TableRow[] | null>(null);
    const [approvals, setApprovals] = useState<Approval[]>([]);
    const [why, setWhy] = useState("");
    const [stale, setStale] = useState(false);
    useTitle("Pit");
    const staff = has(me, "dealer", "supervisor", "executive", "cashier", "surveillance", "auditor", "administrator");
    const read = async () => {
        const answer = await ask<{ tables: TableRow[] }>("tables");
        if (answer.ok) {
            setRows(answer.tables);
            setWhy("");
            setStale(false);
        } else {
            setWhy(answer.why);
            if (answer.status === 401 && rows) setStale(true);
        }
        const waiting = await post<{ approvals: Approval[] }>("approvals");
        if (waiting.ok) setApprovals(waiting.approvals);
    };
    useEffect(() => {
        if (!staff) return undefined;
        void read();
        const timer = setInterval(() => document.hidden || void read(), 3000);
        return () => clearInterval(timer);
    }, [staff]);
    if (ready && !staff) {
        return <><Bar title="Pit" /><main class="page narrow"><h1>The pit is for staff.</h1><p>You are {me ? `signed in as ${me.roles.join(", ")}` : "not signed in"}.</p><p><a class="button" href="/sign-in?to=/pit">Sign in</a></p></main></>;
    }
    const first = (row: TableRow) => (row.awards || row.summoned ? 0 : row.dealing === "live" ? 1 : (row.players ?? 0) > 0 ? 2 : 3);
    return (
        <>
            <Bar title="Pit" />
            <main class="page broad">
                <h1 class="unseen">Pit</h1>
                {stale && <Again onDone={() => { setStale(false); void read(); }} />}
                {why && !stale && <p role="alert" class="stale">{why} What you see may be old.</p>}
                <Approvals list={approvals} onChange={() => void read()} />
                <h2 class="lobby-title">Tables</h2>
                <div class="pit-grid">{rows?.slice().sort((a, b) => first(a) - first(b)).map((row) => <PitCard key={row.table} row={row} onChange={() => void read()} />)}</div>
                {has(me, "supervisor", "executive", "administrator") && <NewTable onDone={() => void read()} />}
                {has(me, "administrator") && <NewPerson />}
                {has(me, "supervisor", "executive", "auditor", "surveillance", "cashier") && <Reports />}
            </main>
        </>
    );
}

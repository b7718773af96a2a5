/* cage.tsx - the cashier's counter: a customer, what waits for a second person, the day's movements. */
import { useEffect, useState } from "preact/hooks";
import { Day } from "../cage/day";
import { Errands, useErrands } from "../cage/errands";
import type { Customer } from "../cage/rows";
import { VisitPanel } from "../cage/visit";
import { askPages } from "../net/api";
import type { People } from "../net/protocol";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { has, useSession } from "../parts/session";
import { Again } from "../parts/again";
import { Approvals, waitingApprovals } from "../parts/approvals";
import { Stranger } from "../parts/stranger";
import type { Approval } from "../pit/rows";

const SEES = ["cashier", "supervisor", "executive", "surveillance", "auditor"];
const LOOK_MS = 3000;
const LISTED = 50;
const MOVES_MS = 10000; /* other cashiers serve customers too */
const waitLine = (n: number) =>
    n === 1
        ? /* say:one-request-waits */ "One request waits for a second person."
        : `${n} requests wait for a second person.`;

/* The house has more people than a page can list: the list begins at the letters that were typed. */
function Choose({ onChoose }: { onChoose: (customer: Customer) => void }) {
    const [people, setPeople] = useState<Customer[]>([]);
    const [typed, setTyped] = useState("");
    useEffect(() => {
        let asked = true;
        const from = { role: "player", ...(typed ? { after: typed } : {}) };
        void askPages<People>("people", "people", LISTED, from).then((answer) => {
            if (!asked || !answer.ok) return;
            const fresh = new Set(answer.people.map((one) => one.person));
            setPeople((before) => [...answer.people, ...before.filter((one) => !fresh.has(one.person))]);
        });
        return () => void (asked = false);
    }, [typed]);
    const submit = (e: Event) => {
        e.preventDefault();
        const given = String(new FormData(e.target as HTMLFormElement).get("person") ?? "").trim(),
            person = given.toLowerCase();
        if (person)
            onChoose(
                people.find((one) => one.person === person || one.name === given) ?? {
                    person,
                    name: person,
                    roles: [],
                    password_by: "",
                    locked: false,
                    created_ms: 0,
                },
            );
    };
    return (
        <form class="panel row" onSubmit={submit} aria-label="Customer">
            <label class="field">
                Customer
                <input
                    name="person"
                    list="people"
                    onInput={(e) => setTyped(e.currentTarget.value.trim().toLowerCase())}
                    required
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck={false}
                />
            </label>
            <datalist id="people">
                {people.map((one) => (
                    <option key={one.person} value={one.person}>
                        {one.name}
                    </option>
                ))}
            </datalist>
            <button type="submit" class="action action-main">
                <span>{/* say:to-the-counter */}To the counter</span>
            </button>
        </form>
    );
}

export function CagePage() {
    const { me, ready, say } = useSession();
    const [approvals, setApprovals] = useState<Approval[]>([]);
    const [customer, setCustomer] = useState<Customer | null>(null);
    const [fresh, setFresh] = useState(0);
    const [stale, setStale] = useState(false);
    const [why, setWhy] = useState("");
    useTitle("Cage");
    const sees = has(me, ...SEES);
    const moved = () => {
        setFresh((n) => n + 1);
        void read();
    };
    const errands = useErrands(customer, moved);
    const busy = errands.list.some((errand) => !errand.said && errand.customer.person === customer?.person);
    const read = async () => {
        const waiting = await waitingApprovals();
        if (waiting.ok) setApprovals(waiting.approvals);
        setStale(!waiting.ok && waiting.status === 401);
        setWhy(waiting.ok ? "" : waiting.why);
    };
    useEffect(() => {
        if (!sees) return undefined;
        void read();
        const timers = [
            setInterval(() => document.hidden || void read(), LOOK_MS),
            setInterval(() => document.hidden || setFresh((n) => n + 1), MOVES_MS),
        ];
        return () => timers.forEach(clearInterval);
    }, [sees]);
    useEffect(() => {
        if (approvals.length) say(waitLine(approvals.length));
    }, [approvals.length]);
    if (ready && !sees)
        return (
            <Stranger bar="Cage" to="/cage" title={/* say:cage-for-cashiers */ "The cage is for cashiers."}>
                Your own money is on <a href="/account">your page</a>.
            </Stranger>
        );
    return (
        <>
            <Bar title="Cage" />
            <main class="page cage">
                <h1 class="unseen">Cage</h1>
                {stale && <Again onDone={moved} />}
                {why && !stale && (
                    <p role="alert" class="stale">
                        {why} What you see may be old.
                    </p>
                )}
                {approvals.length > 0 && (
                    <p class="stale">
                        <a class="on-dark" href="#approvals">
                            {waitLine(approvals.length)}
                        </a>
                    </p>
                )}
                <Choose onChoose={setCustomer} />
                <div class="counter">
                    <Errands list={errands.list} at={customer?.person ?? ""} onClose={errands.close} />
                    {customer && (
                        <VisitPanel
                            key={customer.person}
                            customer={customer}
                            busy={busy}
                            send={errands.send}
                            fresh={fresh}
                        />
                    )}
                </div>
                <Approvals list={approvals} onChange={moved} />
                <Day fresh={fresh} />
                <p class="dim">
                    Trays and drops of the tables are counted on the page of <a href="/slips">slips</a>, tokes in the{" "}
                    <a href="/pit">pit</a>. The day ends with its <a href="/close">close</a>.
                </p>
            </main>
        </>
    );
}

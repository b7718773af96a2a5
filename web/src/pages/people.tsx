/* people.tsx - the people of the house: roles, when they were last seen, lock, password, second factor. */
import { useEffect, useState } from "preact/hooks";
import { askPages } from "../net/api";
import type { People, PersonRow } from "../net/protocol";
import { Approvals, waitingApprovals } from "../parts/approvals";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { More, SHOWN } from "../parts/more";
import { has, useSession } from "../parts/session";
import { Stranger } from "../parts/stranger";
import { NewPerson } from "../people/new";
import { Person, ROLES } from "../people/person";
import type { Approval } from "../pit/rows";

export const LISTS_PEOPLE = ["administrator", "supervisor", "executive", "cashier", "surveillance", "auditor"];

/* What a person types is looked for in names, ids and sign-in names of those on the page. */
const matches = (row: PersonRow, wanted: string): boolean =>
    [row.name, row.person, row.login ?? ""].some((text) => text.toLowerCase().includes(wanted.toLowerCase()));

export function PeoplePage() {
    const { me, ready } = useSession();
    const may = has(me, ...LISTS_PEOPLE);
    const [rows, setRows] = useState<PersonRow[] | null>(null);
    const [approvals, setApprovals] = useState<Approval[]>([]);
    const [next, setNext] = useState<string>();
    const [most, setMost] = useState(SHOWN);
    const [role, setRole] = useState("");
    const [wanted, setWanted] = useState("");
    const [why, setWhy] = useState("");
    useTitle("People");
    const read = async () => {
        const answer = await askPages<People>("people", "people", most, role ? { role } : {});
        setWhy(answer.ok ? "" : answer.why);
        if (answer.ok) {
            setRows(answer.people);
            setNext(answer.next);
        }
        const waiting = await waitingApprovals();
        if (waiting.ok) setApprovals(waiting.approvals);
    };
    useEffect(() => {
        if (may) void read();
    }, [may, most, role]);
    const shown = (rows ?? []).filter((row) => matches(row, wanted));
    if (ready && !may) return <Stranger bar="People" to="/people" title="The list of people is for staff." />;
    return (
        <>
            <Bar title="People" />
            <main class="page">
                <h1 class="unseen">People</h1>
                {why && <p role="alert">{why}</p>}
                {may && (
                    <>
                        {approvals.length > 0 && <Approvals list={approvals} onChange={() => void read()} />}
                        <section class="panel" aria-label="List of people">
                            <div class="row people-find">
                                <label class="field">
                                    Name or id
                                    <input
                                        type="search"
                                        value={wanted}
                                        onInput={(e) => setWanted(e.currentTarget.value)}
                                    />
                                </label>
                                <label class="field">
                                    Role
                                    <select value={role} onChange={(e) => setRole(e.currentTarget.value)}>
                                        <option value="">all</option>
                                        {ROLES.map((one) => (
                                            <option key={one}>{one}</option>
                                        ))}
                                    </select>
                                </label>
                            </div>
                            <ul class="people">
                                {shown.map((row) => (
                                    <Person key={row.person} row={row} onChange={() => void read()} />
                                ))}
                            </ul>
                            {rows && shown.length === 0 && <p class="dim">There is no such person in this list.</p>}
                            <More next={next} onMore={() => setMost(most + SHOWN)} />
                        </section>
                        {has(me, "administrator") && <NewPerson onDone={() => void read()} />}
                    </>
                )}
            </main>
        </>
    );
}

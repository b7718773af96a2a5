/* person.tsx - one person in the list: who they are, when they were seen, and what an administrator does about them. */
import { useState } from "preact/hooks";
import { post, type Answer } from "../net/api";
import type { PersonRow } from "../net/protocol";
import { has, useSession } from "../parts/session";

export const ROLES = [
    "player",
    "dealer",
    "supervisor",
    "executive",
    "cashier",
    "surveillance",
    "auditor",
    "administrator",
];

const MINUTE = 60000;
const JUST_NOW = 10 * MINUTE; /* the house notes the time at most once in five minutes */

/* The house keeps the time roughly, so the page does not pretend to know seconds. */
export function seenText(ms: number | undefined, now = Date.now()): string {
    if (!ms) return "never";
    const minutes = Math.floor((now - ms) / MINUTE);
    if (now - ms < JUST_NOW) return "now";
    if (minutes < 60) return `${minutes} min ago`;
    return new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

export const saidOf = (answer: Answer<{ waiting?: boolean }>): string =>
    !answer.ok
        ? answer.why
        : answer.waiting
          ? /* say:second-must-approve */ "A second person must approve this."
          : "Done.";

/* A name may be in any script, from right to left too; the id is what the journal has. */
export function Name({ row }: { row: PersonRow }) {
    return (
        <>
            <bdi class="person-name">{row.name || row.person}</bdi>
            {row.name && row.name !== row.person && <span class="dim"> {row.person}</span>}
        </>
    );
}

type Act = "roles" | "password" | "factor" | "login";

const LABELS: Record<Act, string> = {
    roles: /* say:people-roles */ "Roles",
    password: /* say:people-password */ "Password",
    factor: "Remove the second factor",
    login: "Sign-in name",
};

const WORDS: Record<Act, string> = {
    roles: "set-roles",
    password: "set-password",
    factor: "drop-second-factor",
    login: "set-login",
};

function Fields({ act, row }: { act: Act; row: PersonRow }) {
    if (act === "roles")
        return (
            <fieldset class="row">
                <legend>Roles</legend>
                {ROLES.map((role) => (
                    <label key={role} class="row">
                        <input type="checkbox" name="roles" value={role} checked={row.roles.includes(role as never)} />{" "}
                        {role}
                    </label>
                ))}
            </fieldset>
        );
    if (act === "password")
        return (
            <label class="field">
                New password, which the person must replace before approving anything
                <input name="password" type="password" required autocomplete="new-password" />
            </label>
        );
    if (act === "login")
        return (
            <label class="field">
                New sign-in name, which only you and administrators see
                <input name="login" required autocomplete="username" />
            </label>
        );
    return <p>The person signs in without codes until they set up a new factor. Their sessions end.</p>;
}

function Form({ act, row, onDone }: { act: Act; row: PersonRow; onDone: (text: string) => void }) {
    const submit = async (e: Event) => {
        e.preventDefault();
        const given = new FormData(e.target as HTMLFormElement);
        const body: Record<string, unknown> = act === "login" ? {} : { person: row.person };
        for (const name of ["password", "login", "reason"]) if (given.has(name)) body[name] = given.get(name);
        if (act === "roles") body.roles = given.getAll("roles");
        onDone(saidOf(await post(WORDS[act], body)));
    };
    return (
        <form class="form" onSubmit={submit}>
            <Fields act={act} row={row} />
            {(act === "roles" || act === "factor") && (
                <label class="field">
                    Reason
                    <input name="reason" required />
                </label>
            )}
            <button type="submit" class="action action-main">
                <span>{LABELS[act]}</span>
            </button>
        </form>
    );
}

export function Person({ row, onChange }: { row: PersonRow; onChange: () => void }) {
    const { me } = useSession();
    const [act, setAct] = useState<Act | "">("");
    const [said, setSaid] = useState("");
    const own = row.person === me?.person;
    const done = (text: string) => {
        setSaid(text);
        setAct("");
        onChange();
    };
    /* In a hurry: the reason can be told afterwards, the session must end now. */
    const lock = async () => {
        const reason = row.locked ? "unlocked in the list of people" : "locked in the list of people";
        done(saidOf(await post(row.locked ? "unlock" : "lock", { person: row.person, reason })));
    };
    const acts: Act[] = own ? ["login"] : [];
    if (has(me, "administrator")) acts.push("roles");
    if (has(me, "administrator") && !own) acts.push("password");
    if (has(me, "administrator") && !own && row.second_factor) acts.push("factor");
    return (
        <li class={`person ${row.locked ? "is-locked" : ""}`} data-person={row.person}>
            <div class="person-who">
                <Name row={row} />
                <span class="dim person-roles">
                    {row.roles.join(", ")}
                    {row.second_factor ? ", second factor" : ""}
                    {row.password_by ? `, password set by ${row.password_by}` : ""}
                </span>
            </div>
            <span class="person-seen">
                <span class="dim">seen</span> {seenText(row.seen_ms)}
            </span>
            <div class="row person-acts">
                {acts.map((one) => (
                    <button
                        key={one}
                        type="button"
                        class="tool"
                        aria-expanded={act === one}
                        onClick={() => setAct(act === one ? "" : one)}
                    >
                        {LABELS[one]}
                    </button>
                ))}
                {has(me, "supervisor", "administrator") && !own && (
                    <button type="button" class="tool person-lock" onClick={() => void lock()}>
                        {row.locked ? /* say:people-unlock */ "Unlock" : /* say:people-lock */ "Lock"}
                    </button>
                )}
            </div>
            {act && <Form act={act} row={row} onDone={done} />}
            {said && <p role="status">{said}</p>}
        </li>
    );
}

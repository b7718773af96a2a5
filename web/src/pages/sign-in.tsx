/* sign-in.tsx - a name and a password; the first administrator comes with the token that the server printed. */
import { useState } from "preact/hooks";
import { post, type Me } from "../net/api";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { useSession } from "../parts/session";

const KINDS: Record<string, { title: string; button: string; word: string; fields: [name: string, label: string, type: string, complete: string][] }> = {
    in: { title: "Sign in", button: "Sign in", word: "sign-in", fields: [["person", "Name", "text", "username"], ["password", "Password", "password", "current-password"]] },
    new: { title: "Make an account", button: "Make it", word: "register", fields: [["person", "Name: small letters and digits", "text", "username"], ["password", "Password", "password", "new-password"]] },
    first: {
        title: "First administrator", button: "Begin", word: "first-administrator",
        fields: [["token", "Token that the server printed", "text", "off"], ["person", "Name: small letters and digits", "text", "username"], ["password", "Password", "password", "new-password"]],
    },
};

/* Where somebody works. */
function homeOf(roles: string[]): string {
    const staff = roles.filter((role) => !["guest", "player"].includes(role));
    return staff.length === 0 ? "/" : staff.every((role) => role === "cashier") ? "/cage" : "/pit";
}

export function SignInPage() {
    const { signedIn, go, me } = useSession();
    const asked = location.hash.slice(1);
    const [kind, setKind] = useState(KINDS[asked] ? asked : "in");
    const [why, setWhy] = useState("");
    const form = KINDS[kind];
    useTitle(form.title);
    const submit = async (e: Event) => {
        e.preventDefault();
        const body = Object.fromEntries(new FormData(e.target as HTMLFormElement));
        const answer = await post<Me>(form.word, body);
        if (!answer.ok) setWhy(answer.why);
        else {
            await signedIn(answer);
            go(new URLSearchParams(location.search).get("to") ?? homeOf(answer.roles ?? []));
        }
    };
    return (
        <>
            <Bar title={form.title} />
            <main class="page narrow">
                <h1>{form.title}</h1>
                {me && <p>You are signed in as {me.name || me.person}. Signing in again changes that.</p>}
                <form class="form" onSubmit={submit}>
                    {form.fields.map(([name, label, type, complete]) => (
                        <label key={kind + name}>{label}<input name={name} type={type} autocomplete={complete} required /></label>
                    ))}
                    {why && <p role="alert" class="bad">{why}</p>}
                    <button type="submit" class="action action-main"><span>{form.button}</span></button>
                </form>
                <p class="dim">
                    {Object.entries(KINDS).filter(([id]) => id !== kind).map(([id, other]) => <button key={id} type="button" class="quiet" onClick={() => { setKind(id); setWhy(""); }}>{other.title}</button>)}
                </p>
            </main>
        </>
    );
}

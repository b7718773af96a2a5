/* sign-in.tsx - a sign-in name and a password; tokens of the console make the first administrator or recover a person. */
import { useState } from "preact/hooks";
import { post, type Me } from "../net/api";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { useSession } from "../parts/session";

interface Field {
    name: string;
    label: string;
    type?: string;
    complete: string;
    note?: string;
    pattern?: string;
}
interface Kind {
    title: string;
    button: string;
    word: string;
    fields: Field[];
}

const ID = "[a-z][a-z0-9\\-]{1,30}";
const LOGIN: Field = { name: "login", label: "Sign-in name", complete: "username", pattern: ID };
const NEW_LOGIN: Field = { ...LOGIN, note: "Small letters, digits and -. Only you see it." };
const SEEN: Field = { name: "name", label: "Name at the table", complete: "nickname", note: "Other players see it." };
const PASSWORD: Field = { name: "password", label: "Password", type: "password", complete: "current-password" };
const NEW_PASSWORD: Field = { ...PASSWORD, complete: "new-password", note: "Eight characters or more." };
const TOKEN: Field = { name: "token", label: "Token that the server printed", complete: "off" };

const KINDS: Record<string, Kind> = {
    in: { title: "Sign in", button: "Sign in", word: "sign-in", fields: [LOGIN, PASSWORD] },
    new: {
        title: "Make an account",
        button: "Make the account",
        word: "register",
        fields: [NEW_LOGIN, SEEN, NEW_PASSWORD],
    },
    first: {
        title: "First administrator",
        button: "Begin",
        word: "first-administrator",
        fields: [
            TOKEN,
            {
                name: "person",
                label: "Id in the journal",
                complete: "off",
                pattern: ID,
                note: "Small letters, digits and -. Staff and reports use it.",
            },
            NEW_LOGIN,
            NEW_PASSWORD,
        ],
    },
    back: { title: "Set a new password", button: "Set it and sign in", word: "recover", fields: [TOKEN, NEW_PASSWORD] },
};

/* "#new" opens a form; "#back=TOKEN" opens it with the token filled in. */
function askedFor(): { kind: string; token: string } {
    const [kind, token = ""] = location.hash.slice(1).split("=");
    return { kind: KINDS[kind] ? kind : "in", token };
}

/* The page where these roles work. */
function homeOf(roles: string[]): string {
    const staff = roles.filter((role) => !["guest", "player"].includes(role));
    return staff.length === 0 ? "/" : staff.every((role) => role === "cashier") ? "/cage" : "/pit";
}

export function SignInPage() {
    const { signedIn, go, me } = useSession();
    const asked = askedFor();
    const [kind, setKind] = useState(asked.kind);
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
                    {form.fields.map((field) => (
                        <label key={kind + field.name}>
                            {field.label}
                            <input
                                name={field.name}
                                type={field.type ?? "text"}
                                autocomplete={field.complete}
                                pattern={field.pattern}
                                defaultValue={field === TOKEN ? asked.token : ""}
                                autocapitalize="none"
                                spellcheck={false}
                                required
                            />
                            {field.note && <span class="dim">{field.note}</span>}
                        </label>
                    ))}
                    {why && (
                        <p role="alert" class="bad">
                            {why}
                        </p>
                    )}
                    <button type="submit" class="action action-main">
                        <span>{form.button}</span>
                    </button>
                </form>
                <p class="dim">
                    {Object.entries(KINDS)
                        .filter(([id]) => id !== kind && id !== "back")
                        .map(([id, other]) => (
                            <button
                                key={id}
                                type="button"
                                class="quiet"
                                onClick={() => {
                                    setKind(id);
                                    setWhy("");
                                }}
                            >
                                {other.title}
                            </button>
                        ))}
                </p>
            </main>
        </>
    );
}

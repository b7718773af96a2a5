/* sign-in.tsx - a sign-in name and a password; tokens of the console make the first administrator or recover a person. */
import { useEffect, useState } from "preact/hooks";
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
        title: /* say:first-administrator */ "First administrator",
        button: "Become administrator",
        word: "first-administrator",
        fields: [
            TOKEN,
            {
                name: "person",
                label: "Name",
                complete: "username",
                pattern: ID,
                note: "Small letters, digits and -. You sign in with it; staff and reports see it.",
            },
            NEW_PASSWORD,
        ],
    },
    back: { title: "Set a new password", button: "Set it and sign in", word: "recover", fields: [TOKEN, NEW_PASSWORD] },
};

/* "#new" opens a form; "#first=TOKEN" and "#back=TOKEN" bring the token along. */
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
    const [asked, setAsked] = useState(askedFor);
    const [kind, setKind] = useState(asked.kind);
    const [why, setWhy] = useState("");
    const form = KINDS[kind];
    const token = kind === asked.kind ? asked.token : "";
    /* The token is removed from the address, and so from the history, as soon as it is read. If this page is already
     * open, opening the link changes only the part after #. */
    useEffect(() => {
        const forget = () => {
            if (location.hash.includes("=")) history.replaceState(null, "", location.pathname + location.search);
        };
        const follow = () => {
            const next = askedFor();
            setAsked(next);
            setKind(next.kind);
            setWhy("");
            forget();
        };
        forget();
        addEventListener("hashchange", follow);
        return () => removeEventListener("hashchange", follow);
    }, []);
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
                    {token && <input type="hidden" name="token" value={token} />}
                    {form.fields
                        .filter((field) => field !== TOKEN || !token)
                        .map((field) => (
                            <label key={kind + field.name}>
                                {field.label}
                                <input
                                    name={field.name}
                                    type={field.type ?? "text"}
                                    autocomplete={field.complete}
                                    pattern={field.pattern}
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

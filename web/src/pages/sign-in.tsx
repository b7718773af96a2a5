/* sign-in.tsx - a sign-in name and a password; tokens of the console make the first administrator or recover a person. */
import { useEffect, useState } from "preact/hooks";
import { post, type Me } from "../net/api";
import { Bar, nameOf } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { useSession } from "../parts/session";
import { message } from "../words/catalogue";

interface Field {
    name: string;
    label: string; /* the key of a message, like all words here */
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
const LOGIN: Field = { name: "login", label: "SIGN_IN_SIGN_IN_NAME", complete: "username", pattern: ID };
const NEW_LOGIN: Field = { ...LOGIN, note: "SIGN_IN_SMALL_LETTERS_DIGITS_AND" };
const SEEN: Field = {
    name: "name",
    label: "SIGN_IN_NAME_AT_THE_TABLE",
    complete: "nickname",
    note: "SIGN_IN_OTHER_PLAYERS_SEE_IT",
};
const PASSWORD: Field = { name: "password", label: "SIGN_IN_PASSWORD", type: "password", complete: "current-password" };
const NEW_PASSWORD: Field = { ...PASSWORD, complete: "new-password", note: "SIGN_IN_EIGHT_CHARACTERS_OR_MORE" };
/* Asked for once the password was right, of people who have a second factor. */
const CODE: Field = {
    name: "code",
    label: "SIGN_IN_CODE",
    complete: "one-time-code",
    note: "SIGN_IN_CODE_OR_RECOVERY",
};
const TOKEN: Field = { name: "token", label: "SIGN_IN_TOKEN_THAT_THE_SERVER", complete: "off" };

const KINDS: Record<string, Kind> = {
    in: { title: "BAR_SIGN_IN", button: "BAR_SIGN_IN", word: "sign-in", fields: [LOGIN, PASSWORD] },
    new: {
        title: "SIGN_IN_MAKE_AN_ACCOUNT",
        button: "SIGN_IN_MAKE_THE_ACCOUNT",
        word: "register",
        fields: [NEW_LOGIN, SEEN, NEW_PASSWORD],
    },
    first: {
        title: "SIGN_IN_FIRST_ADMINISTRATOR",
        button: "SIGN_IN_BECOME_ADMINISTRATOR",
        word: "first-administrator",
        fields: [
            TOKEN,
            {
                name: "person",
                label: "SIGN_IN_NAME",
                complete: "username",
                pattern: ID,
                note: "SIGN_IN_SMALL_LETTERS_DIGITS_AND_YOU",
            },
            NEW_PASSWORD,
        ],
    },
    back: {
        title: "SIGN_IN_SET_A_NEW_PASSWORD",
        button: "SIGN_IN_SET_IT_AND_SIGN",
        word: "recover",
        fields: [TOKEN, NEW_PASSWORD],
    },
};

/* "#new" opens a form; "#first=TOKEN" and "#back=TOKEN" also fill in the token. */
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
    const [coded, setCoded] = useState(false);
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
    useTitle(message(form.title));
    const submit = async (e: Event) => {
        e.preventDefault();
        const body = Object.fromEntries(new FormData(e.target as HTMLFormElement));
        const answer = await post<Me>(form.word, body);
        if (!answer.ok) {
            setCoded(coded || answer.id === "CODE_NEEDED");
            setWhy(answer.why);
        } else {
            await signedIn(answer);
            const home = new URLSearchParams(location.search).get("to") ?? homeOf(answer.roles ?? []);
            go(answer.second_factor === "due" ? "/account" : home);
        }
    };
    return (
        <>
            <Bar title={message(form.title)} />
            <main class="page narrow">
                <h1>{message(form.title)}</h1>
                {me && <p>{message("SIGN_IN_YOU_ARE_SIGNED_IN", { name: nameOf(me) })}</p>}
                <form class="form" onSubmit={submit}>
                    {token && <input type="hidden" name="token" value={token} />}
                    {[...form.fields, ...(coded && kind === "in" ? [CODE] : [])]
                        .filter((field) => field !== TOKEN || !token)
                        .map((field) => (
                            <label key={kind + field.name}>
                                {message(field.label)}
                                <input
                                    name={field.name}
                                    type={field.type ?? "text"}
                                    autocomplete={field.complete}
                                    pattern={field.pattern}
                                    autocapitalize="none"
                                    spellcheck={false}
                                    required
                                />
                                {field.note && <span class="dim">{message(field.note)}</span>}
                            </label>
                        ))}
                    {why && (
                        <p role="alert" class="bad">
                            {why}
                        </p>
                    )}
                    <button type="submit" class="action action-main">
                        <span>{message(form.button)}</span>
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
                                {message(other.title)}
                            </button>
                        ))}
                </p>
            </main>
        </>
    );
}

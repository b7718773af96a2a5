/* again.tsx - asks for the password again. */
import { useEffect, useState } from "preact/hooks";
import { post, type Me } from "../net/api";
import { useSession } from "./session";
import { message } from "../words/catalogue";

/* Shown after staff have been idle, or when a session has ended. What was typed into the page is kept. */
export function Again({ onDone }: { onDone: () => void }) {
    const { me, signedIn } = useSession();
    const [why, setWhy] = useState("");
    const [ended, setEnded] = useState(false);
    const [coded, setCoded] = useState(false);
    useEffect(() => void post<Me>("who-am-i").then((answer) => setEnded(answer.ok && !answer.person)), []);
    const submit = async (e: Event) => {
        e.preventDefault();
        const fields = Object.fromEntries(new FormData(e.target as HTMLFormElement));
        const answer = await (ended
            ? post<Me>("sign-in", { login: me?.login ?? me?.person, ...fields })
            : post<Me>("re-authenticate", fields));
        if (!answer.ok) {
            setCoded(coded || answer.id === "CODE_NEEDED");
            return setWhy(answer.why);
        }
        if (ended) await signedIn(answer);
        onDone();
    };
    return (
        <form class="form panel again" onSubmit={submit}>
            <label>
                {ended
                    ? message("AGAIN_SESSION_ENDED", { name: me?.name || me?.person || "" })
                    : message("AGAIN_YOU_HAVE_BEEN_AWAY")}
                <input name="password" type="password" autocomplete="current-password" required />
            </label>
            {coded && (
                <label>
                    {message("SIGN_IN_CODE")}
                    <input name="code" autocomplete="one-time-code" required />
                </label>
            )}
            {why && <p role="alert">{why}</p>}
            <button type="submit" class="action action-main">
                <span>{message("AGAIN_GO_ON")}</span>
            </button>
        </form>
    );
}

/* again.tsx - the password once more. */
import { useState } from "preact/hooks";
import { post } from "../net/api";

/* Staff that did nothing for a while says the password again; nothing else is lost. */
export function Again({ onDone }: { onDone: () => void }) {
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

/* own-password.tsx - lets a person replace a password that another person has set. Until then they cannot approve
 * requests. */
import { useState } from "preact/hooks";
import { post, type Me } from "../net/api";
import { useSession } from "./session";

export function OwnPassword() {
    const { me, signedIn } = useSession();
    const [why, setWhy] = useState("");
    if (!me?.given) return null;
    const submit = async (e: Event) => {
        e.preventDefault();
        const answer = await post<Me>("set-password", Object.fromEntries(new FormData(e.target as HTMLFormElement)));
        if (!answer.ok) return setWhy(answer.why);
        await signedIn(answer);
    };
    return (
        <form class="form own-password" onSubmit={submit}>
            <p>
                Somebody else set your password and knows it. Set one of your own before you ask for, or approve, what
                takes two people.
            </p>
            <label>
                The password you were given
                <input name="old" type="password" autocomplete="current-password" required />
            </label>
            <label>
                Your own, eight characters or more
                <input name="password" type="password" autocomplete="new-password" minLength={8} required />
            </label>
            {why && <p role="alert">{why}</p>}
            <button type="submit" class="action action-main">
                <span>Set my password</span>
            </button>
        </form>
    );
}

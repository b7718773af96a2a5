/* sessions.tsx - where the player is signed in, and a button that ends all these sessions at once. */
import { useEffect, useState } from "preact/hooks";
import { askPages, post } from "../net/api";
import type { Sessions } from "../net/protocol";
import { HouseSays } from "../parts/house-says";
import { timeText } from "./rows";
import { message } from "../words/catalogue";

export function OwnSessions() {
    const [found, setFound] = useState<Sessions | null>(null);
    const [why, setWhy] = useState("");
    useEffect(() => {
        let asked = true;
        void askPages<Sessions>("sessions", "sessions", Infinity).then((answer) => {
            if (!asked) return;
            setWhy(answer.ok ? "" : answer.why);
            if (answer.ok) setFound(answer);
        });
        return () => void (asked = false);
    }, []);
    const endAll = async () => {
        const answer = await post("sign-out-everywhere");
        if (answer.ok) location.assign("/sign-in?to=/account");
        else setWhy(answer.why);
    };
    return (
        <section class="panel" aria-labelledby="sessions-title">
            <h2 id="sessions-title">{message("SESSIONS_WHERE_SIGNED_IN")}</h2>
            <HouseSays said={why ? { text: why, bad: true } : null} />
            <ul>
                {found?.sessions.map((s) => (
                    <li key={`${s.created_ms} ${s.current}`}>
                        {message(s.current ? "SESSIONS_THIS_ONE" : "SESSIONS_OTHER", {
                            since: timeText(s.created_ms),
                            used: timeText(s.seen_ms),
                        })}
                    </li>
                ))}
            </ul>
            <p>
                <button type="button" class="tool end-all" onClick={() => void endAll()}>
                    {message("SESSIONS_END_ALL")}
                </button>
            </p>
        </section>
    );
}

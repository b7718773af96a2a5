/* alert.tsx - how the pit calls a person who does not look at it: the title's count, a badge, a bell, a notification. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ring, setSilent, silent } from "../felt/sound";
import { useSession } from "../parts/session";
import type { Need } from "./needs";

const BELL = [
    { hz: 988, ms: 200, gain: 0.16 },
    { hz: 740, ms: 320, gain: 0.16, after: 210 },
];

type Badge = { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

function badge(n: number) {
    const own = navigator as Badge;
    void (n ? own.setAppBadge?.(n) : own.clearAppBadge?.())?.catch(() => undefined);
}

const allowed = () => typeof Notification !== "undefined" && Notification.permission === "granted";

/* A notification is for a page that lies behind another one; on screen the bell is enough. */
function call(texts: string[]) {
    ring(BELL);
    if (document.hidden && allowed()) new Notification("Lammer", { body: texts.join("\n"), tag: "pit" });
}

/* Calls once for each need that was not there before. What waits when the page opens is seen on it. */
export function useAlerts(needs: Need[] | null) {
    const { say } = useSession();
    const known = useRef<Set<string> | null>(null);
    const urgent = (needs ?? []).filter((one) => one.urgent);
    const keys = urgent.map((one) => one.key).join("\n");
    useEffect(() => {
        if (!needs) return;
        const news = known.current ? urgent.filter((one) => !known.current!.has(one.key)) : [];
        known.current = new Set(urgent.map((one) => one.key));
        document.title = urgent.length ? `(${urgent.length}) Pit · Lammer` : "Pit · Lammer";
        badge(urgent.length);
        if (!news.length) return;
        const texts = news.map((one) => one.text);
        say(texts.join(" "), true);
        call(texts);
    }, [keys, needs === null]);
    useEffect(() => () => badge(0), []);
}

/* Browsers ask for permission only after a press. */
export function AlertSwitches() {
    const [muted, setMuted] = useState(silent);
    const [may, setMay] = useState(allowed);
    const canAsk = typeof Notification !== "undefined" && Notification.permission === "default";
    return (
        <p class="row pit-alerts">
            <button
                type="button"
                class="tool"
                aria-pressed={!muted}
                onClick={() => {
                    setSilent(!muted);
                    setMuted(!muted);
                }}
            >
                Bell
            </button>
            {(canAsk || may) && (
                <button
                    type="button"
                    class="tool"
                    aria-pressed={may}
                    disabled={may}
                    onClick={() => void Notification.requestPermission().then(() => setMay(allowed()))}
                >
                    Notifications
                </button>
            )}
        </p>
    );
}

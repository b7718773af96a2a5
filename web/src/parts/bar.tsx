/* bar.tsx - the line at the top of every page: where you are, who you are, where else you can go. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { post, type Me } from "../net/api";
import { Confirm } from "./confirm";
import { has, useSession } from "./session";

export function Mark() {
    return (
        <svg class="brand-mark" viewBox="-12 -12 24 24" aria-hidden="true">
            <circle r="11" fill="#e0ad2f" stroke="#7a5708" />
            <circle r="8.4" fill="none" stroke="#7a5708" stroke-width="1" />
            <text
                y="4.4"
                text-anchor="middle"
                font-size="12"
                font-weight="700"
                fill="#4a3300"
                font-family="Georgia, serif"
            >
                L
            </text>
        </svg>
    );
}

const anybody = () => true;

const PLACES: [path: string, name: string, who: (me: Me | null) => boolean][] = [
    ["/", "Lobby", anybody],
    ["/account", "My money and limits", (me) => me !== null],
    ["/odds", "Odds", anybody],
    ["/coach", "Coach", anybody],
    ["/fair", "Fair shoe", anybody],
    ["/cage", "Cage", (me) => has(me, "cashier")],
    [
        "/pit",
        "Pit",
        (me) => has(me, "dealer", "supervisor", "executive", "cashier", "surveillance", "auditor", "administrator"),
    ],
];

export function Bar({
    title,
    heading,
    practice,
    money,
    children,
}: {
    title: string;
    heading?: boolean; /* the page has no other */
    practice?: boolean;
    money?: string;
    children?: ComponentChildren;
}) {
    const { me, signedIn, go } = useSession();
    const [open, setOpen] = useState(false);
    const [asking, setAsking] = useState(false);
    const leave = async (sure = false) => {
        setOpen(false);
        if (has(me, "guest") && !sure) return setAsking(true);
        setAsking(false);
        await post("sign-out");
        await signedIn(null);
        go("/");
    };
    return (
        <header class="bar">
            <a class="brand" href="/" aria-label="Lammer, to the lobby">
                <Mark />
            </a>
            {heading ? <h1 class="bar-title">{title}</h1> : <strong class="bar-title">{title}</strong>}
            {practice && <span class="tag">practice</span>}
            {money === "play" && <span class="tag">play money</span>}
            {money === "real" && <span class="tag tag-real">REAL MONEY</span>}
            <span class="bar-space" />
            {children}
            <div class="menu">
                <button
                    type="button"
                    class="quiet"
                    aria-expanded={open}
                    aria-haspopup="true"
                    onClick={() => setOpen(!open)}
                >
                    {me && <span class="menu-name">{me.name || me.person}</span>}
                    <span class={me ? "menu-word" : ""}>Menu</span> ▾
                </button>
                {open && (
                    <nav class="menu-list" aria-label="Pages">
                        {PLACES.filter(([, , who]) => who(me)).map(([path, name]) => (
                            <a key={path} href={path} onClick={() => setOpen(false)}>
                                {name}
                            </a>
                        ))}
                        {me ? (
                            <button type="button" onClick={() => void leave()}>
                                Sign out
                            </button>
                        ) : (
                            <a href="/sign-in">Sign in</a>
                        )}
                    </nav>
                )}
            </div>
            {asking && (
                <Confirm
                    title="Sign out and end this wallet?"
                    yes="Sign out"
                    onYes={() => void leave(true)}
                    onNo={() => setAsking(false)}
                >
                    <p>
                        {/* say:guest-wallet-ends */}A guest has no password: your play money and your history end with
                        this visit.
                    </p>
                </Confirm>
            )}
        </header>
    );
}

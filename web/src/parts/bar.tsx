/* bar.tsx - the line at the top of every page: where you are, who you are, where else you can go. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { post, type Me } from "../net/api";
import { Confirm } from "./confirm";
import { personName } from "./names";
import { has, useSession } from "./session";
import { choices, language, message } from "../words/catalogue";

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

/* The house's name for a guest is English, so the page makes its own. */
export const nameOf = (me: Me) => (has(me, "guest") ? personName(me.person) : me.name || me.person);

const allVisitors = () => true;

const PLACES: [path: string, name: string, who: (me: Me | null) => boolean][] = [
    ["/", "BAR_LOBBY", allVisitors],
    ["/account", "BAR_MY_MONEY_AND_LIMITS", (me) => me !== null],
    ["/odds", "BAR_ODDS", allVisitors],
    ["/coach", "BAR_COACH", allVisitors],
    ["/fair", "BAR_FAIR_SHOE", allVisitors],
    ["/cage", "BAR_CAGE", (me) => has(me, "cashier")],
    [
        "/pit",
        "BAR_PIT",
        (me) => has(me, "dealer", "supervisor", "executive", "cashier", "surveillance", "auditor", "administrator"),
    ],
    ["/surveillance", "BAR_SURVEILLANCE", (me) => has(me, "supervisor", "executive", "surveillance", "auditor")],
    [
        "/people",
        "BAR_PEOPLE",
        (me) => has(me, "supervisor", "executive", "cashier", "surveillance", "auditor", "administrator"),
    ],
];

/* Each language by its own name. */
function Languages() {
    const { speak } = useSession();
    return (
        <label class="menu-language">
            {message("LANGUAGE")}
            <select value={language()} onChange={(e) => void speak(e.currentTarget.value)}>
                {choices().map(([id, name]) => (
                    <option key={id} value={id} lang={id}>
                        {name}
                    </option>
                ))}
            </select>
        </label>
    );
}

export function Bar({
    title,
    heading,
    practice,
    money,
    children,
}: {
    title: string;
    heading?: boolean; /* the title is the page's only heading */
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
            <a class="brand" href="/" aria-label={message("BAR_LAMMER_TO_THE_LOBBY")}>
                <Mark />
            </a>
            {heading ? <h1 class="bar-title">{title}</h1> : <strong class="bar-title">{title}</strong>}
            {practice && <span class="tag">{message("BAR_PRACTICE")}</span>}
            {money === "play" && <span class="tag">{message("BAR_PLAY_MONEY")}</span>}
            {money === "real" && <span class="tag tag-real">{message("BAR_REAL_MONEY")}</span>}
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
                    {me && <span class="menu-name">{nameOf(me)}</span>}
                    <span class={me ? "menu-word" : ""}>{message("BAR_MENU")}</span> ▾
                </button>
                {open && (
                    <nav class="menu-list" aria-label={message("BAR_PAGES")}>
                        {PLACES.filter(([, , who]) => who(me)).map(([path, name]) => (
                            <a key={path} href={path} onClick={() => setOpen(false)}>
                                {message(name)}
                            </a>
                        ))}
                        <Languages />
                        {me ? (
                            <button type="button" onClick={() => void leave()}>
                                {message("BAR_SIGN_OUT")}
                            </button>
                        ) : (
                            <a href="/sign-in">{message("BAR_SIGN_IN")}</a>
                        )}
                    </nav>
                )}
            </div>
            {asking && (
                <Confirm
                    title={message("BAR_SIGN_OUT_AND_END")}
                    yes={message("BAR_SIGN_OUT")}
                    onYes={() => void leave(true)}
                    onNo={() => setAsking(false)}
                >
                    <p>{message("BAR_GUEST_WALLET_ENDS")}</p>
                </Confirm>
            )}
        </header>
    );
}

/* app.tsx - which page an address is, and what all pages share: the session, the connection, the voice for screen readers. */
import { render, type ComponentType } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import "./css/app.css";
import "./css/delight.css";
import { whoAmI, type Me } from "./net/api";
import { Wire } from "./net/wire";
import { has, SessionContext, type Session } from "./parts/session";
import { keepOfflineOnceInstalled } from "./offline/keep";
import { loadAgain } from "./offline/upgrade";
import { LobbyPage } from "./pages/lobby";
import { TablePage } from "./pages/table";
import { Bar } from "./parts/bar";
import { chooseLanguage, language, learnPages, message, speak, wantedLanguage } from "./words/catalogue";

type Page = ComponentType<{ id: string }>;
type Route = { first: string; page?: Page; load?: () => Promise<Page> };

/* A console's sheet has come before the console is drawn, and stays. */
function haveSheet(href: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
        const link = document.createElement("link");
        Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror: reject });
        document.head.append(link);
    });
}

const withSheet = (sheet: "dealer" | "staff", load: () => Promise<Page>) => () =>
    Promise.all([load(), haveSheet(FILES[sheet])]).then(([page]) => page);

/* Pages that few people open are loaded on demand. */
const ROUTES: Route[] = [
    { first: "", page: LobbyPage as Page },
    { first: "table", page: TablePage },
    { first: "sign-in", load: () => import("./pages/sign-in").then((m) => m.SignInPage as Page) },
    { first: "dealer", load: withSheet("dealer", () => import("./pages/dealer").then((m) => m.DealerPage)) },
    { first: "pit", load: withSheet("staff", () => import("./pages/pit").then((m) => m.PitPage as Page)) },
    { first: "people", load: withSheet("staff", () => import("./pages/people").then((m) => m.PeoplePage as Page)) },
    {
        first: "surveillance",
        load: withSheet("staff", () => import("./pages/surveillance").then((m) => m.SurveillancePage as Page)),
    },
    { first: "account", load: () => import("./pages/account").then((m) => m.AccountPage as Page) },
    { first: "cage", load: () => import("./pages/cage").then((m) => m.CagePage as Page) },
    { first: "slips", load: withSheet("staff", () => import("./pages/slips").then((m) => m.SlipsPage as Page)) },
    { first: "close", load: withSheet("staff", () => import("./pages/close").then((m) => m.ClosePage as Page)) },
    { first: "recall", load: () => import("./pages/recall").then((m) => m.RecallPage) },
    { first: "hand", load: () => import("./pages/recall").then((m) => m.RecallPage) },
    { first: "meter", load: () => import("./pages/meter").then((m) => m.MeterPage) },
    { first: "rules", load: () => import("./pages/rules").then((m) => m.RulesPage) },
    { first: "odds", load: () => import("./pages/odds").then((m) => m.OddsPage as Page) },
    { first: "coach", load: () => import("./pages/coach").then((m) => m.CoachPage as Page) },
    { first: "fair", load: () => import("./pages/fair").then((m) => m.FairPage) },
];

/* There is no such page, or its file cannot be had now. */
function Lost({ why = "APP_THERE_IS_NO_PAGE" }: { why?: string }) {
    return (
        <>
            <Bar title={message("APP_NOTHING_HERE")} />
            <main class="page narrow">
                <h1>{message(why)}</h1>
                <p>
                    <a class="button" href="/">
                        {message("APP_TO_THE_LOBBY")}
                    </a>
                </p>
            </main>
        </>
    );
}

const Unreachable: Page = () => <Lost why="NET_THE_SERVER_CANNOT_BE" />;

function useRoute(path: string): { Page: Page | null; id: string } {
    const [first, ...rest] = path.split("/").slice(1).map(decodeURIComponent);
    const route = ROUTES.find((r) => r.first === (first ?? ""));
    const [loaded, setLoaded] = useState<Record<string, Page>>({});
    useEffect(() => {
        if (!route?.load || (loaded[route.first] ?? Unreachable) !== Unreachable) return;
        Promise.all([route.load(), learnPages()]).then(
            ([page]) => setLoaded((all) => ({ ...all, [route.first]: page })),
            async () => {
                await loadAgain();
                setLoaded((all) => ({ ...all, [route.first]: Unreachable }));
            },
        );
    }, [route]);
    if (!route) return { Page: Lost as Page, id: "" };
    return { Page: route.page ?? loaded[route.first] ?? null, id: rest.join("/") };
}

/* Without motion a whole round is told at once. A line that is removed before the browser passes it on is never spoken. */
const LINES_KEPT = 40;

function App() {
    const [path, setPath] = useState(location.pathname);
    const [me, setMe] = useState<Me | null>(null);
    const [ready, setReady] = useState(false);
    const [wire] = useState(() => new Wire());
    const polite = useRef<HTMLDivElement>(null);
    const urgent = useRef<HTMLDivElement>(null);
    const { Page, id } = useRoute(path);
    const [spoken, setSpoken] = useState(language);

    const go = (to: string) => {
        history.pushState(null, "", to);
        setPath(location.pathname);
        scrollTo(0, 0);
    };
    useEffect(() => {
        const back = () => setPath(location.pathname);
        const click = (e: MouseEvent) => {
            /* After a click or tap the keys control the table again; after a key press the focus stays. */
            if (e.detail > 0)
                (e.target as Element).closest?.<HTMLElement>(".table-page button, .dealer button")?.blur();
            const link = (e.target as Element).closest?.("a");
            if (
                !link ||
                e.defaultPrevented ||
                e.button ||
                e.ctrlKey ||
                e.metaKey ||
                e.shiftKey ||
                link.target ||
                link.origin !== location.origin ||
                link.hasAttribute("download") ||
                link.pathname.startsWith("/api/")
            )
                return;
            if (link.hash && link.pathname === location.pathname) return;
            e.preventDefault();
            go(link.pathname + link.search + link.hash);
        };
        addEventListener("popstate", back);
        document.addEventListener("click", click);
        whoAmI().then((found) => {
            setMe(found);
            setReady(true);
        });
        return () => {
            removeEventListener("popstate", back);
            document.removeEventListener("click", click);
        };
    }, []);

    const session: Session = useMemo(
        () => ({
            me,
            ready,
            wire,
            go,
            speak: async (id) => {
                chooseLanguage(id);
                await speak(id);
                setSpoken(language);
            },
            signedIn: async (someone) => {
                wire.renew(someone?.joined);
                /* The answer that made a guest says everything about them; for others the page asks the house. */
                setMe(has(someone, "guest") ? someone : someone && ((await whoAmI()) ?? someone));
            },
            say: (text, now) => {
                const region = now ? urgent.current : polite.current;
                if (!region || !text) return;
                const line = document.createElement("p");
                line.textContent = text;
                region.append(line);
                while (region.childElementCount > LINES_KEPT) region.firstElementChild!.remove();
            },
        }),
        [me, ready, wire],
    );

    return (
        <SessionContext.Provider value={session}>
            {Page ? (
                <Page key={`${spoken} ${path}`} id={id} />
            ) : (
                <main class="page narrow">
                    <p class="dim">{message("APP_ONE_MOMENT")}</p>
                </main>
            )}
            <div ref={polite} class="unseen" aria-live="polite" data-voice="polite" />
            <div ref={urgent} class="unseen" aria-live="assertive" data-voice="urgent" />
        </SessionContext.Provider>
    );
}

keepOfflineOnceInstalled();
void speak(wantedLanguage()).then(() => render(<App />, document.getElementById("app")!));

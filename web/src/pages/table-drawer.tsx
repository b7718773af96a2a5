/* table-drawer.tsx - the drawer beside the felt: this round's account, pay tables, the log, the shoe, the keys. */
import { useEffect, useState } from "preact/hooks";
import { ownPart, refusedPart } from "../fair/part";
import { Beads } from "../hand/beads";
import { ClauseLink } from "../parts/clause";
import { LogText } from "../parts/log-text";
import { rulesPath } from "../parts/names";
import { dollars } from "../table/money";
import { netOfRound, type Table } from "../table/model";
import { setSingleKeys, singleKeys } from "../parts/hooks";
import type { Why } from "../net/protocol";
import { accountOf, cardsOfWhys, termsOf, type Line } from "../table/say";
import { fill, known, learnPages, message, named } from "../words/catalogue";
import type { TableStore } from "../table/store";
import { visitOf } from "../table/visit";
import { paysText } from "../words/pays";
import { rich } from "../words/rich";

export type Tab = "round" | "pays" | "log" | "shoe" | "coach" | "keys";

const TABS: [Tab, string][] = [
    ["round", "DRAWER_ROUND"],
    ["pays", "DRAWER_PAY_TABLES"],
    ["coach", "BAR_COACH"],
    ["log", "DRAWER_LOG"],
    ["shoe", "DRAWER_SHOE"],
    ["keys", "DRAWER_KEYS"],
];

const money = (cents: number) => dollars(cents, true);

/* What a wager came to; pressed, it unfolds into its terms. */
function Amount({ line, id, open, onOpen }: { line: Line; id: string; open: boolean; onOpen: () => void }) {
    const look = `account-net ${line.net > 0 ? "is-win" : line.net < 0 ? "is-lose" : ""}`;
    if (!line.whys?.length) return <span class={look}>{money(line.net)}</span>;
    const words: Record<string, string> = { what: line.what, net: money(line.net) };
    return (
        <button
            type="button"
            class={look}
            aria-expanded={open}
            aria-controls={id}
            aria-label={fill(message("ACCOUNT_UNFOLD"), (word) => words[word])}
            onClick={onOpen}
        >
            {money(line.net)}
        </button>
    );
}

function Terms({ id, whys }: { id: string; whys: Why[] }) {
    return (
        <div class="terms" id={id}>
            <p>{cardsOfWhys(whys)}</p>
            <ul>
                {termsOf(whys).map((term, i) => (
                    <li key={i}>
                        <span>{term.text}</span> <b>{money(term.adds)}</b>{" "}
                        {term.clause && <ClauseLink id={term.clause} />}
                    </li>
                ))}
            </ul>
        </div>
    );
}

/* A link for watchers: every table is open to them, so its address is enough. */
function Watching({ table }: { table: Table }) {
    const [said, setSaid] = useState("");
    const link = `${location.origin}/table/${table.id}`;
    const copy = () =>
        navigator.clipboard.writeText(link).then(
            () => setSaid(message("ODDS_THE_LINK_IS_COPIED")),
            () => setSaid(link),
        );
    return (
        <p class="row">
            <button type="button" class="tool" onClick={() => void copy()}>
                {message("WATCH_LINK")}
            </button>
            <span role="status">{said}</span>
        </p>
    );
}

/* While the next round is only bet on, the question is about the one before it. */
function Wrong({ table }: { table: Table }) {
    const [View, setView] = useState<((props: { about: any; opened: boolean }) => any) | null>(null);
    const before = table.phase === "betting" && table.round > 1;
    const about = before
        ? { table: table.id, round: table.round - 1 }
        : { table: table.id, round: table.round, seq: table.seq };
    const [asked, setAsked] = useState(about);
    const open = () => {
        setAsked(about);
        void Promise.all([import("../dispute/open"), learnPages()]).then(([m]) => setView(() => m.DisputeOpener));
    };
    if (View) return <View about={asked} opened={true} />;
    return (
        <p>
            <button type="button" class="tool dispute-open" onClick={open}>
                {message("DRAWER_SOMETHING_WRONG")}
            </button>
        </p>
    );
}

function Account({ table, mine }: { table: Table; mine: string[] }) {
    const lines = accountOf(table, mine);
    const [open, setOpen] = useState(-1); /* the line whose amount is unfolded */
    const totals = visitOf(table.id);
    return (
        <div>
            <h3>{message("DRAWER_THIS_ROUND")}</h3>
            {lines.length === 0 && <p class="dim">{message("DRAWER_NOTHING_IS_SETTLED_YET")}</p>}
            <ul class="account">
                {lines.map((line, i) => (
                    <li key={i}>
                        <span class="account-what">{line.what}</span>
                        <Amount
                            line={line}
                            id={`terms-${i}`}
                            open={open === i}
                            onOpen={() => setOpen(open === i ? -1 : i)}
                        />
                        <span class="account-why">
                            {line.why} {line.clause && <ClauseLink id={line.clause} />}
                        </span>
                        {open === i && line.whys && <Terms id={`terms-${i}`} whys={line.whys} />}
                    </li>
                ))}
            </ul>
            {lines.length > 0 && (
                <p class="account-sum">
                    {rich("DRAWER_TOGETHER", { money: <b>{dollars(netOfRound(table, mine), true)}</b> })}
                </p>
            )}
            <p>
                <a href="/account">{message("BAR_MY_MONEY_AND_LIMITS")}</a>
            </p>
            {mine.length > 0 && table.round > 0 && <Wrong table={table} />}
            <h3>{message("BEADS")}</h3>
            <Beads table={table} mine={mine} />
            <Watching table={table} />
            <h3>{message("DRAWER_THIS_VISIT")}</h3>
            <p>
                {rich("DRAWER_ROUNDS", {
                    count: totals.rounds,
                    money: (
                        <b class={totals.net > 0 ? "is-win" : totals.net < 0 ? "is-lose" : ""}>
                            {dollars(totals.net, true)}
                        </b>
                    ),
                })}
            </p>
            {totals.house > 0 && <p>{message("HOUSE_STAKED", { all: dollars(totals.house) })}.</p>}
        </div>
    );
}

function PayTables({ table }: { table: Table }) {
    return (
        <div>
            <p>
                <a href={rulesPath(table.terms.rules ?? table.layout.name, table.terms.settings)}>
                    {message("DRAWER_THE_RULES_OF_THIS")}
                </a>
            </p>
            {table.layout.wagers.length === 0 && <p class="dim">{message("DRAWER_THIS_TABLE_OFFERS_NO")}</p>}
            {table.layout.wagers.map((wager) => (
                <section key={wager.wager}>
                    <h3>{named(wager.title)}</h3>
                    <p class="dim">
                        {[
                            message("RANGE", { least: dollars(wager.least), most: dollars(wager.most) }),
                            wager.tied && wager.least < wager.most && message("DRAWER_NOT_ABOVE_THE_MAIN"),
                            wager.paytable && message("DRAWER_PAY_TABLE", { paytable: wager.paytable }),
                        ]
                            .filter(Boolean)
                            .join(message("COMMA"))}{" "}
                        <ClauseLink id={wager.clause} />
                    </p>
                    <table class="pays">
                        <tbody>
                            {(wager.outcomes ?? []).map((o) => (
                                <tr key={o.name}>
                                    <th scope="row">{named(o.name)}</th>
                                    <td>{paysText(o.pays)}</td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </section>
            ))}
        </div>
    );
}

function Log({ table }: { table: Table }) {
    const lines = table.log.slice(-120).reverse();
    return (
        <ol class="log" reversed>
            {lines.map((line, i) => (
                <li key={lines.length - i}>
                    <LogText text={line.text} /> {line.clause && <ClauseLink id={line.clause} />}
                </li>
            ))}
        </ol>
    );
}

/* Says whose values shuffled the present shoe. */
function shuffledBy({ id, shoe }: Table): string {
    const count = (shoe.parts ?? []).length;
    if (!count) return message("DRAWER_HOUSE_SHUFFLED");
    const own = ownPart(id, shoe.number ?? 0);
    return message(own ? "DRAWER_YOU_SHUFFLED" : "DRAWER_BROWSERS_SHUFFLED", { count });
}

function Shoe({ table }: { table: Table }) {
    const shoe = table.shoe;
    const refused = refusedPart(table.id);
    return (
        <div>
            <p>{message("DRAWER_BEFORE_THE_FIRST_CARD")}</p>
            <dl class="facts">
                <dt>{message("DRAWER_SHOE")}</dt>
                <dd>{shoe.number ?? message("DRAWER_NONE_YET")}</dd>
                <dt>{message("DRAWER_SEAL")}</dt>
                <dd class="hash">{shoe.commitment ?? message("DRAWER_NONE")}</dd>
                <dt>{message("DRAWER_CUT")}</dt>
                <dd>
                    {shoe.cut ? message("DRAWER_CARDS_FROM_THE_TOP", { cut: shoe.cut }) : message("DRAWER_NOT_YET")}
                </dd>
            </dl>
            <p>{shuffledBy(table)}</p>
            {refused && <p class="is-lose">{message("DRAWER_VALUE_REFUSED", { number: refused.number })}</p>}
            {shoe.voided ? <p>{message("DRAWER_VOID_SHOES", { count: shoe.voided })}</p> : null}
            {shoe.opened ? (
                <p>
                    <a class="button" href={`/fair/${table.id}`}>
                        {message("DRAWER_CHECK_SHOE", { number: shoe.opened.number })}
                    </a>
                </p>
            ) : (
                <p class="dim">{message("DRAWER_NO_SHOE_OF_THIS")}</p>
            )}
        </div>
    );
}

const KEYS: [string, string][] = [
    ["DRAWER_1_TO_5", "DRAWER_CHOOSE_A_CHIP"],
    ["Space", "DRAWER_LAY_IT_ON_YOUR"],
    ["Tab", "DRAWER_REACH_THE_OTHER_SPOTS"],
    ["D", "KEYS_DOUBLE_THE_BET"],
    ["A", "KEYS_ALL_BOXES"],
    ["F", "KEYS_FAVOURITES"],
    ["U", "KEYS_UNDO"],
    ["R", "DRAWER_REPEAT_THE_LAST_BET"],
    ["C", "DRAWER_TAKE_ALL_BETS_BACK"],
    ["DRAWER_SHIFT_AND_A_KEY", "DRAWER_WHY_THIS_IS_NOT"],
    ["W", "DRAWER_WHY_NOT_EVERYTHING_THAT"],
    ["Enter", "KEYS_DEAL"],
    ["H", "DO_HIT"],
    ["S", "DO_STAND"],
    ["D", "DO_DOUBLE"],
    ["T", "KEYS_DOUBLE_DOWN"],
    ["P", "DO_SPLIT"],
    ["X", "DO_SURRENDER"],
    ["I", "KEYS_INSURE"],
    ["KEYS_MINUS_AND_PLUS", "KEYS_INSURE_FOR_LESS"],
    ["E", "DRAWER_EVEN_MONEY"],
    ["N", "DRAWER_NO_INSURANCE"],
    ["B", "DRAWER_LET_OTHERS_BET_BEHIND"],
    ["K", "KEYS_COACH"],
    ["Y", "KEYS_COACH_WHY"],
    ["M", "DRAWER_SOUND_ON_OR_OFF"],
    ["?", "DRAWER_THIS_LIST"],
    ["Esc", "KEYS_CLOSE"],
];

function CoachTab({ store }: { store: TableStore }) {
    const [View, setView] = useState<((props: { store: TableStore }) => any) | null>(null);
    useEffect(() => {
        Promise.all([import("../coach/panel"), learnPages()])
            .then(([module]) => setView(() => module.CoachPanel))
            .catch(() => setView(() => () => <p>{message("DRAWER_THE_COACH_COULD_NOT")}</p>));
    }, []);
    return View ? <View store={store} /> : <p class="dim">{message("DRAWER_THE_COACH_IS_COMING")}</p>;
}

function Keys() {
    const [on, setOn] = useState(singleKeys);
    return (
        <>
            <label class="check">
                <input
                    type="checkbox"
                    checked={on}
                    onChange={(e) => {
                        setSingleKeys(e.currentTarget.checked);
                        setOn(e.currentTarget.checked);
                    }}
                />{" "}
                {message("DRAWER_LETTERS_AND_DIGITS_ACT")}
            </label>
            <dl class={`keys ${on ? "" : "dim"}`}>
                {KEYS.map(([key, does]) => (
                    <div key={key}>
                        <dt>
                            <kbd>{known(key) ? message(key) : key}</kbd>
                        </dt>
                        <dd>{message(does)}</dd>
                    </div>
                ))}
            </dl>
        </>
    );
}

export function Drawer({
    table,
    mine,
    tab,
    onTab,
    store,
}: {
    table: Table;
    mine: string[];
    tab: Tab;
    onTab: (tab: Tab | null) => void;
    store: TableStore;
}) {
    return (
        <aside class="drawer" aria-label={message("TABLE_DETAILS")}>
            <div class="tabs">
                <div role="tablist" aria-label={message("TABLE_DETAILS")}>
                    {TABS.map(([id, name]) => (
                        <button
                            key={id}
                            type="button"
                            role="tab"
                            id={`tab-${id}`}
                            aria-selected={tab === id}
                            aria-controls="drawer-body"
                            onClick={() => onTab(id)}
                        >
                            {message(name)}
                        </button>
                    ))}
                </div>
                <button
                    type="button"
                    class="quiet close"
                    aria-label={message("DRAWER_CLOSE_THE_DETAILS")}
                    onClick={() => onTab(null)}
                >
                    ×
                </button>
            </div>
            <div class="drawer-body" role="tabpanel" id="drawer-body" aria-labelledby={`tab-${tab}`} tabIndex={0}>
                {tab === "round" && <Account table={table} mine={mine} />}
                {tab === "pays" && <PayTables table={table} />}
                {tab === "log" && <Log table={table} />}
                {tab === "shoe" && <Shoe table={table} />}
                {tab === "coach" && <CoachTab store={store} />}
                {tab === "keys" && <Keys />}
            </div>
        </aside>
    );
}

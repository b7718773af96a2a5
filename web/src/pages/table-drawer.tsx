/* table-drawer.tsx - the drawer beside the felt: this round's account, pay tables, the log, the shoe, the keys. */
import { useEffect, useState } from "preact/hooks";
import { ClauseLink } from "../parts/clause";
import { LogText } from "../parts/log-text";
import { dollars } from "../table/money";
import { netOfRound, type Table } from "../table/model";
import { setSingleKeys, singleKeys } from "../parts/hooks";
import type { Why } from "../net/protocol";
import { accountOf, cardsOfWhys, termsOf, type Line } from "../table/say";
import { fill, message } from "../words/catalogue";
import type { TableStore } from "../table/store";
import { totalsOf } from "./table";

export type Tab = "round" | "pays" | "log" | "shoe" | "coach" | "keys";

const TABS: [Tab, string][] = [
    ["round", "Round"],
    ["pays", "Pay tables"],
    ["coach", "Coach"],
    ["log", "Log"],
    ["shoe", "Shoe"],
    ["keys", "Keys"],
];

const money = (cents: number) => (cents === 0 ? "$0" : dollars(cents, true));

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

function Account({ table, mine }: { table: Table; mine: string[] }) {
    const lines = accountOf(table, mine);
    const [open, setOpen] = useState(-1); /* the line whose amount is unfolded */
    const totals = totalsOf(table.id);
    return (
        <div>
            <h3>This round</h3>
            {lines.length === 0 && <p class="dim">Nothing is settled yet.</p>}
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
                    Together <b>{dollars(netOfRound(table, mine), true)}</b>
                </p>
            )}
            <p>
                <a href="/account">My money and limits</a>
            </p>
            <h3>This visit</h3>
            <p>
                {totals.rounds} {totals.rounds === 1 ? "round" : "rounds"},{" "}
                <b class={totals.net > 0 ? "is-win" : totals.net < 0 ? "is-lose" : ""}>{dollars(totals.net, true)}</b>
            </p>
        </div>
    );
}

function PayTables({ table }: { table: Table }) {
    return (
        <div>
            <p>
                <a href={`/rules/${table.layout.name}`}>The rules of this table</a>
            </p>
            {table.layout.wagers.length === 0 && <p class="dim">This table offers no side wagers.</p>}
            {table.layout.wagers.map((wager) => (
                <section key={wager.wager}>
                    <h3>{wager.title}</h3>
                    <p class="dim">
                        {dollars(wager.least)} to {dollars(wager.most)}
                        {wager.tied && wager.least < wager.most ? ", not above the main wager" : ""}
                        {wager.paytable ? `, pay table ${wager.paytable}` : ""} <ClauseLink id={wager.clause} />
                    </p>
                    <table class="pays">
                        <tbody>
                            {(wager.outcomes ?? []).map((o) => (
                                <tr key={o.name}>
                                    <th scope="row">{o.name}</th>
                                    <td>{o.pays}</td>
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

function Shoe({ table }: { table: Table }) {
    const shoe = table.shoe;
    return (
        <div>
            <p>
                Before the first card the order of the shoe was fixed and sealed. When the shoe is finished the seal is
                opened, and you can check every card.
            </p>
            <dl class="facts">
                <dt>Shoe</dt>
                <dd>{shoe.number ?? "none yet"}</dd>
                <dt>Seal</dt>
                <dd class="hash">{shoe.commitment ?? "none"}</dd>
                <dt>Cut</dt>
                <dd>{shoe.cut ? `${shoe.cut} cards from the top` : "not yet"}</dd>
            </dl>
            {shoe.opened ? (
                <p>
                    <a class="button" href={`/fair/${table.id}`}>
                        Check shoe {shoe.opened.number}
                    </a>
                </p>
            ) : (
                <p class="dim">No shoe of this table is finished yet.</p>
            )}
        </div>
    );
}

const KEYS: [string, string][] = [
    ["1 to 5", "choose a chip"],
    ["Space", "lay it on your box"],
    ["Tab", "reach the other spots"],
    ["U", "undo"],
    ["R", "repeat the last bet"],
    ["C", "take all bets back"],
    ["Shift and a key", "why this is not offered"],
    ["W", "why not: everything that is not allowed now"],
    ["Enter", "deal"],
    ["H", "hit"],
    ["S", "stand"],
    ["D", "double"],
    ["P", "split"],
    ["X", "surrender"],
    ["I", "insure"],
    ["E", "even money"],
    ["N", "no insurance"],
    ["B", "let others bet behind you, or not"],
    ["M", "sound on or off"],
    ["?", "this list"],
    ["Esc", "close"],
];

function CoachTab({ store }: { store: TableStore }) {
    const [View, setView] = useState<((props: { store: TableStore }) => any) | null>(null);
    useEffect(() => {
        import("../coach/panel")
            .then((module) => setView(() => module.CoachPanel))
            .catch(() => setView(() => () => <p>The coach could not be loaded.</p>));
    }, []);
    return View ? <View store={store} /> : <p class="dim">The coach is coming…</p>;
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
                Letters and digits act at the table
            </label>
            <dl class={`keys ${on ? "" : "dim"}`}>
                {KEYS.map(([key, does]) => (
                    <div key={key}>
                        <dt>
                            <kbd>{key}</kbd>
                        </dt>
                        <dd>{does}</dd>
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
        <aside class="drawer" aria-label="Details">
            <div class="tabs">
                <div role="tablist" aria-label="Details">
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
                            {name}
                        </button>
                    ))}
                </div>
                <button type="button" class="quiet close" aria-label="Close the details" onClick={() => onTab(null)}>
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

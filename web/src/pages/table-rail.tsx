/* table-rail.tsx - the player's side of the table: chips to bet with, decisions to make, and one line that says what comes next. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Along, Offer } from "../net/wire";
import { ChipFace } from "../felt/chip";
import type { Bets } from "../table/bets";
import { dollars } from "../table/money";
import { isBehind, netOfRound, placeBox, type Table } from "../table/model";
import { accountOf } from "../table/say";
import type { Note } from "./table";
import type { Sitting } from "./table-sitting";
import { ClauseLink } from "../parts/clause";
import { Confirm } from "../parts/confirm";
import { LAST_SECONDS } from "../parts/hooks";
import { asSentence } from "../parts/house-says";
import type { CouponOffer } from "../table/coupons";
import type { Doing } from "../table/doing";
import { AlongChoices } from "./table-along";
import { NotOffered, WhyNotButton, WhyNotSays, type Asking } from "./table-why";
import { Consent } from "./table-consent";
import { CouponButtons } from "./table-coupons";
import { message } from "../words/catalogue";
import { BetTools, InAll } from "./table-bets";
import { InsuranceChoice, type Insuring } from "./table-insurance";

interface Props {
    connected: boolean;
    doing: Doing;
    consentBoxes: string[];
    along?: Along;
    onAlong: (body: { do: string; [key: string]: unknown }) => void;
    coupons: CouponOffer[];
    onCoupon: (offer: CouponOffer) => void;
    table: Table;
    me: string;
    mine: string[];
    bets: Bets;
    betting: boolean;
    broke: boolean; /* no chips for the least bet, and none on the felt */
    myTurn: boolean;
    legal: Offer[];
    insuring: Insuring;
    clock: number;
    seconds: number; /* time left for a decision of this player; 0: no clock */
    waiting: boolean;
    note: Note | null;
    onNote: (note: Note | null) => void;
    sitting: Sitting;
    onDeal: () => void;
    onChip: (cents: number) => void;
    onDecide: (word: string, down?: boolean) => void;
    onDecline: () => void;
    asking: Asking; /* why an act is not offered */
    onAccount: () => void;
}

const ACTIONS: [word: string, label: string, key: string][] = [
    ["hit", "RAIL_HIT", "H"],
    ["stand", "RAIL_STAND", "S"],
    ["double", "RAIL_DOUBLE", "D"],
    ["split", "RAIL_SPLIT", "P"],
    ["surrender", "RAIL_SURRENDER", "X"],
];
const CHIPS = [100, 500, 2500, 10000, 50000];

/* The pressed button waits for the table; until then the others are disabled. */
const waits = (doing: Doing, label: string) => ({
    "aria-busy": doing.pending === label,
    disabled: doing.pending !== "" && doing.pending !== label,
});

function Action({
    offer,
    label,
    hint,
    doing,
    onClick,
    name = offer.do,
}: {
    offer: Offer;
    label: string;
    hint: string;
    doing: Doing;
    onClick: () => void;
    name?: string; /* of the press, where one act has two buttons */
}) {
    const costs = offer.do === "double" || offer.do === "split";
    return (
        <button
            type="button"
            class={`action action-${name} ${offer.free ? "is-free" : ""}`}
            onClick={onClick}
            aria-keyshortcuts={hint}
            {...waits(doing, name)}
        >
            <span>{label}</span>
            {offer.free ? (
                <b class="free">{message("RAIL_FREE")}</b>
            ) : costs && offer.most ? (
                <small>{dollars(offer.most)}</small>
            ) : null}
            <kbd>{hint}</kbd>
        </button>
    );
}

function Decisions({ legal, doing, onDecide, asking }: Pick<Props, "legal" | "doing" | "onDecide" | "asking">) {
    const down = legal.find((o) => o.do === "double" && o.down); /* where the house lets players choose (MBJ-10(c).1) */
    return (
        <div class="actions" role="group" aria-label={message("RAIL_YOUR_DECISION")}>
            {ACTIONS.map(([word, label, hint]) => {
                const offer = legal.find((o) => o.do === word && !o.down);
                return offer ? (
                    <Action
                        key={word}
                        offer={offer}
                        label={message(label)}
                        hint={hint}
                        doing={doing}
                        onClick={() => onDecide(word)}
                    />
                ) : (
                    <NotOffered key={word} act={word} label={message(label)} hint={hint} asking={asking} />
                );
            })}
            {down && (
                <Action
                    offer={down}
                    label={message("RAIL_DOUBLE_DOWN")}
                    hint="T"
                    doing={doing}
                    onClick={() => onDecide("double", true)}
                    name="double-down"
                />
            )}
        </div>
    );
}

/* "$30 on 2 boxes". */
const repeatText = (bets: Bets) =>
    bets.repeatPlaces > 1
        ? message("BETS_REPEAT_BOXES", { all: dollars(bets.repeatCents), count: bets.repeatPlaces })
        : dollars(bets.repeatCents);

function ChipRack({
    table,
    bets,
    doing,
    onDeal,
    waiting,
    mine,
    onChip,
    clock,
    asking,
}: Pick<Props, "table" | "bets" | "doing" | "onDeal" | "waiting" | "mine" | "onChip" | "clock" | "asking">) {
    const busy = doing.pending !== "";
    const seconds = Math.ceil((clock * table.clockMs) / 1000);
    const total = bets.total();
    const repeat = bets.canRepeat;
    return (
        <div class="betting">
            <div class="chip-row" role="radiogroup" aria-label={message("RAIL_CHIP_TO_BET_WITH")}>
                {CHIPS.filter((chip) => chip <= table.layout.max_bet).map((chip, i) => (
                    <button
                        key={chip}
                        type="button"
                        role="radio"
                        aria-checked={bets.chip === chip}
                        class="chip-button"
                        aria-label={dollars(chip)}
                        aria-keyshortcuts={String(i + 1)}
                        onClick={() => onChip(chip)}
                    >
                        <svg viewBox="-24 -24 48 48" aria-hidden="true">
                            <ChipFace cents={chip} />
                        </svg>
                    </button>
                ))}
            </div>
            <InAll table={table} chip={bets.chip} />
            <div class="bet-tools">
                <button
                    type="button"
                    class="tool"
                    disabled={busy || !bets.canUndo}
                    onClick={() => bets.undo()}
                    aria-keyshortcuts="U"
                >
                    {message("RAIL_UNDO")} <kbd>U</kbd>
                </button>
                <button
                    type="button"
                    class="tool"
                    disabled={busy || !total}
                    onClick={() => void bets.clear()}
                    aria-keyshortcuts="C"
                >
                    {message("RAIL_CLEAR")} <kbd>C</kbd>
                </button>
                <BetTools table={table} bets={bets} busy={busy} />
                <button
                    type="button"
                    class="tool lay"
                    disabled={busy}
                    aria-busy={total > 0 && bets.pending}
                    onClick={() => bets.add(mine[0], "main")}
                    aria-keyshortcuts="Space"
                >
                    {total === 0
                        ? message("RAIL_BET", { money: dollars(Math.max(bets.chip, table.layout.min_bet)) })
                        : message("RAIL_ADD", { money: dollars(bets.chip) })}
                </button>
            </div>
            {table.terms.dealing !== "live" && (
                <button
                    type="button"
                    class="deal"
                    disabled={waiting}
                    aria-disabled={!total && !repeat ? "true" : undefined}
                    aria-busy={doing.pending === "deal"}
                    onClick={total || repeat ? onDeal : () => asking.why("ready")}
                    aria-keyshortcuts="Enter"
                >
                    <span>
                        {waiting
                            ? message("RAIL_WAITING")
                            : total
                              ? message("TABLE_DEAL")
                              : repeat
                                ? message("RAIL_REPEAT_AND_DEAL")
                                : message("TABLE_DEAL")}
                    </span>
                    <small>
                        {waiting
                            ? seconds
                                ? message("RAIL_CARDS_IN_S_AT", { seconds })
                                : message("RAIL_FOR_THE_OTHER_PLAYERS")
                            : total
                              ? dollars(total)
                              : repeat
                                ? repeatText(bets)
                                : message("RAIL_LAY_A_CHIP")}
                    </small>
                </button>
            )}
            {table.terms.dealing === "live" && repeat && (
                <button type="button" class="deal" onClick={() => void bets.repeat()} aria-keyshortcuts="R">
                    <span>{message("RAIL_REPEAT")}</span>
                    <small>{repeatText(bets)}</small>
                </button>
            )}
        </div>
    );
}

function Buying({ sitting, table, doing }: { sitting: Sitting; table: Table; doing: Doing }) {
    const [asked, ask] = useState(0);
    const wallet = sitting.wallet ?? 0;
    const most = Math.min(wallet, sitting.room),
        all = most - (most % table.layout.chip_unit);
    const sums = [10000, 20000, 50000].filter((cents) => cents <= most);
    if (all > 0 && !sums.includes(all)) sums.push(all);
    const real = table.terms.money === "real";
    return (
        <div class="actions" role="group" aria-label={message("RAIL_BUY_CHIPS")}>
            {sums.map((cents) => (
                <button
                    key={cents}
                    type="button"
                    class="action"
                    onClick={() => (real ? ask(cents) : void sitting.buy(cents))}
                    {...waits(doing, `buy ${cents}`)}
                >
                    <span>{message("RAIL_BUY", { money: dollars(cents) })}</span>
                </button>
            ))}
            {asked > 0 && (
                <Confirm
                    title={message("RAIL_BUY_IN_CHIPS", { money: dollars(asked) })}
                    yes={message("RAIL_BUY", { money: dollars(asked) })}
                    onYes={() => {
                        ask(0);
                        void sitting.buy(asked);
                    }}
                    onNo={() => ask(0)}
                >
                    <p>{message("RAIL_REAL_BUY_IN", { money: dollars(asked), money2: dollars(wallet) })}</p>
                </Confirm>
            )}
            {sitting.room < wallet && (
                <p class="own-limit">
                    {sitting.room > 0
                        ? message("RAIL_YOUR_OWN_LIMIT_LEAVES", { money: dollars(sitting.room) })
                        : message("RAIL_OWN_LIMIT_REACHED")}{" "}
                    <a href="/account">{message("RAIL_MY_LIMITS")}</a>
                </p>
            )}
            {wallet < table.layout.min_bet && !real && (
                <button type="button" class="action" onClick={() => void sitting.refill()}>
                    <span>{message("RAIL_NEW_PLAY_MONEY")}</span>
                </button>
            )}
        </div>
    );
}

/* Boxes whose player has not bet yet, so that bettors behind must wait (MBJ-13(a)). */
function leadersToWaitFor(t: Table, mine: string[]): number[] {
    if (!mine.every(isBehind)) return [];
    const boxes = mine.map(placeBox);
    return boxes.every((n) => !t.boxes[n - 1]?.bets[String(n)]?.main) ? boxes : [];
}

/* For a watcher without a box: where one is free, and whose consent is needed. */
function visitorLine({ table: t, me, sitting }: Pick<Props, "table" | "me" | "sitting">): string {
    const boxes = sitting.behind.map((place) => String(placeBox(place)));
    const asked = boxes.find((box) => me && t.asks[box] === me);
    if (asked) return message("RAIL_BOX_ASKED_RAIL", { asked });
    const open = boxes.some((box) => t.shared[box]);
    const free = sitting.canSit && t.boxes.some((box) => !t.seats[String(box.number)]);
    const behind = open ? message("RAIL_BET_BEHIND_A_PLAYER") : boxes.length ? message("RAIL_ASK_A_PLAYER") : "";
    if (!free) return behind ? message("RAIL_EVERY_BOX_IS_TAKEN", { behind }) : message("RAIL_YOU_ARE_WATCHING");
    return behind ? message("RAIL_TAKE_A_FREE_BOX", { behind }) : message("RAIL_TAKE_FREE_BOX");
}

/* One line: what the table waits for. */
export function nextLine(
    p: Pick<
        Props,
        | "connected"
        | "along"
        | "table"
        | "me"
        | "mine"
        | "betting"
        | "broke"
        | "myTurn"
        | "insuring"
        | "waiting"
        | "bets"
        | "sitting"
    >,
): string {
    const t = p.table;
    if (!t.loaded) return "";
    if (!p.connected)
        return p.mine.length ? message("RAIL_YOUR_CHIPS_AND_CARDS") : message("RAIL_WAITING_FOR_THE_TABLE");
    if (p.mine.length === 0) return visitorLine(p);
    const ended = p.mine.find((place) => isBehind(place) && !t.shared[String(placeBox(place))]);
    if (ended && p.bets.total() === 0 && !p.along) return message("RAIL_BOX_LETS_NOBODY", { box: placeBox(ended) });
    if (p.along && !p.myTurn) return message("RAIL_BOX_DECIDES_RAIL", { box: placeBox(p.along.seat) });
    const before = p.betting && p.bets.total() === 0 ? leadersToWaitFor(t, p.mine) : [];
    if (before.length) return message("RAIL_BOX_BETS_FIRST", { before: before[0] });
    if (t.turn.do === "cut")
        return p.mine.includes(t.turn.seat ?? "")
            ? message("RAIL_YOUR_BROWSER_CUTS_THE")
            : message("RAIL_BOX_CUTS_THE_CARDS", { seat: t.turn.seat });
    if (p.myTurn) {
        const hands = t.boxes[Number.parseInt(t.turn.seat!, 10) - 1]?.hands.length ?? 1;
        return hands > 1 ? message("RAIL_HAND_OF", { hand: t.turn.hand, hands }) : message("RAIL_YOUR_TURN");
    }
    if (p.insuring.offers.length) return message("RAIL_INSURANCE_ASKED");
    if (p.betting && p.broke && p.sitting.busy) return message("RAIL_CHIPS_COMING");
    if (p.betting && p.broke)
        return t.terms.money === "real" ? message("RAIL_CHOOSE_BUY_IN") : message("RAIL_YOU_ARE_OUT_OF");
    if (p.betting && t.out[p.me]) return message("RAIL_YOU_SIT_OUT");
    if (p.betting)
        return p.waiting
            ? message("RAIL_YOU_ARE_READY")
            : p.bets.total()
              ? t.terms.dealing === "live"
                  ? message("RAIL_BET_LIES")
                  : message("RAIL_PRESS_DEAL")
              : message("RAIL_PLACE_YOUR_BET");
    if (t.turn.do === "hit" && t.turn.seat) return message("RAIL_BOX_DECIDES", { seat: t.turn.seat });
    const due = t.awards.find((award) => p.mine.includes(award.seat));
    if (due) return message("RAIL_YOUR_PRIZE", { money: dollars(due.cents) });
    if (t.awards.length) return message("RAIL_A_PRIZE_IS_BEING");
    if (t.phase === "done" || t.at !== "round")
        return t.terms.dealing === "live" ? message("RAIL_DEALER_OPENS") : message("RAIL_THE_NEXT_ROUND_OPENS");
    return message("RAIL_CARDS_COMING");
}

/* In this order: a decision, the deal of what is laid, the next chip. */
const NEXT_TO_PRESS = [".action", ".deal", ".lay"].map((one) => `${one}:enabled:not([aria-disabled="true"])`);

/* When the focused button disappears with its question, the focus moves to the next button to press, not to the page. */
function useFocusKept(rail: { current: HTMLElement | null }) {
    const last = useRef<Element | null>(null);
    useEffect(() => {
        const forget = () => void (last.current = null);
        addEventListener("pointerdown", forget);
        return () => removeEventListener("pointerdown", forget);
    }, []);
    useEffect(() => {
        const gone = last.current && !last.current.isConnected;
        if (gone && document.activeElement === document.body)
            NEXT_TO_PRESS.map((one) => rail.current?.querySelector<HTMLElement>(one))
                .find(Boolean)
                ?.focus();
    });
    return (e: FocusEvent) => {
        last.current = (e.target as Element).matches(":focus-visible") ? (e.target as Element) : null;
    };
}

export function Rail(p: Props) {
    const t = p.table;
    const rail = useRef<HTMLElement>(null);
    const keepFocus = useFocusKept(rail);
    const { broke } = p;
    const lines = accountOf(t, p.mine);
    const settled = lines.length > 0 && (t.phase === "betting" || t.phase === "done");
    const net = netOfRound(t, p.mine);
    return (
        <footer class="rail" ref={rail} onFocusIn={keepFocus}>
            <div class="rail-line">
                <p class={`next ${p.doing.slow ? "is-slow" : ""}`}>
                    {p.doing.slow && p.connected ? message("RAIL_SENDING") : nextLine(p)}
                    {p.seconds > 0 && (
                        <b
                            class={`seconds ${p.seconds <= LAST_SECONDS ? "is-late" : ""}`}
                            role="timer"
                            aria-label={message("RAIL_SECONDS_LEFT", { seconds: p.seconds })}
                        >
                            {p.seconds}
                        </b>
                    )}
                </p>
                {settled && (
                    <button
                        type="button"
                        class={`round-net ${net > 0 ? "is-win" : net < 0 ? "is-lose" : ""}`}
                        aria-haspopup="true"
                        onClick={p.onAccount}
                    >
                        {net > 0
                            ? message("RAIL_YOU_WON_NET", { money: dollars(net) })
                            : net < 0
                              ? message("RAIL_YOU_LOST_NET", { money: dollars(-net) })
                              : message("RAIL_EVEN")}{" "}
                        <span class="why">
                            {lines.length === 1
                                ? lines[0].why
                                : lines.map((l) => `${l.what} ${dollars(l.net, true)}`).join(", ")}
                        </span>
                    </button>
                )}
                {p.mine.length > 0 && p.connected && <WhyNotButton asking={p.asking} />}
            </div>
            {p.note && (
                <p class={`note note-${p.note.kind}`} role={p.note.kind === "bad" ? "alert" : "status"}>
                    {asSentence(p.note.text)}{" "}
                    {p.note.to && <a href={p.note.to}>{p.note.toName ?? message("RAIL_GO_THERE")}</a>}{" "}
                    {p.note.clause && <ClauseLink id={p.note.clause} />}
                    <button
                        type="button"
                        class="quiet"
                        aria-label={message("RAIL_CLOSE_MESSAGE")}
                        onClick={() => p.onNote(null)}
                    >
                        ×
                    </button>
                </p>
            )}
            {p.mine.length === 0 && t.loaded && (
                <div class="actions">
                    <button
                        type="button"
                        class="action action-main"
                        disabled={p.sitting.busy || !p.sitting.canSit}
                        onClick={() => void p.sitting.playNow()}
                    >
                        <span>{p.me ? message("RAIL_TAKE_A_SEAT") : message("RAIL_PLAY_AS_GUEST")}</span>
                        <small>
                            {t.terms.money === "real" ? message("RAIL_REAL_MONEY") : message("BAR_PLAY_MONEY")}
                        </small>
                    </button>
                </div>
            )}
            {p.myTurn && <Decisions legal={p.legal} doing={p.doing} onDecide={p.onDecide} asking={p.asking} />}
            <WhyNotSays table={t} asking={p.asking} />
            {p.along && (
                <AlongChoices
                    along={p.along}
                    stake={t.boxes[Number.parseInt(p.along.seat, 10) - 1]?.bets[p.along.seat]?.main ?? 0}
                    onSay={p.onAlong}
                />
            )}
            {p.insuring.offers.length > 0 && (
                <InsuranceChoice
                    insuring={p.insuring}
                    doing={p.doing}
                    waits={waits}
                    onDecide={p.onDecide}
                    onDecline={p.onDecline}
                    asking={p.asking}
                />
            )}
            {broke && !p.sitting.busy && <Buying sitting={p.sitting} table={t} doing={p.doing} />}
            {p.betting && !broke && (
                <ChipRack
                    table={t}
                    bets={p.bets}
                    doing={p.doing}
                    onDeal={p.onDeal}
                    waiting={p.waiting}
                    mine={p.mine}
                    onChip={p.onChip}
                    clock={p.clock}
                    asking={p.asking}
                />
            )}
            <Consent table={t} boxes={p.consentBoxes} onSay={p.onAlong} />
            {p.betting && !broke && <CouponButtons offers={p.coupons} table={t} onCoupon={p.onCoupon} />}
        </footer>
    );
}

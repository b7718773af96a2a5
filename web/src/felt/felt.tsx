/* felt.tsx - the table itself, drawn from what the page knows of it. Buttons lie over the drawing (spots.tsx). The
 * drawing is hidden from screen readers, which get hidden.tsx instead. */
import { memo } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { behindBox, cardsOf, isBehind, type Box, type Hand, type Settled, type Slot, type Table } from "../table/model";
import { scoreText } from "../table/cards";
import { dollars } from "../table/money";
import { boxCards, type FlatCard } from "./flat";
import { PlayingCard } from "./card";
import { FeltDefs, Lammer, Stack } from "./chip";
import {
    BEHIND,
    behindSpot,
    CIRCLE,
    CARDS_Y,
    couponSpot,
    CARD_HEIGHT,
    dealerCardPlace,
    handPlace,
    lensOf,
    place,
    SIDE,
    sideSpots,
    type Felt,
    type Spot,
} from "./geometry";
import { LAST_SECONDS, reducedMotion } from "../parts/hooks";
import { personName } from "../parts/names";
import { layoutLines, spotPrint, spotsOf } from "./print";
import { message } from "../words/catalogue";

interface Props {
    table: Table;
    felt: Felt;
    me: string;
    clock: number; /* the share of the time that is left, 0 to 1 */
    house?: number; /* what the house has staked for this player in this visit */
}

const at = (x: number, y: number, turn = 0, scale = 1) =>
    `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(2)}) scale(${scale})`;

/* --- what is printed ----------------------------------------------------------------------------------------- */

function outline(felt: Felt, inset: number): string {
    const w = felt.width,
        h = felt.height,
        i = inset;
    if (felt.shape === "short")
        return `M${i} ${i}H${w - i}V${h - 200}Q${w - i} ${h - i} ${w - 200} ${h - i}H200Q${i} ${h - i} ${i} ${h - 200}Z`;
    if (felt.wide)
        return `M${8 + i} ${14 + i}H${w - 8 - i}A${w / 2 - 8 - i} ${h - 30 - 2 * i} 0 0 1 ${8 + i} ${14 + i}Z`;
    return `M${i} ${i}H${w - i}V${h - 300}C${w - i} ${h - 60 - i} ${w - 130} ${h - i} ${w / 2} ${h - i}C130 ${h - i} ${i} ${h - 60 - i} ${i} ${h - 300}Z`;
}

function arcPath(felt: Felt, y: number, r: number, spread: number): string {
    const t = (spread * Math.PI) / 180;
    const dx = r * Math.sin(t),
        dy = y - r * (1 - Math.cos(t)),
        x = felt.dealer.x;
    return `M${(x - dx).toFixed(1)} ${dy.toFixed(1)}A${r} ${r} 0 0 0 ${(x + dx).toFixed(1)} ${dy.toFixed(1)}`;
}

const Cloth = memo(function Cloth({ felt, lines }: { felt: Felt; lines: string[] }) {
    const wide = felt.wide;
    return (
        <g>
            <path d={outline(felt, 0)} fill="url(#wood)" />
            <path class="rail-shine" d={outline(felt, 6)} />
            <path d={outline(felt, wide ? 22 : 12)} fill="url(#cloth)" />
            <path d={outline(felt, wide ? 22 : 12)} fill="url(#weave)" />
            <path class="felt-line" d={outline(felt, wide ? 30 : 18)} />
            {felt.lines.map((line, i) => (
                <path id={`print${i}`} d={arcPath(felt, line.y, line.r, 80)} fill="none" />
            ))}
            <path
                class="band"
                d={arcPath(
                    felt,
                    felt.lines[2].y - felt.lines[2].size * 1.25,
                    felt.lines[2].r - felt.lines[2].size * 1.25,
                    27,
                )}
            />
            <path
                class="band"
                d={arcPath(
                    felt,
                    felt.lines[2].y + felt.lines[2].size * 0.6,
                    felt.lines[2].r + felt.lines[2].size * 0.6,
                    27,
                )}
            />
            {lines.map((text, i) => (
                <text class={`print print-${i}`} font-size={felt.lines[i].size}>
                    <textPath href={`#print${i}`} startOffset="50%" text-anchor="middle">
                        {text}
                    </textPath>
                </text>
            ))}
        </g>
    );
});

const Furniture = memo(function Furniture({ felt, left, share }: { felt: Felt; left: number; share: number }) {
    const { shoe, rack, tray } = felt;
    const racked = Math.max(0, Math.min(1, 1 - share));
    return (
        <g>
            <g transform={at(tray.x, tray.y, 0, tray.scale)}>
                <rect class="tray" x={-245} y={-30} width={490} height={58} rx={10} />
                {[
                    "#f3efe6",
                    "#b3202c",
                    "#1e7a46",
                    "#1d1d22",
                    "#1d1d22",
                    "#1e7a46",
                    "#b3202c",
                    "#5a2a82",
                    "#d8a21d",
                ].map((fill, i) => (
                    <g transform={`translate(${-208 + i * 52} 0)`}>
                        <rect x={-20} y={-22} width={40} height={42} rx={4} fill="#0007" />
                        {Array.from({ length: 9 }, (_, k) => (
                            <rect
                                x={-19}
                                y={-21 + k * 4.5}
                                width={38}
                                height={3.9}
                                rx={1.6}
                                fill={fill}
                                stroke="#0004"
                                stroke-width=".5"
                            />
                        ))}
                    </g>
                ))}
            </g>
            <g transform={at(shoe.x, shoe.y, shoe.turn, shoe.scale)}>
                <rect x={-62} y={-52} width={128} height={96} rx={12} fill="url(#acrylic)" stroke="#0008" />
                <rect x={-50} y={-40} width={104 * Math.max(0.08, share)} height={60} rx={5} class="shoe-cards" />
                <rect x={-54} y={24} width={112} height={12} rx={5} fill="#0006" />
                <text class="furniture" text-anchor="middle" y={62}>
                    {left > 0 ? message("FELT_CARDS", { left }) : message("FELT_SHOE")}
                </text>
            </g>
            <g transform={at(rack.x, rack.y, rack.turn, rack.scale)}>
                <rect
                    x={-52}
                    y={-46}
                    width={104}
                    height={84}
                    rx={10}
                    fill="url(#acrylic)"
                    stroke="#0008"
                    opacity=".85"
                />
                <rect x={-40} y={30 - 62 * racked} width={80} height={62 * racked} rx={4} class="rack-cards" />
                <text class="furniture" text-anchor="middle" y={56}>
                    {message("FELT_DISCARDS")}
                </text>
            </g>
        </g>
    );
});

/* What the house has staked for the player, in gold below the tray that it came from. */
function HouseStaked({ felt, cents }: { felt: Felt; cents: number }) {
    const { x, y, size, beside } = felt.house;
    return (
        <text key={cents} class="house-staked" x={x} y={y} font-size={size} text-anchor={beside ? "start" : "middle"}>
            {message("HOUSE_STAKED", { all: dollars(cents) })}
        </text>
    );
}

/* --- a box --------------------------------------------------------------------------------------------------- */

function SideCircle({ table, box, x, y, wager }: { table: Table; box: Box; x: number; y: number; wager: string }) {
    const lines = spotPrint(wager, table).split(" ");
    const gold = wager === "pot-of-gold";
    /* The letters are as large as the circle allows: the widest line decides. */
    const size = Math.min(
        13.5,
        (1.86 * SIDE) / (0.64 * Math.max(...lines.map((line) => line.length))),
        34 / lines.length,
    );
    return (
        <g transform={`translate(${x} ${y})`}>
            <circle class={`side-spot ${gold ? "side-gold" : ""} ${box.lit[wager] ? "is-lit" : ""}`} r={SIDE} />
            {lines.map((line, i) => (
                <text
                    class="side-name"
                    text-anchor="middle"
                    font-size={size}
                    y={(i - (lines.length - 1) / 2) * size * 1.08 + size * 0.36}
                >
                    {line}
                </text>
            ))}
        </g>
    );
}

function BoxPrint({ table, box, spot, sides }: { table: Table; box: Box; spot: Spot; sides: string[] }) {
    return (
        <g transform={at(spot.x, spot.y, spot.turn, spot.scale)}>
            <circle class="box-circle" r={CIRCLE} />
            <circle class="box-inner" r={CIRCLE - 6} />
            <text class="box-number" text-anchor="middle" y={9}>
                {box.number}
            </text>
            {sideSpots(sides).map((side) => (
                <SideCircle table={table} box={box} {...side} />
            ))}
            {table.seats[String(box.number)] &&
                behindBox(table, box.number).map((place) => {
                    const { x, y } = behindSpot(place.slice(-1));
                    return <circle key={place} class="side-spot" cx={x} cy={y} r={BEHIND} />;
                })}
        </g>
    );
}

/* A bettor behind: chips, name, and the result of the wager. */
function Behind({ table, box, spot, me }: { table: Table; box: Box; spot: Spot; me: string }) {
    const places = behindBox(table, box.number);
    return (
        <>
            {places.map((name) => {
                const { x, y } = behindSpot(name);
                const p = place(spot, x, y),
                    q = place(spot, x + BEHIND + 9, y);
                const player = table.seats[name],
                    cents = box.bets[name]?.main ?? 0;
                const settled = box.hands.map((hand) => hand.settled[name]).filter(Boolean);
                const net = settled.reduce(
                    (sum, s) => ({ paid: sum.paid + s.paid, taken: sum.taken + s.taken, back: 0 }),
                    { paid: 0, taken: 0, back: 0 },
                );
                const result = resultOf(net);
                return (
                    <g key={name}>
                        {player && (
                            <g transform={at(q.x, q.y, spot.turn * 0.8, spot.scale)}>
                                <text class={`behind-name ${player === me ? "is-me" : ""}`} y={4}>
                                    {player === me ? message("FELT_YOU") : personName(player).slice(0, 10)}
                                </text>
                            </g>
                        )}
                        {cents > 0 && settled.length === 0 && (
                            <g class="chips" transform={at(p.x, p.y, 0, spot.scale * 0.62)}>
                                <Stack cents={cents} />
                            </g>
                        )}
                        {settled.length > 0 && (
                            <Pill x={p.x} y={p.y} text={result.text} kind={result.kind} size={spot.scale * 0.78} />
                        )}
                    </g>
                );
            })}
        </>
    );
}

function Paper({ cents, transform }: { cents: number; transform: string }) {
    return (
        <g class="coupon chip-in" transform={transform}>
            <rect x={-21} y={-12} width={42} height={24} rx={3} />
            <text text-anchor="middle" y={4.5}>
                {dollars(cents)}
            </text>
        </g>
    );
}

/* Coupons lie beside the wagers they match; one that is itself a stake lies on its spot. */
function CouponPaper({ box, spot }: { box: Box; spot: Spot }) {
    return (
        <>
            {Object.entries(box.coupons)
                .filter(([, cents]) => cents > 0)
                .map(([name, cents]) => {
                    const c = isBehind(name) ? { x: behindSpot(name).x - 32, y: behindSpot(name).y } : couponSpot;
                    const p = place(spot, c.x, c.y);
                    return <Paper key={name} cents={cents} transform={at(p.x, p.y, spot.turn - 8, spot.scale)} />;
                })}
        </>
    );
}

/* A lammer slides from where the dealer takes it. */
function SetLammer({ at: to, from, size }: { at: { x: number; y: number }; from: Spot; size: number }) {
    const way = { "--from-x": `${(from.x - to.x).toFixed(0)}px`, "--from-y": `${(from.y - to.y).toFixed(0)}px` };
    return (
        <g class="lammer-set" style={way} transform={at(to.x, to.y, 0, size)}>
            <Lammer />
        </g>
    );
}

/* Lammers that have won turn over and become chips, which lie there until the layout is cleared for the next round. */
function WonLammers({ box, spot }: { box: Box; spot: Spot }) {
    const stake = box.hands.length ? (box.staked ?? 0) : 0;
    return (
        <>
            {box.hands.map((hand, i) => {
                const x = ((box.hands.length - 1) / 2 - i) * -42;
                return Array.from({ length: stake ? hand.turned : 0 }, (_, k) => {
                    const p = place(spot, x + k * 16, k * 18);
                    return (
                        <g key={`${i} ${k}`} class="lammer-won" transform={at(p.x, p.y, 0, spot.scale * 0.9)}>
                            <g class="lammer-front">
                                <Lammer />
                            </g>
                            <g class="lammer-chips">
                                <Stack cents={stake} />
                            </g>
                        </g>
                    );
                });
            })}
        </>
    );
}

/* Chips of the main wager lie at the hand they stake; a lammer stands where the house pays. */
function MainChips({ box, spot, tray }: { box: Box; spot: Spot; tray: Spot }) {
    const places = Object.keys(box.bets).filter((place) => box.bets[place].main && !isBehind(place));
    const own = String(box.number);
    const hands: (Hand | null)[] = box.hands.length && !box.hands[0].gone ? box.hands : [null];
    return (
        <>
            {hands.map((hand, i) => {
                const x = ((hands.length - 1) / 2 - i) * -42;
                const s = hand?.settled[own];
                const settled = s && (s.taken > 0 || s.back > 0 || s.paid > 0);
                const p = place(spot, x, 0);
                /* Beside the box, where it leaves the sum of the wager free; between other hands, below. */
                const side = hands.length === 1 ? 1 : i === 0 ? -1 : i === hands.length - 1 ? 1 : 0;
                const q = place(spot, x + side * 40, side ? 12 : 34);
                return (
                    <g key={i}>
                        {!hand?.free &&
                            !settled &&
                            places.map((name, k) => {
                                const c = place(spot, x + (k - (places.length - 1) / 2) * 30, k ? 16 : 0);
                                return (
                                    <g
                                        key={name}
                                        class="chips"
                                        transform={at(
                                            c.x,
                                            c.y,
                                            0,
                                            spot.scale * (places.length > 1 ? 0.72 : hands.length > 2 ? 0.78 : 0.95),
                                        )}
                                    >
                                        <Stack cents={box.bets[name].main} />
                                    </g>
                                );
                            })}
                        {hand?.free && hand.lammers > 0 && !hand.turned && (
                            <SetLammer at={p} from={tray} size={spot.scale} />
                        )}
                        {!!hand?.doubledCents && !settled && (
                            <g class="chips" transform={at(q.x, q.y, 0, spot.scale * 0.86)}>
                                <Stack cents={hand.doubledCents} />
                            </g>
                        )}
                        {hand && hand.freeDouble && hand.lammers > Number(hand.free) && !hand.turned && (
                            <SetLammer at={q} from={tray} size={spot.scale} />
                        )}
                    </g>
                );
            })}
        </>
    );
}

function SideChips({ box, spot, sides }: { box: Box; spot: Spot; sides: string[] }) {
    return (
        <>
            {sideSpots(sides).map((side) => {
                const staked = (paper: boolean) =>
                    Object.entries(box.bets).reduce(
                        (sum, [name, bets]) =>
                            sum +
                            (Boolean(box.byCoupon[`${name} ${side.wager}`]) === paper ? (bets[side.wager] ?? 0) : 0),
                        0,
                    );
                const cents = staked(false),
                    paper = staked(true);
                const p = place(spot, side.x, side.y);
                return (
                    <g key={side.wager}>
                        {paper > 0 && <Paper cents={paper} transform={at(p.x, p.y, spot.turn - 8, spot.scale * 0.9)} />}
                        {cents > 0 && (
                            <g class="chips" transform={at(p.x, p.y, 0, spot.scale * 0.78)}>
                                <Stack cents={cents} />
                            </g>
                        )}
                        {side.wager === "pot-of-gold" &&
                            Array.from({ length: box.pot }, (_, i) => {
                                const c = place(spot, side.x + 15 + i * 15, side.y - 13 - i * 4);
                                return <SetLammer key={i} at={c} from={spot} size={spot.scale * 0.8} />;
                            })}
                    </g>
                );
            })}
        </>
    );
}

function Insurance({ box, spot }: { box: Box; spot: Spot }) {
    const cents = Object.values(box.bets).reduce((sum, bets) => sum + (bets.insurance ?? 0), 0);
    const p = place(spot, 0, CARDS_Y - 78);
    return cents ? (
        <g class="chips" transform={at(p.x, p.y, 0, spot.scale * 0.86)}>
            <Stack cents={cents} />
        </g>
    ) : null;
}

/* --- words on the felt --------------------------------------------------------------------------------------- */

function Pill({ x, y, text, kind, size = 1 }: { x: number; y: number; text: string; kind: string; size?: number }) {
    const width = Math.max(34, text.length * 10 + 18);
    return (
        <g class={`pill pill-${kind}`} transform={at(x, y, 0, size)}>
            <rect x={-width / 2} y={-14} width={width} height={28} rx={14} />
            <text text-anchor="middle" y={5.4}>
                {text}
            </text>
        </g>
    );
}

export function resultOf(s: Settled): { text: string; kind: string } {
    const net = s.paid - s.taken;
    if (net > 0) return { text: dollars(net, true), kind: "win" };
    if (net < 0) return { text: dollars(net), kind: "lose" };
    return { text: message("FELT_PUSH"), kind: "push" };
}

/* How long a card is on its way (app.css: .card, .deal-in). */
const FLIGHT_MS = 340;

/* A total that changes when its card lands, not when the card leaves the shoe. It changes at once with reduced motion, and when
 * the layout is cleared. */
export function Total(p: { x: number; y: number; text: string; kind: string; size: number }) {
    const [shown, show] = useState(p.text);
    useEffect(() => {
        if (!p.text || reducedMotion()) {
            show(p.text);
            return undefined;
        }
        const timer = setTimeout(() => show(p.text), FLIGHT_MS);
        return () => clearTimeout(timer);
    }, [p.text]);
    return p.text && shown ? <Pill {...p} text={shown} /> : null;
}

function HandWords({
    table,
    box,
    hand,
    index,
    spot,
    active,
}: {
    table: Table;
    box: Box;
    hand: Hand;
    index: number;
    spot: Spot;
    active: boolean;
}) {
    const n = box.hands.length;
    const where = handPlace(spot, index, n);
    const p = place(
        spot,
        where.x,
        CARDS_Y - (CARD_HEIGHT / 2 + 17) * where.scale - hand.slots.length * 5 * where.scale,
    );
    const q = place(spot, where.x, CARDS_Y + 40 * where.scale);
    const unseen = hand.slots.some((slot) => !slot.card);
    const total = scoreText(cardsOf(hand.slots), !hand.fromSplit);
    /* The total of a hand that was discarded face down stays unknown (MBJ-6a(e)(2).1). */
    const bust = unseen ? message("FELT_BUST_UNSEEN") : message("FELT_BUST", { total });
    const s = hand.settled[String(box.number)];
    const settled = s && (hand.gone || s.taken > 0 || s.paid > 0 || s.back > 0);
    const result = settled
        ? resultOf(s)
        : hand.free && hand.gone
          ? { text: message("FELT_FREE_NO_LOSS"), kind: "push" }
          : null;
    void table;
    return (
        <g>
            <Total
                x={p.x}
                y={p.y}
                text={total && hand.state === "busted" ? bust : total}
                kind={active ? "active" : hand.state === "busted" ? "lose" : "total"}
                size={spot.scale * Math.max(0.78, where.scale)}
            />
            {result && (
                <Pill
                    x={q.x}
                    y={q.y}
                    text={result.text}
                    kind={result.kind}
                    size={spot.scale * Math.max(0.8, where.scale)}
                />
            )}
        </g>
    );
}

/* A prize that waits to be verified is shown as what it will pay, not as the stake that the dealer has taken. */
function SideWords({ table, box, spot, sides }: { table: Table; box: Box; spot: Spot; sides: string[] }) {
    const spots = sideSpots(sides);
    return (
        <>
            {Object.entries(box.sides).map(([key, settled]) => {
                const wager = key.split(" ")[1];
                const side = spots.find((s) => s.wager === wager);
                if (settled.paid + settled.taken + settled.back === 0) return null;
                const p = side ? place(spot, side.x, side.y) : place(spot, 0, CARDS_Y - 78);
                const due = table.awards.find((award) => `${award.seat} ${award.wager}` === key);
                const result = resultOf(due ? { ...settled, paid: due.cents, taken: 0 } : settled);
                return (
                    <Pill key={key} x={p.x} y={p.y} text={result.text} kind={result.kind} size={spot.scale * 0.78} />
                );
            })}
        </>
    );
}

function Name({ table, box, spot, me, felt }: { table: Table; box: Box; spot: Spot; me: string; felt: Felt }) {
    const player = table.seats[String(box.number)];
    if (!player) return null;
    const line = table.layout.bettors > 1; /* with bets behind, the player's name stands beside them */
    const beside =
        BEHIND + (spot.scale < 1 ? 24 : 6); /* clear of the button there, which is never smaller than a finger */
    const p = place(spot, line ? -beside : 0, CIRCLE + (felt.wide ? 20 : 22));
    const anchor = line ? "end" : "middle";
    return (
        <g transform={at(p.x, p.y, spot.turn * 0.8, spot.scale)}>
            <text class={`player ${player === me ? "is-me" : ""}`} text-anchor={anchor} y={6}>
                {player === me ? message("FELT_YOU") : personName(player).slice(0, line ? 10 : 14)}
            </text>
            <text class="player-chips" text-anchor={anchor} y={25}>
                {dollars(table.racks[player] ?? 0)}
            </text>
        </g>
    );
}

/* The ring closes around the box on turn, and a flag at its edge shows the seconds. */
function ClockRing({ spot, share, seconds }: { spot: Spot; share: number; seconds: number }) {
    const r = CIRCLE + 9,
        length = 2 * Math.PI * r,
        late = seconds <= LAST_SECONDS ? "is-late" : "";
    return (
        <g transform={at(spot.x, spot.y, 0, spot.scale)}>
            <circle
                class={`clock-ring ${late}`}
                r={r}
                transform="rotate(-90)"
                stroke-dasharray={`${(length * share).toFixed(1)} ${length.toFixed(1)}`}
            />
            <g class={`clock-flag ${late}`} transform={`translate(${(r * 0.78).toFixed(1)} ${(-r * 0.78).toFixed(1)})`}>
                <circle r={17} />
                <text text-anchor="middle" y={6.5}>
                    {seconds}
                </text>
            </g>
        </g>
    );
}

/* --- cards --------------------------------------------------------------------------------------------------- */

function Cards({ cards, felt }: { cards: FlatCard[]; felt: Felt }) {
    return (
        <>
            {cards.map((c) => (
                <g
                    key={c.slot.id}
                    data-card={c.slot.id}
                    class={`card ${c.gone ? "is-gone" : ""} ${c.near ? "is-near" : ""}`}
                    style={{
                        transform: `translate(${c.at.x.toFixed(1)}px, ${c.at.y.toFixed(1)}px) rotate(${c.at.turn.toFixed(1)}deg) scale(${c.at.scale.toFixed(3)})`,
                    }}
                >
                    <g
                        class="deal-in"
                        style={{
                            "--from-x": `${((felt.shoe.x - c.at.x) / c.at.scale).toFixed(0)}px`,
                            "--from-y": `${((felt.shoe.y - c.at.y) / c.at.scale).toFixed(0)}px`,
                        }}
                    >
                        <PlayingCard card={c.slot.card} own={c.slot.own} />
                    </g>
                </g>
            ))}
        </>
    );
}

function dealerCards(slots: Slot[], gone: boolean, spot: Spot): FlatCard[] {
    return slots.map((slot, i) => ({ slot, gone, near: true, at: dealerCardPlace(spot, i, slots.length) }));
}

const sizeOf = (hand: Hand) => ({ cards: hand.slots.length, across: hand.slots.some((slot) => slot.sideways) });

/* The box under the lens, or 0: the player's own box on its turn. A player's only box stays there while no box is on turn,
 * so that its hands neither shrink nor lie over each other when they are paid. */
function nearBox(table: Table, me: string, turnBox: number): number {
    const own = table.boxes.filter(
        (box) => me !== "" && table.seats[String(box.number)] === me && box.hands.length > 0,
    );
    if (turnBox > 0) return own.some((box) => box.number === turnBox) ? turnBox : 0;
    return own.length === 1 ? own[0].number : 0;
}

const turnBoxOf = ({ turn }: Table): number =>
    turn.who === "player" && turn.do === "hit" ? Number.parseInt(turn.seat ?? "0", 10) : 0;

/* Where the hands of a box lie, under the lens or not. */
export function spotOfHands(table: Table, felt: Felt, me: string, box: Box): Spot {
    const spot = felt.boxes[box.number - 1];
    const near = nearBox(table, me, turnBoxOf(table)) === box.number;
    return near ? lensOf(felt, spot, box.hands.map(sizeOf)) : spot;
}

export function FeltView({ table, felt, me, clock, house = 0 }: Props) {
    const seconds = Math.ceil((clock * table.clockMs) / 1000);
    const sides = spotsOf(table);
    const turnBox = turnBoxOf(table);
    const near = nearBox(table, me, turnBox);
    const handsAt = (box: Box) => spotOfHands(table, felt, me, box);
    const cards = table.boxes.flatMap((box) => boxCards(box, handsAt(box)));
    const dealer = table.dealer.slots;
    const all = [...cards, ...dealerCards(dealer, table.dealer.gone, felt.dealer)].sort(
        (a, b) => a.slot.id - b.slot.id,
    );
    const total = scoreText(cardsOf(dealer).filter(Boolean), dealer.every((s) => s.card) && dealer.length === 2);
    const decks = Number(table.layout.rules.decks ?? 6) * 52;
    const left = table.shoe.left ?? decks;
    return (
        <svg
            class={`felt ${near && near === turnBox ? "has-lens" : ""}`}
            viewBox={`0 0 ${felt.width} ${felt.height}`}
            aria-hidden="true"
            focusable="false"
        >
            <FeltDefs />
            <Cloth felt={felt} lines={layoutLines(table)} />
            <Furniture felt={felt} left={left} share={left / decks} />
            {house > 0 && <HouseStaked felt={felt} cents={house} />}
            {table.boxes.map((box) => (
                <BoxPrint key={box.number} table={table} box={box} spot={felt.boxes[box.number - 1]} sides={sides} />
            ))}
            {table.boxes.map((box) => (
                <Name key={box.number} table={table} box={box} spot={felt.boxes[box.number - 1]} me={me} felt={felt} />
            ))}
            {turnBox > 0 && clock > 0 && <ClockRing spot={felt.boxes[turnBox - 1]} share={clock} seconds={seconds} />}
            {turnBox > 0 && (
                <circle
                    class="turn-glow"
                    cx={felt.boxes[turnBox - 1].x}
                    cy={felt.boxes[turnBox - 1].y}
                    r={(CIRCLE + 3) * felt.boxes[turnBox - 1].scale}
                />
            )}
            {table.boxes.map((box) => {
                const spot = felt.boxes[box.number - 1];
                return (
                    <g key={box.number}>
                        <MainChips box={box} spot={spot} tray={felt.tray} />
                        <WonLammers box={box} spot={spot} />
                        <CouponPaper box={box} spot={spot} />
                        <SideChips box={box} spot={spot} sides={sides} />
                        <Insurance box={box} spot={spot} />
                    </g>
                );
            })}
            <Cards cards={all} felt={felt} />
            {table.boxes.map((box) => {
                const spot = felt.boxes[box.number - 1];
                return (
                    <g key={box.number} class={box.number === near ? "words-near" : "words"}>
                        {box.hands.map((hand, i) => (
                            <HandWords
                                key={i}
                                table={table}
                                box={box}
                                hand={hand}
                                index={i}
                                spot={handsAt(box)}
                                active={turnBox === box.number && table.turn.hand === i + 1 && !hand.gone}
                            />
                        ))}
                        <SideWords table={table} box={box} spot={spot} sides={sides} />
                        {table.layout.bettors > 1 && <Behind table={table} box={box} spot={spot} me={me} />}
                    </g>
                );
            })}
            <Total
                x={felt.dealer.x - (dealer.length * 42 + 44) * felt.dealer.scale}
                y={felt.dealer.y}
                text={dealer.length > 0 ? total : ""}
                kind={table.dealer.gone ? "total" : "dealer"}
                size={1.1}
            />
        </svg>
    );
}

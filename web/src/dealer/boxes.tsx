/* boxes.tsx - the felt from the dealer's side: box 1 at the left, every spot where it always is, and nothing that moves.
 *
 * A touch on a spot lays the chosen chip there, a touch on a name takes the chosen cash, and a touch on a card begins its
 * correction. */
import { behindBox, boxOf, cardsOf, isBehind, type Box, type Hand, type Slot, type Table } from "../table/model";
import { scoreText, type Card } from "../table/cards";
import { dollars } from "../table/money";
import { personName } from "../parts/names";
import { spotPrint, spotsOf, wagerTitle } from "../felt/print";

export interface Touched {
    number: number; /* as `correct` counts the cards of the round; 0: this console did not see it being entered */
    card: string;
    where: string;
}

interface Touch {
    seat: (place: string) => void;
    spot: (place: string, wager: string) => void;
    insure: (place: string, what: "insure" | "evenmoney", cents: number) => void;
    card: (touched: Touched) => void;
}

const SIGNS: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const cardSign = (card: string) => `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}`;
export const isRed = (card: string) => card[1] === "h" || card[1] === "d";

function CardKey({ card, number, where, touch }: { card: Card; number: number; where: string; touch: Touch }) {
    if (!card) return <span class="d-card is-down" role="img" aria-label="A card face down" />;
    return (
        <button
            type="button"
            class={`d-card ${isRed(card) ? "is-red" : ""}`}
            data-number={number}
            aria-label={`${cardSign(card)}, ${where}: correct this card`}
            onClick={() => touch.card({ number, card, where })}
        >
            {cardSign(card)}
        </button>
    );
}

function Cards({ slots, numbers, where, touch }: { slots: Slot[]; numbers: number[]; where: string; touch: Touch }) {
    return (
        <span class="d-cards">
            {slots.map((slot, i) => (
                <CardKey key={slot.id} card={slot.card} number={numbers[i] ?? 0} where={where} touch={touch} />
            ))}
        </span>
    );
}

const STATES: Record<string, string> = { busted: "bust", surrendered: "out", stands: "stands" };

function HandRow(given: { hand: Hand; place: string; n: number; turn: boolean; numbers: number[]; touch: Touch }) {
    const { hand, place, n, turn, numbers, touch } = given;
    const where = `box ${place}, hand ${n}`;
    return (
        <div class={`d-hand ${turn ? "is-turn" : ""} ${hand.gone ? "is-gone" : ""}`}>
            <Cards slots={hand.slots} numbers={numbers} where={where} touch={touch} />
            <span class="d-total">
                {hand.blackjack ? "BJ" : scoreText(cardsOf(hand.slots), false)}
                {hand.lammers > 0 && (
                    <b class="d-lammer" title="lammers">
                        {"L".repeat(hand.lammers)}
                    </b>
                )}
                {hand.doubled && <small> ×2</small>}
                {STATES[hand.state] && <small> {STATES[hand.state]}</small>}
            </span>
        </div>
    );
}

/* A name that is read aloud has the words that are printed on the spot. */
function spotName(wager: string, t: Table) {
    const title = wagerTitle(wager, t),
        print = spotPrint(wager, t);
    return title.toLowerCase().includes(print.toLowerCase()) ? title : `${print}, ${title}`;
}

function Spot({ t, place, wager, touch }: { t: Table; place: string; wager: string; touch: Touch }) {
    const box = boxOf(t, place)!;
    const cents = box.bets[place]?.[wager] ?? 0;
    const lit = box.lit[wager] || box.held[wager];
    return (
        <button
            type="button"
            class={`d-spot ${wager === "main" ? "d-main" : "d-side"} ${cents ? "has-chips" : ""} ${lit ? "is-lit" : ""}`}
            data-spot={place}
            data-wager={wager}
            aria-label={`${wager === "main" ? wagerTitle(wager, t) : spotName(wager, t)}, ${isBehind(place) ? `behind box ${place.slice(0, -1)}` : `box ${place}`}: ${dollars(cents)}`}
            onClick={() => touch.spot(place, wager)}
        >
            {cents > 0 ? (
                <b>{dollars(cents)}</b>
            ) : wager === "main" ? (
                <i>{isBehind(place) ? "behind" : place}</i>
            ) : (
                <small>{spotPrint(wager, t)}</small>
            )}
        </button>
    );
}

function Insurance({ t, box, touch }: { t: Table; box: Box; touch: Touch }) {
    const offers = (t.turn.legal ?? []).filter(
        (o) => (o.do === "insure" || o.do === "evenmoney") && o.seat === String(box.number),
    );
    const laid = box.bets[String(box.number)]?.insurance ?? 0;
    return (
        <span class="d-insurance">
            {offers.map((o) => (
                <button
                    key={o.do}
                    type="button"
                    class="d-insure"
                    data-do={o.do}
                    onClick={() => touch.insure(o.seat!, o.do as "insure" | "evenmoney", o.most ?? 0)}
                >
                    {o.do === "insure" ? `Ins ${dollars(o.most ?? 0)}` : "Even"}
                </button>
            ))}
            {offers.length === 0 && laid > 0 && <small>Ins {dollars(laid)}</small>}
        </span>
    );
}

function BoxColumn({
    t,
    box,
    numbers,
    touch,
}: {
    t: Table;
    box: Box;
    numbers: Record<string, number[]>;
    touch: Touch;
}) {
    const place = String(box.number);
    const player = t.seats[place];
    const onTurn =
        t.turn.seat !== undefined && t.turn.seat !== "dealer" && Number.parseInt(t.turn.seat, 10) === box.number;
    const at = (t.turn as { hand?: number }).hand ?? 1;
    return (
        <section class={`d-box ${onTurn ? "is-turn" : ""}`} data-box={place} aria-label={`Box ${place}`}>
            <button type="button" class="d-seat" data-seat={place} onClick={() => touch.seat(place)}>
                <b>{place}</b>
                <span>{player ? personName(player) : "free"}</span>
                <small>{player ? dollars(t.racks[player] ?? 0) : ""}</small>
            </button>
            <Spot t={t} place={place} wager="main" touch={touch} />
            {t.layout.bettors > 1 && (
                <div class="d-behind">
                    {behindBox(t, box.number).map((name) => (
                        <Spot key={name} t={t} place={name} wager="main" touch={touch} />
                    ))}
                </div>
            )}
            <div class="d-sides">
                {spotsOf(t).map((wager) => (
                    <Spot key={wager} t={t} place={place} wager={wager} touch={touch} />
                ))}
            </div>
            <Insurance t={t} box={box} touch={touch} />
            <div class="d-hands">
                {box.hands.map((hand, i) => (
                    <HandRow
                        key={i}
                        hand={hand}
                        place={place}
                        n={i + 1}
                        turn={onTurn && at === i + 1}
                        numbers={numbers[`${place}.${i + 1}`] ?? []}
                        touch={touch}
                    />
                ))}
                {box.pot > 0 && <small class="d-lammer">Pot {"L".repeat(box.pot)}</small>}
            </div>
        </section>
    );
}

export function DealersFelt({ t, numbers, touch }: { t: Table; numbers: Record<string, number[]>; touch: Touch }) {
    const dealers = t.turn.seat === "dealer";
    return (
        <div class="d-felt">
            <div class="d-boxes" style={{ "--boxes": t.layout.boxes }}>
                {t.boxes.map((box) => (
                    <BoxColumn key={box.number} t={t} box={box} numbers={numbers} touch={touch} />
                ))}
            </div>
            <div class={`d-dealer ${dealers ? "is-turn" : ""}`} aria-label="The dealer's hand">
                <small class="d-shoe">
                    Round {t.round}
                    <br />
                    {typeof t.shoe.left === "number" ? `${t.shoe.left} cards in the shoe` : ""}
                </small>
                <Cards slots={t.dealer.slots} numbers={numbers["dealer.0"] ?? []} where="the dealer" touch={touch} />
                <b class="d-total">{scoreText(cardsOf(t.dealer.slots), true)}</b>
            </div>
        </div>
    );
}

/* hidden.tsx - the table in words, for those who do not see it. */
import { cardName, scoreText } from "../table/cards";
import { cardsOf, isBehind, type Box, type Hand, type Slot, type Table } from "../table/model";
import { dollars } from "../table/money";
import { chipsInWords } from "../table/say";
import { personName } from "../parts/names";
import { wagerTitle } from "./print";
import { message } from "../words/catalogue";

export function TableInWords({ table, me, house }: { table: Table; me: string; house: number }) {
    const boxes = table.boxes.filter((box) => table.seats[String(box.number)] || box.hands.length);
    return (
        <section class="unseen" aria-label={message("SPOKEN_TABLE_IN_WORDS")}>
            {table.racks[me] !== undefined && <p>{chipsInWords(table, me)}</p>}
            {house > 0 && <p>{message("HOUSE_STAKED", { all: dollars(house) })}</p>}
            <h2>{message("SPOKEN_DEALER")}</h2>
            <p>{cardsInWords(table.dealer.slots) || message("SPOKEN_NO_CARDS")}</p>
            {boxes.map((box) => (
                <BoxInWords key={box.number} table={table} me={me} box={box} />
            ))}
        </section>
    );
}

const cardsInWords = (slots: Slot[]) => cardsOf(slots).map(cardName).join(message("COMMA"));

/* The player of a place, "you" for the reader. */
const playerOf = (table: Table, place: string, me: string) =>
    table.seats[place] === me ? message("YOU") : personName(table.seats[place] ?? message("SPOKEN_NO_PLAYER"));

function Behind({ table, me, box }: { table: Table; me: string; box: string }) {
    const asks = table.asks[box];
    return (
        <p>
            {message(table.shared[box] ? "SPOKEN_OPEN_TO_FURTHER_BETTORS" : "SPOKEN_CLOSED_TO_FURTHER_BETTORS")}{" "}
            {asks && (asks === me ? message("SPOKEN_YOU_ASK") : message("SPOKEN_ASKS", { person: personName(asks) }))}
        </p>
    );
}

function Bet({ table, me, box, place, wager }: { table: Table; me: string; box: Box; place: string; wager: string }) {
    const bet = message(box.byCoupon[`${place} ${wager}`] ? "SPOKEN_BET_BY_COUPON" : "SPOKEN_BET", {
        wager: wagerTitle(wager, table),
        money: dollars(box.bets[place][wager]),
    });
    return <p>{isBehind(place) ? message("SPOKEN_BEHIND_IT", { person: playerOf(table, place, me), bet }) : bet}</p>;
}

function handInWords(hand: Hand, number: number): string {
    const points = scoreText(cardsOf(hand.slots), !hand.fromSplit).split("/");
    return [
        message("SPOKEN_HAND", {
            number,
            cards: cardsInWords(hand.slots),
            points: points.length > 1 ? message("SPOKEN_OR", { low: points[0], high: points[1] }) : points[0],
        }),
        hand.free && message("SPOKEN_STAKED_BY_A_LAMMER"),
        hand.freeDouble && message("SPOKEN_DOUBLED_BY_A_LAMMER"),
    ]
        .filter(Boolean)
        .join(message("COMMA"));
}

function BoxInWords({ table, me, box }: { table: Table; me: string; box: Box }) {
    const number = String(box.number);
    return (
        <div>
            <h2>{message("SPOKEN_BOX", { number, player: playerOf(table, number, me) })}</h2>
            {table.layout.bettors > 1 && table.seats[number] && <Behind table={table} me={me} box={number} />}
            {Object.entries(box.bets).flatMap(([place, bets]) =>
                Object.keys(bets).map((wager) => (
                    <Bet key={place + wager} table={table} me={me} box={box} place={place} wager={wager} />
                )),
            )}
            {Object.entries(box.coupons).map(([place, cents]) => (
                <p key={place}>{message("SPOKEN_COUPON", { money: dollars(cents) })}</p>
            ))}
            {box.hands.map((hand, i) => (
                <p key={i}>{handInWords(hand, i + 1)}</p>
            ))}
        </div>
    );
}

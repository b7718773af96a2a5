/* hidden.tsx - the table in words, for those who do not see it. */
import { cardName, scoreText } from "../table/cards";
import { cardsOf, isBehind, type Table } from "../table/model";
import { dollars } from "../table/money";
import { personName } from "../parts/names";
import { wagerTitle } from "./print";

export function TableInWords({ table, me }: { table: Table; me: string }) {
    const boxes = table.boxes.filter((box) => table.seats[String(box.number)] || box.hands.length);
    return (
        <section class="unseen" aria-label={/* say:table-in-words */ "The table in words"}>
            <h2>Dealer</h2>
            <p>{table.dealer.slots.length ? cardsOf(table.dealer.slots).map(cardName).join(", ") : "no cards"}</p>
            {boxes.map((box) => (
                <div key={box.number}>
                    <h2>
                        Box {box.number},{" "}
                        {table.seats[String(box.number)] === me
                            ? "you"
                            : personName(table.seats[String(box.number)] ?? "nobody")}
                    </h2>
                    {table.layout.bettors > 1 && table.seats[String(box.number)] && (
                        <p>
                            {table.shared[String(box.number)]
                                ? "Open to further bettors."
                                : "Closed to further bettors."}{" "}
                            {table.asks[String(box.number)]
                                ? `${table.asks[String(box.number)] === me ? "You ask" : `${personName(table.asks[String(box.number)])} asks`} to bet behind it.`
                                : ""}
                        </p>
                    )}
                    {Object.entries(box.bets).flatMap(([place, bets]) =>
                        Object.entries(bets).map(([wager, cents]) => (
                            <p key={place + wager}>
                                {isBehind(place)
                                    ? `Behind it, ${table.seats[place] === me ? "you" : personName(table.seats[place] ?? "")}: `
                                    : ""}
                                {wagerTitle(wager, table)}: {dollars(cents)}
                                {box.byCoupon[`${place} ${wager}`] ? " by coupon" : ""}
                            </p>
                        )),
                    )}
                    {Object.entries(box.coupons).map(([place, cents]) => (
                        <p key={place}>Coupon: {dollars(cents)}</p>
                    ))}
                    {box.hands.map((hand, i) => (
                        <p key={i}>
                            Hand {i + 1}: {cardsOf(hand.slots).map(cardName).join(", ")}.{" "}
                            {scoreText(cardsOf(hand.slots), !hand.fromSplit).replace("/", " or ")}
                            {hand.free ? ", staked by a lammer" : ""}
                            {hand.freeDouble ? ", doubled by a lammer" : ""}
                        </p>
                    ))}
                </div>
            ))}
        </section>
    );
}

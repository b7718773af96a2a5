/* spots.tsx - the buttons on the felt: free boxes and betting spots. Plain buttons, laid over the drawing. */
import { isBehind, type Table } from "../table/model";
import { dollars } from "../table/money";
import { BEHIND, behindSpot, CIRCLE, place, SIDE, sideSpots, type Felt, type Spot } from "./geometry";
import { spotsOf, wagerTitle } from "./print";
import { message } from "../words/catalogue";

interface Props {
    table: Table;
    felt: Felt;
    me: string;
    mine: string[];
    canSit: boolean;
    behind: string[]; /* boxes at which this player could bet behind another */
    canBet: boolean;
    chip: number;
    onSit: (place: string) => void;
    onBet: (place: string, wager: string) => void;
}

/* The style sheet keeps a button large enough for a finger; its middle stays where it is. */
function over(felt: Felt, x: number, y: number, r: number) {
    return {
        left: `${(x / felt.width) * 100}%`,
        top: `${(y / felt.height) * 100}%`,
        width: `${((2 * r) / felt.width) * 100}%`,
        height: `${((2 * r) / felt.height) * 100}%`,
    };
}

const MAIN = { x: 0, y: 0 };
const MORE_FOR_FINGERS = 5; /* a small circle also reacts a little outside */

/* The circle of a place, or the smaller one behind it for a bettor behind. */
function circle(felt: Felt, spot: Spot, name: string) {
    const at = isBehind(name) ? behindSpot(name) : MAIN;
    const p = place(spot, at.x, at.y);
    return over(felt, p.x, p.y, (isBehind(name) ? BEHIND + MORE_FOR_FINGERS : CIRCLE) * spot.scale);
}

export function Spots({ table, felt, me, mine, canSit, behind, canBet, chip, onSit, onBet }: Props) {
    const sides = sideSpots(spotsOf(table));
    return (
        <div class="spots">
            {canSit &&
                table.boxes
                    .filter((box) => !table.seats[String(box.number)])
                    .map((box) => {
                        const spot = felt.boxes[box.number - 1];
                        return (
                            <button
                                key={box.number}
                                type="button"
                                class="spot spot-sit"
                                style={over(felt, spot.x, spot.y, CIRCLE * spot.scale)}
                                onClick={() => onSit(String(box.number))}
                                aria-label={message("SPOT_SIT_AT_BOX", { number: box.number })}
                            >
                                {message("SPOT_SIT")}
                            </button>
                        );
                    })}
            {behind.map((name) => {
                const number = String(Number.parseInt(name, 10));
                const open = table.shared[number],
                    asked = me !== "" && table.asks[number] === me;
                const words = open
                    ? message("SPOT_BET_BEHIND_BOX", { number })
                    : asked
                      ? message("SPOT_YOU_HAVE_ASKED_BOX", { number })
                      : message("SPOT_ASK_TO_BET_BEHIND", { number });
                return (
                    <button
                        key={name}
                        type="button"
                        data-behind={name}
                        data-state={open ? "open" : asked ? "asked" : "closed"}
                        class={`spot spot-sit ${open ? "" : "spot-ask"}`}
                        style={circle(felt, felt.boxes[Number(number) - 1], name)}
                        onClick={() => onSit(name)}
                        disabled={asked}
                        title={words}
                        aria-label={words}
                    >
                        {open ? "+" : asked ? "…" : "?"}
                    </button>
                );
            })}
            {canBet &&
                mine.map((name) => {
                    const number = Number.parseInt(name, 10);
                    const spot = felt.boxes[number - 1];
                    const bets = table.boxes[number - 1]?.bets[name] ?? {};
                    return (
                        <div key={name}>
                            <button
                                type="button"
                                data-spot={name}
                                class="spot spot-bet"
                                style={circle(felt, spot, name)}
                                onClick={() => onBet(name, "main")}
                                aria-label={message(isBehind(name) ? "SPOT_ADD_BEHIND" : "SPOT_ADD_TO_YOUR_BET", {
                                    money: dollars(chip),
                                    number,
                                    now: dollars(bets.main ?? 0),
                                })}
                            />
                            {sides.map((side) => {
                                const p = place(spot, side.x, side.y);
                                return (
                                    <button
                                        key={side.wager}
                                        type="button"
                                        data-wager={side.wager}
                                        class="spot spot-bet"
                                        style={over(felt, p.x, p.y, SIDE * spot.scale)}
                                        onClick={() => onBet(name, side.wager)}
                                        title={wagerTitle(side.wager, table)}
                                        aria-label={message("SPOT_ADD_TO_NOW", {
                                            money: dollars(chip),
                                            wager: wagerTitle(side.wager, table),
                                            now: dollars(bets[side.wager] ?? 0),
                                        })}
                                    />
                                );
                            })}
                        </div>
                    );
                })}
        </div>
    );
}

/* settle.tsx - take and pay: one line for each stop, in the order in which the house settled the round, with what to
 * take, what to pay and which lammers to remove. A touch ticks a line; the ticks survive a reload (round.ts). */
import { isBehind, type Table } from "../table/model";
import { dollars } from "../table/money";
import { wagerTitle } from "../felt/print";
import type { RoundLog, Stop, Task } from "./round";

const lammers = ({ lammers: n }: Task) => (n === 1 ? "the lammer" : `${n} lammers`);

const WORDS: Record<Task["kind"], (task: Task) => string> = {
    take: (task) => `take ${dollars(task.cents)}`,
    pay: (task) => `pay ${dollars(task.cents)}`,
    return: (task) => `leave ${dollars(task.cents)}`,
    award: (task) => `award ${dollars(task.cents)}`,
    "lammer-off": (task) => `remove ${lammers(task)}`,
    "lammer-pot": (task) => `move ${lammers(task)} to the Pot of Gold`,
};

const tone = (stop: Stop) =>
    stop.tasks.some(({ kind }) => kind === "pay")
        ? "is-win"
        : stop.tasks.some(({ kind }) => kind === "take")
          ? "is-lose"
          : "";

const where = (stop: Stop) =>
    `${isBehind(stop.place) ? `Behind ${Number.parseInt(stop.place, 10)}` : `Box ${stop.place}`}${stop.hand && stop.hand > 1 ? `, hand ${stop.hand}` : ""}`;

/* A payment says what the prize before it names, and a stake stays with its winnings. */
function said(stop: Stop): Task[] {
    const pays = stop.tasks.some(({ kind }) => kind === "pay");
    return stop.tasks.filter(({ kind }) => !pays || (kind !== "award" && kind !== "return"));
}

const seen = (button: HTMLElement | null) => button?.scrollIntoView({ block: "nearest" });

export function TakeAndPay({ t, log, onTick }: { t: Table; log: RoundLog; onTick: (stop: Stop) => void }) {
    const stops = log.stops;
    const next = stops.find((stop) => !log.isTicked(stop));
    return (
        <section class="d-settle" aria-label="Take and pay">
            <p class="dim d-hint">
                {stops.length === 0 ? "Nothing to take or pay yet." : "In this order; a touch or V ticks the next."}
            </p>
            <ol>
                {stops.map((stop) => (
                    <li key={stop.id}>
                        <button
                            type="button"
                            role="checkbox"
                            aria-checked={log.isTicked(stop)}
                            class={`d-stop ${tone(stop)} ${stop === next ? "is-next" : ""}`}
                            ref={stop === next ? seen : undefined}
                            onClick={() => onTick(stop)}
                        >
                            <b>{where(stop)}</b>
                            {said(stop).map((task, i) => (
                                <span key={i}>
                                    {i > 0 && ", "}
                                    {WORDS[task.kind](task)}
                                    {task.wager !== "main" && (
                                        <small>
                                            {" "}
                                            {task.wager === "correction"
                                                ? "after the correction"
                                                : wagerTitle(task.wager, t)}
                                        </small>
                                    )}
                                </span>
                            ))}
                        </button>
                    </li>
                ))}
            </ol>
        </section>
    );
}

/* day.tsx - cash at the counter and chips between cage and tables in one gaming day, with their sums. The house says
 * which day it is, when it began and when it ends. */
import { useEffect, useState } from "preact/hooks";
import { askPages } from "../net/api";
import { HouseSays } from "../parts/house-says";
import { moneyName, timeText, type Money } from "../money/rows";
import { dollars } from "../table/money";
import type { CageRow, GamingDay } from "./rows";

const SHOWN = 200;
const MOST = 20000;
const MONEYS: Money[] = ["real", "play"];

const WHAT: Record<string, string> = {
    deposit: "Paid in",
    withdrawal: "Paid out",
    "play-money": "Play money",
    "coupon-issued": "Coupon",
    "coupon-laid": "Coupon laid",
    "coupon-back": "Coupon given back",
    "coupon-again": "Coupon taken after a correction",
    "drop counted": "Drop counted",
};
const named = (what: string) => WHAT[what] ?? what[0].toUpperCase() + what.slice(1);

function Sums({ rows }: { rows: CageRow[] }) {
    const sum = (of: (row: CageRow) => number) => rows.reduce((total, row) => total + of(row), 0);
    const [came, went] = [sum((row) => row.in_cents), sum((row) => row.out_cents)];
    return (
        <dl class="figures">
            {(
                [
                    ["in", "Came in", dollars(came)],
                    ["out", "Went out", dollars(went)],
                    ["net", "Together", dollars(came - went, true)],
                    [
                        "coupons",
                        "Coupons issued",
                        dollars(sum((row) => (row.what === "coupon-issued" ? row.coupon_cents : 0))),
                    ],
                ] as const
            ).map(([figure, name, value]) => (
                <div class="figure" key={figure} data-figure={figure}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                </div>
            ))}
        </dl>
    );
}

function Rows({ rows }: { rows: CageRow[] }) {
    return (
        <div class="scroll" tabIndex={0} role="region" aria-label="Movements">
            <table class="cage-day">
                <thead>
                    <tr>
                        <th scope="col">Time</th>
                        <th scope="col">What</th>
                        <th scope="col">Who or where</th>
                        <th scope="col" class="num">
                            In
                        </th>
                        <th scope="col" class="num">
                            Out
                        </th>
                        <th scope="col" class="num">
                            No.
                        </th>
                        <th scope="col">By</th>
                    </tr>
                </thead>
                <tbody>
                    {rows.map((row, i) => (
                        <tr key={i}>
                            <td data-name="Time">
                                {new Date(row.time_ms).toLocaleTimeString(undefined, { timeStyle: "short" })}
                            </td>
                            <td data-name="What">
                                {named(row.what)}
                                {row.coupon_cents ? ` worth ${dollars(row.coupon_cents)}` : ""}
                            </td>
                            <td data-name="Who">{row.person || row.table}</td>
                            <td class="num" data-name="In">
                                {row.in_cents ? dollars(row.in_cents) : ""}
                            </td>
                            <td class="num" data-name="Out">
                                {row.out_cents ? dollars(row.out_cents) : ""}
                            </td>
                            <td class="num" data-name="No.">
                                {row.receipt ?? ""}
                            </td>
                            <td data-name="By">{row.by}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/* `fresh` changes when money has moved. */
export function Day({ fresh }: { fresh: number }) {
    const [chosen, setChosen] = useState(""); /* none: the present day */
    const [day, setDay] = useState<GamingDay | null>(null);
    const [money, setMoney] = useState<Money>("real");
    const [rows, setRows] = useState<CageRow[] | null>(null);
    const [whole, setWhole] = useState(true);
    const [why, setWhy] = useState("");
    useEffect(() => {
        let asked = true;
        const query = { day: chosen || "now" };
        void askPages<{ rows: CageRow[]; next?: string; day: GamingDay }>("report-cage", "rows", MOST, query).then(
            (answer) => {
                if (!asked) return;
                setWhy(answer.ok ? "" : answer.why);
                if (!answer.ok) return;
                setDay(answer.day);
                setRows(answer.rows.sort((a, b) => b.time_ms - a.time_ms));
                setWhole(!answer.next);
            },
        );
        return () => void (asked = false);
    }, [chosen, fresh]);
    const listed = (rows ?? []).filter((row) => row.money === money);
    return (
        <section class="panel" aria-labelledby="day-title">
            <h2 id="day-title">The day's movements</h2>
            <div class="row">
                <label class="field">
                    Day
                    <input
                        type="date"
                        name="day"
                        value={chosen || day?.date}
                        max={day?.now}
                        onInput={(e) => setChosen(e.currentTarget.value)}
                    />
                </label>
                <div class="row" role="group" aria-label="Which money">
                    {MONEYS.map((kind) => (
                        <button
                            key={kind}
                            type="button"
                            class="tool"
                            aria-pressed={kind === money}
                            onClick={() => setMoney(kind)}
                        >
                            {moneyName(kind)}
                        </button>
                    ))}
                </div>
            </div>
            {day && (
                <p class="dim">
                    The gaming day of {day.date}: {timeText(day.from_ms)} to {timeText(day.to_ms)}.
                </p>
            )}
            <HouseSays said={why ? { text: why, bad: true } : null} />
            {!rows && !why && <p class="dim">Counting…</p>}
            {rows && <Sums rows={listed} />}
            {rows && listed.length === 0 && <p class="dim">{/* say:nothing-moved */}No money has moved on this day.</p>}
            {listed.length > 0 && <Rows rows={listed.slice(0, SHOWN)} />}
            {(listed.length > SHOWN || !whole) && (
                <p class="dim">
                    {whole
                        ? `The sums are of all ${listed.length}; the newest ${SHOWN} are listed.`
                        : `There are more than ${MOST} lines; the sums do not cover the whole day.`}{" "}
                    The pit's reports can be taken away as files.
                </p>
            )}
        </section>
    );
}

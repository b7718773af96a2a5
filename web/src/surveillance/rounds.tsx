/* rounds.tsx - the rounds of a table as a strip: arrow keys move along it, what the tray must hold stands below it, and a
 * signed file of the table can be taken away. */
import { useEffect, useRef, useState } from "preact/hooks";
import { askPages } from "../net/api";
import type { DealerRow, RoundRow, RoundsReport } from "../net/protocol";
import { useKeys } from "../parts/hooks";
import { useSession } from "../parts/session";
import { dollars } from "../table/money";
import { keepBookmark, placeOfRecord } from "./bookmarks";
import { download, signedFile, type SignedFile } from "./export";

function Facts({ row }: { row: RoundRow }) {
    const facts: [string, string][] = [
        ["Opened", new Date(row.time_ms).toLocaleString()],
        ["Dealer", row.dealer || "the program"],
        ["Hands", String(row.hands)],
        ["Staked", dollars(row.staked_cents)],
        ["Win of the house", dollars(row.win_cents, true)],
        ["Expected tray", dollars(row.tray_cents)],
        ["Corrections", String(row.corrections)],
        ["Irregularities", String(row.irregular)],
    ];
    return (
        <dl class="strip-facts">
            {facts.map(([name, value]) => (
                <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                </div>
            ))}
        </dl>
    );
}

function Files({ row }: { row: RoundRow }) {
    const [file, setFile] = useState<SignedFile | string>("");
    const make = async (from: number) => {
        const made = await signedFile(row.table, from);
        setFile(made);
        if (typeof made === "string") return;
        download(`${made.name}.jsonl`, made.lines);
        download(`${made.name}.head`, made.head);
    };
    return (
        <>
            <button type="button" class="tool" onClick={() => void make(1)}>
                {/* say:file-of-table */}Signed file of the table
            </button>
            <button type="button" class="tool" onClick={() => void make(row.seq)}>
                Signed file from this round on
            </button>
            {typeof file === "string"
                ? file && <p role="alert">{file}</p>
                : file && (
                      <p role="status" class="strip-verify">
                          Keep both files together. This proves them: <code>{file.verify}</code>
                      </p>
                  )}
        </>
    );
}

const tone = (row: RoundRow) => (row.corrections || row.irregular ? "is-marked" : row.win_cents < 0 ? "is-lost" : "");

function Strip({ rows, onKeep }: { rows: RoundRow[]; onKeep: () => void }) {
    const { go } = useSession();
    const [at, setAt] = useState(rows.length - 1);
    const list = useRef<HTMLDivElement>(null);
    const row = rows[Math.min(at, rows.length - 1)];
    const move = (by: number) => setAt(Math.max(0, Math.min(rows.length - 1, at + by)));
    const keep = () => {
        keepBookmark({ table: row.table, round: row.round, seq: 0, note: "", kept_ms: Date.now() });
        onKeep();
    };
    const recall = () => go(placeOfRecord(row.table, row.round, 0));
    useKeys({
        ArrowLeft: () => move(-1),
        ArrowRight: () => move(1),
        Home: () => setAt(0),
        End: () => setAt(rows.length - 1),
        Enter: recall,
        b: keep,
    });
    useEffect(() => {
        list.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }, [at]);
    return (
        <>
            <div class="strip" ref={list} role="group" aria-label="Rounds, by the arrow keys too">
                {rows.map((one, i) => (
                    <button
                        key={one.round}
                        type="button"
                        class={`strip-round ${tone(one)}`}
                        aria-pressed={i === at}
                        aria-label={`Round ${one.round}, ${dollars(one.win_cents, true)}`}
                        onClick={() => setAt(i)}
                    >
                        <b>{one.round}</b>
                        <span>{dollars(one.win_cents, true)}</span>
                    </button>
                ))}
            </div>
            <Facts row={row} />
            <div class="row">
                <button type="button" class="action action-main" onClick={recall}>
                    <span>Recall round {row.round}</span>
                </button>
                <button type="button" class="tool" onClick={keep}>
                    Bookmark
                </button>
                <Files key={row.table} row={row} />
            </div>
        </>
    );
}

const rate = (value: number | null) => (value === null ? "" : value.toFixed(1));
const RARE = 0.01;

/* One in a hundred such probabilities is below one in a hundred by chance: the row is a reason to look. */
function Dealers({ rows }: { rows: DealerRow[] }) {
    if (!rows.length) return null;
    return (
        <div class="scroll" tabIndex={0} role="region" aria-label="Errors of the dealers">
            <table>
                <thead>
                    <tr>
                        <th scope="col">Dealer</th>
                        {["Hands", "Corrections", "Irregularities", "In 1,000 hands", "All dealers", "By chance"].map(
                            (name) => (
                                <th key={name} scope="col" class="num">
                                    {name}
                                </th>
                            ),
                        )}
                    </tr>
                </thead>
                <tbody>
                    {rows.map((row) => (
                        <tr key={row.dealer} class={row.by_chance !== null && row.by_chance < RARE ? "is-rare" : ""}>
                            <td>{row.dealer}</td>
                            <td class="num">{row.hands}</td>
                            <td class="num">{row.corrections}</td>
                            <td class="num">{row.irregular}</td>
                            <td class="num">{rate(row.per_1000_hands)}</td>
                            <td class="num">{rate(row.all_per_1000_hands)}</td>
                            <td class="num">{row.by_chance === null ? "" : `${(100 * row.by_chance).toFixed(1)} %`}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

export function Rounds({ tables, onKeep }: { tables: string[]; onKeep: () => void }) {
    const [table, setTable] = useState("");
    const [day, setDay] = useState("now");
    const [found, setFound] = useState<RoundsReport | null>(null);
    const [why, setWhy] = useState("");
    const chosen = table || tables[0] || "";
    useEffect(() => {
        if (!chosen) return;
        void askPages<RoundsReport & { rows: RoundRow[] }>("report-rounds", "rows", Infinity, {
            table: chosen,
            day: day || "now",
        }).then((answer) => {
            setWhy(answer.ok ? "" : answer.why);
            setFound(answer.ok ? answer : null);
        });
    }, [chosen, day]);
    const rows = found?.rows ?? [];
    return (
        <section class="panel" aria-label="Rounds">
            <h2>Rounds</h2>
            <div class="row">
                <label class="field">
                    Table
                    <select value={chosen} onChange={(e) => setTable(e.currentTarget.value)}>
                        {tables.map((id) => (
                            <option key={id}>{id}</option>
                        ))}
                    </select>
                </label>
                <label class="field">
                    Gaming day
                    <input
                        type="date"
                        value={day === "now" ? (found?.day?.date ?? "") : day}
                        onInput={(e) => setDay(e.currentTarget.value || "now")}
                    />
                </label>
            </div>
            {why && <p role="alert">{why}</p>}
            {found && rows.length === 0 && <p class="dim">No round was played at this table on this day.</p>}
            {rows.length > 0 && <Strip key={`${chosen} ${day}`} rows={rows} onKeep={onKeep} />}
            <Dealers rows={found?.dealers ?? []} />
        </section>
    );
}

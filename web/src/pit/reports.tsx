/* reports.tsx - drop, win and hold against theory, ratings and lists; each can be downloaded as a file. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, askPages, type Answer } from "../net/api";
import { More, SHOWN } from "../parts/more";
import { BandPlot } from "../parts/plot";
import { has, useSession } from "../parts/session";
import { dollars } from "../table/money";
import type { WinRow } from "./rows";

const FILE_PAGE = 1000;
const FLOOR = ["supervisor", "executive", "auditor", "surveillance"];
const CAGE = [...FLOOR, "cashier"];
const WATCH = ["executive", "auditor", "surveillance"];

const REPORTS: [word: string, name: string, roles: string[]][] = [
    ["report-win", "Win", FLOOR],
    ["report-ratings", "Ratings", FLOOR],
    ["report-review", "Bets against the count", FLOOR],
    ["report-cage", "Cage", CAGE],
    ["report-currency", "Currency", CAGE],
    ["report-tax", "Tax", CAGE],
    ["significant-events", "Significant events", WATCH],
    ["disputes", "Disputes", CAGE],
];

type Row = Record<string, unknown>;
const HEADS: Record<string, string> = { seq: "record", told: "what happened", actor: "by", stream: "journal of" };
const title = (key: string) => HEADS[key] ?? key.replace(/_cents$/, "").replace(/_/g, " ");

/* A key with a slash is an account, and accounts hold cents. */
const field = (key: string, value: unknown) => show(key.includes("/") ? "_cents" : key, value);

/* Only what differs: "tray/one $0.00 → $2,000.00". A digest is shortened to its beginning. */
function change(before: unknown, after: unknown): string {
    const short = (value: unknown) => show("", value).replace(/^([0-9a-f]{12})[0-9a-f]{20,}$/, "$1…");
    if (!before || !after) return "";
    if (typeof before !== "object" || typeof after !== "object") return `${short(before)} → ${short(after)}`;
    const [was, is] = [before as Row, after as Row];
    return Object.keys({ ...was, ...is })
        .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
        .map((key) => `${title(key)} ${field(key, was[key]) || "none"} → ${field(key, is[key]) || "none"}`)
        .join("; ");
}

/* The file has every field; the page shows a sentence about the act, and what it changed. */
const eventRow = ({ time, stream, seq, actor, told, before, after }: Row): Row => ({
    time,
    stream,
    seq,
    actor,
    told,
    change: change(before, after),
});

const pairs = (value: object): string =>
    Object.entries(value)
        .map(([key, part]) => (Array.isArray(value) ? show("", part) : `${title(key)} ${field(key, part)}`))
        .join(", ");

function show(key: string, value: unknown): string {
    if (value === null || value === undefined) return "";
    if (key.endsWith("_cents")) return dollars(Number(value));
    if (key === "hold" || key === "theory_hold") return `${(Number(value) * 100).toFixed(1)} %`;
    if (key.endsWith("time_ms") || key === "time") return new Date(Number(value) || String(value)).toLocaleString();
    if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toFixed(3);
    return typeof value === "object" ? pairs(value) : String(value);
}

/* The first page has the heads of the columns. */
async function save(word: string) {
    const texts: string[] = [];
    for (let after: string | undefined = ""; after !== undefined;) {
        const answer: Answer<{ text: string; next?: string }> = await ask(word, {
            format: "csv",
            limit: FILE_PAGE,
            ...(after ? { after } : {}),
        });
        if (!answer.ok) return answer.why;
        texts.push(answer.text);
        after = answer.next;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(texts, { type: "text/csv" }));
    link.download = `${word}.csv`;
    link.click();
    return "";
}

function WinPlot({ rows }: { rows: WinRow[] }) {
    const shown = rows.filter((row) => row.rounds > 0 && row.theory_cents !== null).slice(-40);
    if (!shown.length) return <p class="dim">No round has been played to compare with theory.</p>;
    return (
        <BandPlot
            label="Win of each table and shift against theory with its band"
            names={shown.map((row) => row.table)}
            values={shown.map((row) => row.win_cents)}
            middle={shown.map((row) => row.theory_cents ?? 0)}
            low={shown.map((row) => row.band_low_cents ?? 0)}
            high={shown.map((row) => row.band_high_cents ?? 0)}
        />
    );
}

type Found = { rows?: Row[]; next?: string };

/* Lists of records come journal by journal; the page shows what it has in the order of time. */
const inOrder = (rows: Row[]): Row[] =>
    rows.length && "time_ms" in rows[0] ? rows.sort((a, b) => Number(a.time_ms) - Number(b.time_ms)) : rows;

export function Reports() {
    const { me } = useSession();
    const mine = REPORTS.filter(([, , roles]) => has(me, ...roles));
    const [word, setWord] = useState(mine[0][0]);
    const [rows, setRows] = useState<Row[] | null>(null);
    const [next, setNext] = useState<string>();
    const [why, setWhy] = useState("");
    const present = useRef(word); /* an answer about another report comes too late */
    const more = (from: Row[], after?: string) => {
        present.current = word;
        void askPages<Found>(word, "rows", SHOWN, after ? { after } : {}).then((answer) => {
            if (present.current !== word) return;
            if (!answer.ok) return setWhy(answer.why);
            setRows(inOrder([...from, ...(answer.rows ?? [])]));
            setNext(answer.next);
        });
    };
    useEffect(() => {
        setRows(null);
        setNext(undefined);
        setWhy("");
        more([]);
    }, [word]);
    const shown = word === "significant-events" ? rows?.map(eventRow) : rows;
    const columns = shown?.length ? Object.keys(shown[0]) : [];
    return (
        <section class="panel">
            <h2>Reports</h2>
            <div class="row" role="group" aria-label="Which report">
                {mine.map(([id, name]) => (
                    <button key={id} type="button" class="tool" aria-pressed={id === word} onClick={() => setWord(id)}>
                        {name}
                    </button>
                ))}
                {word !== "disputes" && (
                    <button type="button" class="tool" onClick={() => void save(word).then(setWhy)}>
                        {/* say:save-csv */}Save as CSV
                    </button>
                )}
            </div>
            {why && <p role="alert">{why}</p>}
            {!rows && !why && <p class="dim">Counting…</p>}
            {rows && word === "report-win" && <WinPlot rows={rows as unknown as WinRow[]} />}
            {shown && shown.length === 0 && !next && <p class="dim">Nothing to list.</p>}
            {shown && shown.length > 0 && (
                <div class="scroll" tabIndex={0} role="region" aria-label="Report">
                    <table>
                        <thead>
                            <tr>
                                {columns.map((c) => (
                                    <th key={c} scope="col">
                                        {title(c)}
                                    </th>
                                ))}
                            </tr>
                        </thead>
                        <tbody>
                            {shown.map((row, i) => (
                                <tr key={i}>
                                    {columns.map((c) => (
                                        <td
                                            key={c}
                                            class={typeof row[c] === "number" ? "num" : c === "told" ? "happened" : ""}
                                        >
                                            {show(c, row[c])}
                                        </td>
                                    ))}
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
            <More next={next} onMore={() => more(rows ?? [], next)} />
        </section>
    );
}

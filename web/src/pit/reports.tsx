/* reports.tsx - drop, win and hold against theory, ratings, lists, and the forms of the commission: filtered, with totals, to print
 * and as a file. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, askPages, type Answer } from "../net/api";
import type { ConfigAnswer } from "../net/protocol";
import { More, SHOWN } from "../parts/more";
import { BandPlot } from "../parts/plot";
import { has, useSession } from "../parts/session";
import { useNames, type Names } from "../slips/names";
import { saveText } from "../slips/save";
import { dollars } from "../table/money";
import type { TableRow, WinRow } from "./rows";

const FILE_PAGE = 1000;
const FLOOR = ["supervisor", "executive", "auditor", "surveillance"];
const CAGE = [...FLOOR, "cashier"];
const WATCH = ["executive", "auditor", "surveillance"];

type Filter = "day" | "shift" | "table" | "money";
interface Report {
    id: string;
    name: string;
    roles: string[];
    word: string;
    by: Filter[];
    columns?: string; /* what the page shows; the file has every field */
    kind?: string; /* of slips */
    heading?: string; /* of a form, where it is printed */
}

const REPORTS: Report[] = [
    {
        id: "report-win",
        name: "Win",
        roles: FLOOR,
        word: "report-win",
        by: ["day", "shift", "table", "money"],
        columns:
            "table money day shift opener_cents fills_cents credits_cents closer_cents drop_cents win_cents hold theory_cents band_low_cents band_high_cents rounds",
    },
    {
        id: "report-ratings",
        name: "Ratings",
        roles: FLOOR,
        word: "report-ratings",
        by: ["day", "table", "money"],
        columns:
            "player table money minutes hands average_bet_cents staked_cents theory_cents result_cents band_low_cents band_high_cents bought_cents cashed_cents",
    },
    { id: "report-review", name: "Bets against the count", roles: FLOOR, word: "report-review", by: ["day", "table"] },
    {
        id: "report-cage",
        name: "Cage",
        roles: CAGE,
        word: "report-cage",
        by: ["day", "table", "money"],
        columns: "time what person table money in_cents out_cents coupon_cents receipt by",
    },
    { id: "report-currency", name: "Currency", roles: CAGE, word: "report-currency", by: ["day"] },
    {
        id: "report-tax",
        name: "Tax",
        roles: CAGE,
        word: "report-tax",
        by: ["day", "table"],
        columns: "time player table round won_cents least_stake_cents federal_cents state_cents backup_cents from",
    },
    {
        id: "significant-events",
        name: "Significant events",
        roles: WATCH,
        word: "significant-events",
        by: ["day", "table"],
    },
    { id: "disputes", name: "Disputes", roles: CAGE, word: "disputes", by: [] },
];

const SLIP = "day number table time cents";
const FORMS: Report[] = [
    {
        id: "form-inventory",
        name: "Table inventory slips",
        roles: CAGE,
        word: "report-slips",
        by: ["day", "shift", "table", "money"],
        kind: "tray",
        columns: `kind ${SLIP} chips book_cents difference_cents by approved`,
        heading: "Table inventory slips (openers, fills, credits, closers)",
    },
    {
        id: "form-drop",
        name: "Drop and count",
        roles: CAGE,
        word: "report-slips",
        by: ["day", "shift", "table", "money"],
        kind: "drop",
        columns: `${SLIP} chips book_cents difference_cents by`,
        heading: "Drop and count report",
    },
    {
        id: "form-jackpot",
        name: "Jackpot slips",
        roles: CAGE,
        word: "report-slips",
        by: ["day", "shift", "table", "money"],
        kind: "jackpot",
        columns: `${SLIP} wager box person called confirmed by federal_cents state_cents filed_by`,
        heading: "Jackpot slips",
    },
    {
        id: "form-decks",
        name: "Deck inventory log",
        roles: FLOOR,
        word: "report-decks",
        by: ["day", "table"],
        columns: "table shoe time decks cards dealt left opened reconciled",
        heading: "Deck inventory log with reconciliation",
    },
    {
        id: "form-games",
        name: "Master list",
        roles: FLOOR,
        word: "report-games",
        by: ["table"],
        columns: "table game rules dealing money decks boxes least_cents most_cents wagers founded closed",
        heading: "Table games master list",
    },
];

type Row = Record<string, unknown>;
const HEADS: Record<string, string> = {
    seq: "record",
    told: "what happened",
    actor: "by",
    stream: "journal of",
    number: "no.",
    band_low_cents: "band from",
    band_high_cents: "band to",
    average_bet_cents: "average bet",
    least_stake_cents: "stake",
    difference_cents: "over or short",
    book_cents: "books",
    federal_cents: "federal tax",
    state_cents: "state tax",
    backup_cents: "without number",
    cents: "amount",
};
const PEOPLE = ["player", "person", "by", "actor", "approved", "called", "confirmed", "filed_by"];
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
    if (key.endsWith("cents")) return dollars(Number(value));
    if (key === "hold" || key === "theory_hold") return `${(Number(value) * 100).toFixed(1)} %`;
    if (key.endsWith("time_ms") || ["time", "opened", "founded", "filed"].includes(key))
        return new Date(Number(value) || String(value)).toLocaleString();
    if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toFixed(3);
    return typeof value === "object" ? pairs(value) : String(value);
}

type Query = Record<string, string>;

/* The first page has the heads of the columns. */
async function save(report: Report, query: Query) {
    const texts: string[] = [];
    for (let after: string | undefined = ""; after !== undefined;) {
        const answer: Answer<{ text: string; next?: string }> = await ask(report.word, {
            ...query,
            format: "csv",
            limit: FILE_PAGE,
            ...(after ? { after } : {}),
        });
        if (!answer.ok) return answer.why;
        texts.push(answer.text);
        after = answer.next;
    }
    saveText(texts, `${report.id}.csv`, "text/csv");
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

type Found = { rows?: Row[]; next?: string; totals?: Row };

/* Lists of records come journal by journal; the page shows what it has in the order of time. */
const inOrder = (rows: Row[]): Row[] =>
    rows.length && "time_ms" in rows[0] ? rows.sort((a, b) => Number(a.time_ms) - Number(b.time_ms)) : rows;

const isNumber = (key: string, rows: Row[]) => rows.some((row) => typeof row[key] === "number");
const isShort = (key: string, value: unknown) => key === "difference_cents" && Number(value) !== 0;

function Sheet({
    columns,
    rows,
    totals,
    names,
    titles,
}: {
    columns: string[];
    rows: Row[];
    totals?: Row;
    names: Names;
    titles: Names;
}) {
    const cell = (key: string, value: unknown) =>
        PEOPLE.includes(key)
            ? (names[String(value ?? "")] ?? show(key, value))
            : key === "table"
              ? (titles[String(value ?? "")] ?? show(key, value))
              : show(key, value);
    return (
        <div class="scroll" tabIndex={0} role="region" aria-label="Report">
            <table class="report">
                <thead>
                    <tr>
                        {columns.map((c) => (
                            <th key={c} scope="col" class={isNumber(c, rows) ? "num" : ""}>
                                {title(c)}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {rows.map((row, i) => (
                        <tr key={i}>
                            {columns.map((c) => (
                                <td
                                    key={c}
                                    title={PEOPLE.includes(c) || c === "table" ? String(row[c] ?? "") : undefined}
                                    class={`${typeof row[c] === "number" ? "num" : c === "told" ? "happened" : ""} ${isShort(c, row[c]) ? "bad" : ""}`}
                                >
                                    {cell(c, row[c])}
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
                {totals && rows.length > 0 && (
                    <tfoot>
                        <tr>
                            {columns.map((c, i) => (
                                <td key={c} class={typeof totals[c] === "number" ? "num" : ""}>
                                    {i === 0 && totals[c] === undefined ? "Total" : show(c, totals[c])}
                                </td>
                            ))}
                        </tr>
                    </tfoot>
                )}
            </table>
        </div>
    );
}

/* Which day, shift, table and kind of money. The house filters, so that totals and file agree with the page. */
function Filters({
    report,
    query,
    shifts,
    tables,
    onChange,
}: {
    report: Report;
    query: Query;
    shifts: string[];
    tables: Names;
    onChange: (query: Query) => void;
}) {
    const set = (key: string, value: string) => {
        const { [key]: was, ...rest } = query;
        void was;
        onChange(value ? { ...rest, [key]: value } : rest);
    };
    const choice = (key: string, label: string, options: [string, string][]) => (
        <label class="field">
            {label}
            <select name={key} value={query[key] ?? ""} onChange={(e) => set(key, e.currentTarget.value)}>
                <option value="">all</option>
                {options.map(([value, name]) => (
                    <option key={value} value={value}>
                        {name}
                    </option>
                ))}
            </select>
        </label>
    );
    return (
        <div class="row unprinted" role="group" aria-label="Filters">
            {report.by.includes("day") && (
                <label class="field">
                    Gaming day
                    <input
                        type="date"
                        name="day"
                        value={query.day ?? ""}
                        onChange={(e) => set("day", e.currentTarget.value)}
                    />
                </label>
            )}
            {report.by.includes("shift") &&
                choice(
                    "shift",
                    "Shift",
                    shifts.map((name) => [name, name]),
                )}
            {report.by.includes("table") && choice("table", "Table", Object.entries(tables))}
            {report.by.includes("money") &&
                choice("money", "Money", [
                    ["real", "real"],
                    ["play", "play"],
                ])}
        </div>
    );
}

export function Reports() {
    const { me } = useSession();
    const names = useNames();
    const mine = REPORTS.filter((one) => has(me, ...one.roles));
    const forms = FORMS.filter((one) => has(me, ...one.roles));
    const [id, setId] = useState(mine[0].id);
    const [filter, setFilter] = useState<Query>({});
    const [shifts, setShifts] = useState<string[]>([]);
    const [titles, setTitles] = useState<Names>({});
    const [rows, setRows] = useState<Row[] | null>(null);
    const [totals, setTotals] = useState<Row>();
    const [next, setNext] = useState<string>();
    const [why, setWhy] = useState("");
    const report = [...mine, ...forms].find((one) => one.id === id)!;
    const query: Query = {
        ...Object.fromEntries(Object.entries(filter).filter(([key]) => report.by.includes(key as Filter))),
        ...(report.kind ? { kind: report.kind } : {}),
    };
    const asked = `${id} ${JSON.stringify(query)}`;
    const present = useRef(asked); /* an answer about another report comes too late */
    const more = (from: Row[], after?: string) => {
        present.current = asked;
        void askPages<Found>(report.word, "rows", SHOWN, { ...query, ...(after ? { after } : {}) }).then((answer) => {
            if (present.current !== asked) return;
            if (!answer.ok) return setWhy(answer.why);
            setRows(inOrder([...from, ...(answer.rows ?? [])]));
            setTotals(answer.totals);
            setNext(answer.next);
        });
    };
    useEffect(() => {
        void ask<ConfigAnswer>("config").then(
            (answer) => answer.ok && setShifts(answer.config.shifts.map((shift) => shift.name)),
        );
        void askPages<{ tables: TableRow[]; next?: string }>("tables", "tables", Infinity).then((answer) => {
            if (answer.ok)
                setTitles(Object.fromEntries(answer.tables.map((one) => [one.table, one.title || one.table])));
        });
    }, []);
    useEffect(() => {
        setRows(null);
        setTotals(undefined);
        setNext(undefined);
        setWhy("");
        more([]);
    }, [asked]);
    const shown = id === "significant-events" ? rows?.map(eventRow) : rows;
    const columns = report.columns?.split(" ") ?? (shown?.length ? Object.keys(shown[0]) : []);
    const buttons = (list: Report[]) =>
        list.map((one) => (
            <button key={one.id} type="button" class="tool" aria-pressed={one.id === id} onClick={() => setId(one.id)}>
                {one.name}
            </button>
        ));
    return (
        <section class="panel report-paper">
            <h2>{report.heading ?? "Reports"}</h2>
            <div class="row unprinted" role="group" aria-label="Which report">
                {buttons(mine)}
            </div>
            <div class="row unprinted" role="group" aria-label="Which form of the commission">
                {buttons(forms)}
                <a class="button" href="/slips">
                    Slips
                </a>
                <a class="button" href="/close">
                    Close of the day
                </a>
            </div>
            <Filters report={report} query={filter} shifts={shifts} tables={titles} onChange={setFilter} />
            {id !== "disputes" && (
                <div class="row unprinted">
                    <button type="button" class="tool" onClick={() => void save(report, query).then(setWhy)}>
                        {/* say:save-csv */}Save as CSV
                    </button>
                    <button type="button" class="tool" onClick={() => print()}>
                        Print
                    </button>
                </div>
            )}
            {why && <p role="alert">{why}</p>}
            {!rows && !why && <p class="dim">Counting…</p>}
            {rows && id === "report-win" && <WinPlot rows={rows as unknown as WinRow[]} />}
            {shown && shown.length === 0 && !next && <p class="dim">Nothing to list.</p>}
            {shown && shown.length > 0 && (
                <Sheet columns={columns} rows={shown} totals={totals} names={names} titles={titles} />
            )}
            <More next={next} onMore={() => more(rows ?? [], next)} />
        </section>
    );
}

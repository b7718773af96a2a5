/* search.tsx - one search over the journal: person, table, box, amount, kind and time. */
import { useState } from "preact/hooks";
import { ask, askPages } from "../net/api";
import type { JournalReport, JournalRow, RoundsReport } from "../net/protocol";
import { More, SHOWN } from "../parts/more";
import { useSession } from "../parts/session";
import { centsOf } from "../table/money";
import { placeOfRecord } from "./bookmarks";

const DAY = 86400000;

type Asked = Record<string, string | number>;

/* An empty field is not asked for. Times are of this browser's zone. */
function askedOf(form: HTMLFormElement): Asked {
    const given = new FormData(form);
    const asked: Asked = {};
    for (const name of ["person", "table", "seat", "kind"]) {
        const text = String(given.get(name)).trim();
        if (text) asked[name] = text;
    }
    for (const name of ["from", "to"]) {
        const text = String(given.get(name));
        if (text) asked[name] = new Date(text).getTime();
    }
    const cents = centsOf(String(given.get("cents")));
    if (cents) asked.cents = cents;
    return asked;
}

/* The round that holds a record is the last one that opened before it. */
async function roundOf(table: string, row: JournalRow): Promise<number> {
    const answer = await ask<RoundsReport>("report-rounds", {
        table,
        from: Math.max(0, row.time_ms - DAY),
        to: row.time_ms + DAY,
        limit: 1000,
    });
    const rounds = answer.ok ? (answer.rows ?? []).filter((one) => one.seq <= row.seq) : [];
    return rounds.length ? rounds[rounds.length - 1].round : 0;
}

function Found({ row }: { row: JournalRow }) {
    const { go } = useSession();
    const [none, setNone] = useState(false);
    const table = row.stream.startsWith("table/") ? row.stream.slice("table/".length) : "";
    const recall = async () => {
        const round = await roundOf(table, row);
        if (round) go(placeOfRecord(table, round, row.seq));
        else setNone(true);
    };
    return (
        <tr>
            <td>{new Date(row.time_ms).toLocaleString()}</td>
            <td>
                {row.stream} {row.seq}
            </td>
            <td>{row.kind}</td>
            <td>{row.actor}</td>
            <td class="found-told">{row.told}</td>
            <td>
                {table && !none && (
                    <button type="button" class="tool" onClick={() => void recall()}>
                        Recall
                    </button>
                )}
                {none && <span class="dim">No round then.</span>}
            </td>
        </tr>
    );
}

function Fields() {
    const field = (name: string, label: string, type = "text") => (
        <label class="field">
            {label}
            <input name={name} type={type} inputMode={name === "cents" ? "decimal" : undefined} size={10} />
        </label>
    );
    return (
        <>
            {field("person", "Person")}
            {field("table", "Table")}
            {field("seat", "Box")}
            {field("cents", "Dollars or more")}
            {field("kind", "Kind, such as fill")}
            {field("from", "From", "datetime-local")}
            {field("to", "To", "datetime-local")}
        </>
    );
}

export function Search() {
    const [rows, setRows] = useState<JournalRow[] | null>(null);
    const [next, setNext] = useState<string>();
    const [asked, setAsked] = useState<Asked>({});
    const [most, setMost] = useState(SHOWN);
    const [why, setWhy] = useState("");
    const read = async (what: Asked, limit: number) => {
        const answer = await askPages<JournalReport & { rows: JournalRow[] }>("journal-search", "rows", limit, what);
        setWhy(answer.ok ? "" : answer.why);
        setRows(answer.ok ? answer.rows : null);
        setNext(answer.ok ? answer.next : undefined);
        setAsked(what);
        setMost(limit);
    };
    return (
        <section class="panel" aria-label="Search">
            <h2>Search</h2>
            <form
                class="row found-form"
                onSubmit={(e) => {
                    e.preventDefault();
                    void read(askedOf(e.currentTarget), SHOWN);
                }}
            >
                <Fields />
                <button type="submit" class="action action-main">
                    <span>{/* say:search-journal */}Search the journal</span>
                </button>
            </form>
            {why && <p role="alert">{why}</p>}
            {rows && <p role="status">{next ? `${rows.length} records, and more` : `${rows.length} found`}</p>}
            {!!rows?.length && (
                <div class="scroll" tabIndex={0} role="region" aria-label="Records">
                    <table class="found">
                        <thead>
                            <tr>
                                {["Time", "Record", "Kind", "By", "What happened", "Round"].map((name) => (
                                    <th key={name} scope="col">
                                        {name}
                                    </th>
                                ))}
                            </tr>
                        </thead>
                        <tbody>
                            {rows.map((row) => (
                                <Found key={`${row.stream} ${row.seq}`} row={row} />
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
            <More next={next} onMore={() => void read(asked, most + SHOWN)} />
        </section>
    );
}

/* tables.tsx - a tile for each table: as large as what it wants from the floor, with what can be done there. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { post, type Answer } from "../net/api";
import type { Dispute } from "../net/protocol";
import { Awards } from "../pages/dealer";
import { useStore } from "../parts/hooks";
import { tableTitle } from "../parts/names";
import { has, useSession } from "../parts/session";
import { Doing, recordOf } from "../table/doing";
import { centsOf, dollars } from "../table/money";
import { TableStore } from "../table/store";
import { ATTEND, GROUPS, type DeskAct, type Field } from "./acts";
import { outside, share, type Need, type Size } from "./needs";
import type { TableRow, WinRow } from "./rows";

const READ: Record<Field["kind"], (text: string) => unknown> = {
    money: centsOf,
    number: Number,
    seconds: (text) => Math.round(1000 * Number(text)),
    text: (text) => text,
};

/* A field that is left out of the form is left out of the request. */
async function send(row: TableRow, act: DeskAct, given: FormData): Promise<string> {
    const body: Record<string, unknown> = { table: row.table, seen: row.seq, ...act.body };
    for (const { name, kind, may } of act.fields) {
        const text = String(given.get(name) ?? "");
        if (text || !may) body[name] = READ[kind](text);
    }
    const answer: Answer<{ waiting?: boolean }> = await post(act.word, body);
    if (!answer.ok) return answer.why;
    return answer.waiting ? /* say:second-must-approve */ "A second person must approve this." : "Done.";
}

function ActForm({ row, act, onDone }: { row: TableRow; act: DeskAct; onDone: (text: string) => void }) {
    const submit = async (e: Event) => {
        e.preventDefault();
        onDone(await send(row, act, new FormData(e.target as HTMLFormElement)));
    };
    return (
        <form class="row" onSubmit={submit}>
            {act.fields.map(({ name, label, kind, may }) => (
                <label class="field" key={name}>
                    {label}
                    <input
                        name={name}
                        inputMode={kind === "text" ? "text" : "decimal"}
                        size={kind === "text" ? 16 : 8}
                        required={!may}
                    />
                </label>
            ))}
            <button type="submit" class="action action-main">
                <span>{act.label}</span>
            </button>
        </form>
    );
}

/* The acts of a group open below its name; each act has its own form. */
function Acts({ row, onChange }: { row: TableRow; onChange: () => void }) {
    const [group, setGroup] = useState("");
    const [chosen, setChosen] = useState<DeskAct | null>(null);
    const [said, setSaid] = useState("");
    const choose = (name: string, act: DeskAct | null) => {
        setGroup(name);
        setChosen(act);
        setSaid("");
    };
    const acts = GROUPS.find((one) => one.name === group)?.acts.filter((act) => act.when(row)) ?? [];
    return (
        <div class="pit-acts">
            <div class="row" role="group" aria-label="What to do at the table">
                {GROUPS.map(({ name }) => (
                    <button
                        key={name}
                        type="button"
                        class="tool"
                        aria-expanded={group === name}
                        onClick={() => choose(group === name ? "" : name, null)}
                    >
                        {name}
                    </button>
                ))}
            </div>
            {group && (
                <div class="row pit-group" role="group" aria-label={group}>
                    {acts.length === 0 && <span class="dim">Nothing of this can be done now.</span>}
                    {acts.map((act) => (
                        <button
                            key={act.label}
                            type="button"
                            class="tool"
                            aria-pressed={chosen === act}
                            onClick={() => choose(group, act)}
                        >
                            {act.label}
                        </button>
                    ))}
                </div>
            )}
            {chosen && (
                <ActForm
                    key={chosen.label}
                    row={row}
                    act={chosen}
                    onDone={(text) => {
                        setSaid(text);
                        onChange();
                    }}
                />
            )}
            {said && <p role="status">{said}</p>}
        </div>
    );
}

/* What accounting prints and signs: WB7-13(e)(a).4. */
const WIN_NAMES: [key: string, name: string][] = [
    ["table", "Table"],
    ["round", "Round"],
    ["seat", "Box"],
    ["player", "Player"],
    ["wager", "Wager"],
    ["percent", "Percent of the meter"],
    ["cents", "Prize"],
    ["tray_cents", "From the tray"],
    ["before_cents", "Meter before"],
    ["after_cents", "Meter after"],
    ["seeded_cents", "Seeded again"],
    ["time_ms", "Time"],
    ["called", "Called by"],
    ["confirmed", "Verified by"],
    ["paid", "Paid by"],
    ["card", "With the card of a"],
];

function winFacts(page: Record<string, unknown>): [string, string][] {
    const text = (key: string) => {
        if (key.endsWith("cents")) return dollars(Number(page[key]));
        return key === "time_ms" ? new Date(Number(page[key])).toLocaleString() : String(page[key]);
    };
    return WIN_NAMES.filter(([key]) => page[key] !== undefined).map(([key, name]) => [name, text(key)]);
}

/* Only the table's own messages say who won a prize and which stage it has reached. */
function Prizes({ id }: { id: string }) {
    const { wire } = useSession();
    const store = useMemo(() => new TableStore(wire, id, () => true), [wire, id]);
    const [why, setWhy] = useState("");
    useEffect(() => () => store.close(), [store]);
    useStore(store);
    const doing = useMemo(() => new Doing(store), [store]);
    const seen = store.seen;
    const act = async (body: { do: string }) => {
        let done = false;
        await doing.run(Object.values(body).join(" "), async () => {
            const answer = await doing.send(body, seen);
            setWhy(answer.ok ? "" : answer.why);
            done = answer.ok;
            return recordOf(answer);
        });
        return done;
    };
    const page = store.table.winPage;
    return (
        <>
            {store.table.awards.length > 0 && <Awards t={store.table} act={act} />}
            {why && (
                <p role="alert" class="bad">
                    {why}
                </p>
            )}
            {page && (
                <section class="panel win-page">
                    <h3>Win page</h3>
                    <dl>
                        {winFacts({ ...page }).map(([name, value]) => (
                            <div key={name}>
                                <dt>{name}</dt>
                                <dd>{value}</dd>
                            </div>
                        ))}
                    </dl>
                    <button type="button" class="tool" onClick={() => print()}>
                        Print
                    </button>
                </section>
            )}
        </>
    );
}

const MINUTE = 60000;
const LEAST_MINUTES = 10; /* a pace over a shorter time says little */

function since(ms: number | undefined): string {
    const minutes = Math.max(0, Math.floor((Date.now() - (ms ?? Date.now())) / MINUTE));
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const clock = (ms = 0): string => (ms > 0 ? `${Math.ceil(ms / 1000)} s` : "none");

/* The bar ends at twice the par; the mark in its middle is the par. */
function Tray({ row }: { row: TableRow }) {
    const part = share(row);
    if (part === null) return null;
    const text = `Tray ${dollars(row.tray_cents ?? 0)}, par ${dollars(row.par_cents ?? 0)}`;
    return (
        <div class="pit-tray">
            <span>{text}</span>
            <meter min={0} max={2} low={0.5} high={1.5} optimum={1} value={Math.min(2, part)} aria-label={text}>
                {Math.round(100 * part)} %
            </meter>
        </div>
    );
}

/* Where the win of the shift lies in the band that chance allows (docs/reports.md). */
function Win({ win }: { win: WinRow }) {
    const { band_low_cents: low, band_high_cents: high, win_cents: is } = win;
    const span = Math.max(1, high - low);
    const at = Math.max(0, Math.min(100, (50 * (is - low)) / span + 25));
    const text = `Win ${dollars(is, true)}, band ${dollars(low, true)} to ${dollars(high, true)}`;
    return (
        <div class={`pit-band ${outside(win) ? "is-outside" : ""}`}>
            <span>{text}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={text}>
                <rect x="0" y="3" width="100" height="2" class="pit-band-line" />
                <rect x="25" y="1.5" width="50" height="5" class="pit-band-range" />
                <rect x={Math.min(98, at)} y="0" width="2" height="8" class="pit-band-is" />
            </svg>
        </div>
    );
}

function factsOf(row: TableRow, win: WinRow | undefined, size: Size): [string, string][] {
    const paced = win && win.minutes >= LEAST_MINUTES;
    const first: [string, string][] = [
        ["Boxes", `${row.occupied ?? 0} of ${row.boxes ?? 0}`],
        ["Average bet", win?.hands ? dollars(Math.round(win.staked_cents / win.hands)) : "none yet"],
        ["Rounds an hour", paced ? String(Math.round(win.rounds_per_hour ?? 0)) : `after ${LEAST_MINUTES} min`],
        ["Clock", clock(row.clock_ms)],
    ];
    if (size === "small") return first.slice(0, 2);
    return [
        ...first,
        ["Limits", `${dollars(row.least_cents ?? 0)} to ${dollars(row.most_cents ?? 0)}`],
        ["Round", String(row.round ?? 0)],
        ["Drop", dollars(row.drop_cents ?? 0)],
        ["Fills", dollars(row.fills_cents ?? 0)],
        ["Credits", dollars(row.credits_cents ?? 0)],
        ["Tokes", dollars(row.tokes_cents ?? 0)],
        ...(row.meters ?? []).map((m): [string, string] => [m.title, dollars(m.cents)]),
    ];
}

const dealtBy = (row: TableRow): string =>
    row.dealing !== "live"
        ? "dealt by the program"
        : row.dealer
          ? `dealt by ${row.dealer} for ${since(row.dealer_ms)}`
          : "no dealer yet";

export interface Tile {
    row: TableRow;
    win?: WinRow;
    disputes: Dispute[];
    needs: Need[];
    size: Size;
}

export function PitCard({ tile, onChange }: { tile: Tile; onChange: () => void }) {
    const { row, win, disputes, needs, size } = tile;
    const { me } = useSession();
    const [said, setSaid] = useState("");
    const runs = has(me, "supervisor", "executive", "cashier");
    const title = tableTitle(row.title, row.rules, row.table);
    const attend = async () => {
        setSaid(await send(row, ATTEND, new FormData()));
        onChange();
    };
    return (
        <section
            class={`panel pit-card is-${size} ${row.awards || row.summoned ? "needs" : disputes.length ? "disputed" : ""}`}
            aria-label={`${title}, ${row.table}`} /* two tables may have the same rules and no other name */
        >
            <h3>
                <a href={row.dealing === "live" ? `/dealer/${row.table}` : `/table/${row.table}`}>{title}</a>
                <span class="tag">{row.here ? row.status : "elsewhere"}</span>
            </h3>
            <p class="dim">
                {row.table}: {dealtBy(row)}
            </p>
            {needs.length > 0 && (
                <ul class="pit-needs">
                    {needs.map((one) => (
                        <li key={one.key} class={one.urgent ? "is-urgent" : ""}>
                            {one.text}
                            {one.key.endsWith(" call") && ` For ${since(row.summoned_ms)}.`}
                        </li>
                    ))}
                    {row.summoned_why && <li class="pit-call">“{row.summoned_why}”</li>}
                </ul>
            )}
            {(row.summoned || disputes.length > 0) && (
                <p class="row">
                    {row.summoned && runs && row.here && (
                        <button type="button" class="action action-main" onClick={() => void attend()}>
                            <span>{ATTEND.label}</span>
                        </button>
                    )}
                    {disputes.length > 0 && <a href="#disputes">To the disputes</a>}
                </p>
            )}
            {said && <p role="status">{said}</p>}
            {!!row.awards && <Prizes id={row.table} />}
            {row.here && size !== "small" && <Tray row={row} />}
            {win && win.hands > 0 && size !== "small" && <Win win={win} />}
            {row.here && (
                <dl>
                    {factsOf(row, win, size).map(([name, value]) => (
                        <div key={name}>
                            <dt>{name}</dt>
                            <dd>{value}</dd>
                        </div>
                    ))}
                </dl>
            )}
            {runs && row.here && <Acts row={row} onChange={onChange} />}
            <p class="row">
                <RecallLink table={row.table} last={row.round ?? 1} />
                <a class="quiet" href={`/meter/${row.table}`}>
                    Display
                </a>
            </p>
        </section>
    );
}

function RecallLink({ table, last }: { table: string; last: number }) {
    const { go } = useSession();
    const [round, setRound] = useState("");
    return (
        <form
            class="row"
            onSubmit={(e) => {
                e.preventDefault();
                go(`/recall/${table}/${round || Math.max(1, last - 1)}`);
            }}
        >
            <label class="field">
                <span class="unseen">Round</span>
                <input
                    inputMode="numeric"
                    size={6}
                    placeholder={String(Math.max(1, last - 1))}
                    value={round}
                    onInput={(e) => setRound(e.currentTarget.value)}
                />
            </label>
            <button type="submit" class="tool">
                Recall
            </button>
        </form>
    );
}

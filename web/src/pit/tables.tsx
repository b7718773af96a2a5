/* tables.tsx - every table at a glance, and what can be done there. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { post, type Answer } from "../net/api";
import { Awards } from "../pages/dealer";
import { useStore } from "../parts/hooks";
import { tableTitle } from "../parts/names";
import { has, useSession } from "../parts/session";
import { Doing, recordOf } from "../table/doing";
import { centsOf, dollars } from "../table/money";
import { TableStore } from "../table/store";
import type { TableRow } from "./rows";

/* Each act: its name, when it applies, and which fields it needs besides the table. */
interface DeskAct {
    word: string;
    label: string;
    fields: [name: string, label: string, kind: "money" | "text" | "number" | "person"][];
    when: (row: TableRow) => boolean;
}

const open = (row: TableRow) => row.status === "open";
const live = (row: TableRow) => row.dealing === "live";

const ACTS: DeskAct[] = [
    { word: "attend", label: "I am coming", fields: [], when: (r) => Boolean(r.summoned) },
    {
        word: "tray-open",
        label: "Open the tray",
        fields: [["cents", "Opener in dollars", "money"]],
        when: (r) => r.status === "tray closed",
    },
    { word: "fill", label: /* say:fill */ "Fill", fields: [["cents", "Dollars from the cage", "money"]], when: open },
    { word: "credit", label: "Credit", fields: [["cents", "Dollars to the cage", "money"]], when: open },
    { word: "tray-close", label: "Close the tray", fields: [["cents", "Dollars counted", "money"]], when: open },
    {
        word: "drop-count",
        label: "Count the drop",
        fields: [["cents", "Dollars counted", "money"]],
        when: (r) => (r.drop_cents ?? 0) > 0,
    },
    { word: "dealer", label: "Change the dealer", fields: [["person", "Who deals now", "person"]], when: live },
    { word: "new-dealer", label: "Burn for the new dealer", fields: [], when: live },
    { word: "order-shuffle", label: "Order a shuffle", fields: [], when: live },
    { word: "readmit", label: "Readmit a box", fields: [["seat", "Box", "text"]], when: open },
    { word: "confirm", label: "Confirm", fields: [], when: live },
    {
        word: "correct",
        label: "Correct a card",
        fields: [
            ["number", "Card of the round, from 1", "number"],
            ["card", "What it is", "text"],
            ["reason", "Reason", "text"],
        ],
        when: live,
    },
    {
        word: "recount",
        label: "Correct the count",
        fields: [
            ["was", "Entered in an earlier round", "text"],
            ["card", "What it was", "text"],
            ["reason", "Reason", "text"],
        ],
        when: live,
    },
    { word: "terms", label: "Clocks and title", fields: [["title", "Title", "text"]], when: () => true },
    { word: "freeze", label: "Stop", fields: [["reason", "Reason", "text"]], when: open },
    { word: "thaw", label: "Resume", fields: [["reason", "Reason", "text"]], when: (r) => r.status === "frozen" },
    { word: "drain", label: "No new rounds", fields: [["reason", "Reason", "text"]], when: open },
];

const valueOf = (kind: string, text: string) =>
    kind === "money" ? centsOf(text) : kind === "number" ? Number(text) : text;

function ActForm({ row, act, onDone }: { row: TableRow; act: DeskAct; onDone: (text: string) => void }) {
    const submit = async (e: Event) => {
        e.preventDefault();
        const given = new FormData(e.target as HTMLFormElement);
        const body: Record<string, unknown> = { table: row.table, seen: row.seq };
        for (const [name, , kind] of act.fields) body[name] = valueOf(kind, String(given.get(name)));
        const answer: Answer<{ waiting?: boolean }> = await post(act.word, body);
        onDone(
            !answer.ok
                ? answer.why
                : answer.waiting
                  ? /* say:second-must-approve */ "A second person must approve this."
                  : "Done.",
        );
    };
    return (
        <form class="row" onSubmit={submit}>
            {act.fields.map(([name, label, kind]) => (
                <label class="field" key={name}>
                    {label}
                    <input
                        name={name}
                        inputMode={kind === "money" || kind === "number" ? "decimal" : "text"}
                        size={kind === "text" ? 16 : 8}
                        required
                    />
                </label>
            ))}
            <button type="submit" class="action action-main">
                <span>{act.label}</span>
            </button>
        </form>
    );
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
                    <dl class="facts">
                        {Object.entries(page)
                            .filter(([, v]) => typeof v !== "object")
                            .map(([key, v]) => (
                                <>
                                    <dt>{key.replace(/_/g, " ")}</dt>
                                    <dd>
                                        {key.endsWith("cents")
                                            ? dollars(Number(v))
                                            : key === "time_ms"
                                              ? new Date(Number(v)).toLocaleString()
                                              : String(v)}
                                    </dd>
                                </>
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

export function PitCard({ row, disputes, onChange }: { row: TableRow; disputes: number; onChange: () => void }) {
    const { me } = useSession();
    const [chosen, setChosen] = useState<DeskAct | null>(null);
    const [said, setSaid] = useState("");
    const runs = has(me, "supervisor", "executive", "cashier");
    const title = tableTitle(row.title, row.rules, row.table);
    const facts: [string, string][] = [
        ["Round", String(row.round ?? 0)],
        ["Players", String(row.players ?? 0)],
        ["Tray", dollars(row.tray_cents ?? 0)],
        ["Drop", dollars(row.drop_cents ?? 0)],
        ["Fills", dollars(row.fills_cents ?? 0)],
        ["Credits", dollars(row.credits_cents ?? 0)],
        ["Tokes", dollars(row.tokes_cents ?? 0)],
        ["Shoe", String(row.shoe ?? 0)],
        ...(row.meters ?? []).map((m): [string, string] => [m.title, dollars(m.cents)]),
    ];
    return (
        <section
            class={`panel pit-card ${row.awards || row.summoned ? "needs" : disputes ? "disputed" : ""}`}
            aria-label={`${title}, ${row.table}`} /* two tables may have the same rules and no other name */
        >
            <h3>
                <a href={row.dealing === "live" ? `/dealer/${row.table}` : `/table/${row.table}`}>{title}</a>
                <span class="tag">{row.here ? row.status : "elsewhere"}</span>
            </h3>
            <p class="dim">
                {row.table}:{" "}
                {row.dealing === "live" ? `dealt by ${row.dealer || "no dealer yet"}` : "dealt by the program"},{" "}
                {row.money} money{row.summoned ? /* say:dealer-calls */ ". The dealer calls." : ""}
            </p>
            {disputes > 0 && (
                <p class="disputed-line">
                    <a href="#disputes">{disputes === 1 ? "1 dispute waits" : `${disputes} disputes wait`}</a>
                </p>
            )}
            <dl>
                {facts.map(([name, value]) => (
                    <>
                        <dt>{name}</dt>
                        <dd>{value}</dd>
                    </>
                ))}
            </dl>
            {!!row.awards && <Prizes id={row.table} />}
            {runs && row.here && (
                <details onToggle={() => setSaid("")}>
                    <summary>Do something</summary>
                    <div class="row">
                        {ACTS.filter((act) => act.when(row)).map((act) => (
                            <button
                                key={act.word}
                                type="button"
                                class="tool"
                                aria-pressed={chosen?.word === act.word}
                                onClick={() => {
                                    setChosen(act);
                                    setSaid("");
                                }}
                            >
                                {act.label}
                            </button>
                        ))}
                    </div>
                    {chosen && (
                        <ActForm
                            key={chosen.word}
                            row={row}
                            act={chosen}
                            onDone={(text) => {
                                setSaid(text);
                                onChange();
                            }}
                        />
                    )}
                    {said && <p role="status">{said}</p>}
                </details>
            )}
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

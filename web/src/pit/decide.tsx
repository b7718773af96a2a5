/* decide.tsx - a dispute beside the recalled act that it is about, with the clause of that act: decision, note, signature. */
import { useEffect, useState } from "preact/hooks";
import { askPages, post } from "../net/api";
import { clauseText } from "../parts/clause";
import { HouseSays, type Said } from "../parts/house-says";
import { useSession } from "../parts/session";
import type { Dispute, Disputes } from "../net/protocol";

const when = (ms = 0) => new Date(ms).toLocaleString();

function Clause({ id }: { id: string }) {
    const [text, setText] = useState("");
    useEffect(() => {
        setText("");
        void clauseText(id).then(setText);
    }, [id]);
    return (
        <blockquote class="decide-clause">
            <b>{id}</b> {text}
        </blockquote>
    );
}

function Form({ row, onDone }: { row: Dispute; onDone: (row: Dispute) => void }) {
    const { me } = useSession();
    const [said, setSaid] = useState<Said | null>(null);
    const submit = async (e: Event) => {
        e.preventDefault();
        const given = new FormData(e.target as HTMLFormElement);
        const note = String(given.get("note"));
        const reply = await post<Dispute>("resolve-dispute", {
            dispute: row.dispute,
            resolution: given.get("resolution"),
            ...(note ? { note } : {}),
        });
        setSaid(reply.ok ? null : { text: reply.why, clause: reply.clause, bad: true });
        if (reply.ok) onDone(reply);
    };
    return (
        <form class="form" onSubmit={submit}>
            <label>
                Decision, which the player reads
                <textarea name="resolution" required maxLength={1000} rows={3} />
            </label>
            <label>
                Note, for staff only
                <textarea name="note" maxLength={1000} rows={2} />
            </label>
            <button type="submit" class="action action-main">
                <span>Sign as {me?.person}</span>
            </button>
            <HouseSays said={said} />
        </form>
    );
}

/* A decision is signed by the person whose session sent it; the journal has it in the chain that the house's head signs. */
function Signed({ what, by, ms, note }: { what: string; by: string; ms?: number; note?: string }) {
    return (
        <p class="decide-signed">
            {what}
            {note && <span class="dim"> Note: {note}.</span>}
            <br />
            <small>
                Signed by {by}, {when(ms)}
            </small>
        </p>
    );
}

export function Decide({ dispute, clause }: { dispute: number; clause?: string }) {
    const [row, setRow] = useState<Dispute | null>(null);
    const [why, setWhy] = useState("");
    useEffect(() => {
        void askPages<Disputes>("disputes", "rows", Infinity).then((reply) => {
            const found = reply.ok && reply.rows.find((one) => one.dispute === dispute);
            if (found) setRow(found);
            else setWhy(reply.ok ? `There is no dispute number ${dispute}.` : reply.why);
        });
    }, [dispute]);
    if (!row) return why ? <p role="alert">{why}</p> : null;
    const waits = row.status === "open" || row.status === "appealed";
    return (
        <section class={`panel decide ${waits ? "disputed" : ""}`}>
            <h2>
                {row.status === "appealed" ? "Appeal of dispute" : "Dispute"} {row.dispute}
            </h2>
            <p>
                {row.by}
                {row.player && row.player !== row.by ? ` for ${row.player}` : ""}, {when(row.opened_ms)}: “{row.text}”
            </p>
            {!!row.parties?.length && <p class="dim">Acted in the round: {row.parties.join(", ")}.</p>}
            {clause && <Clause id={clause} />}
            {row.resolution && (
                <Signed what={row.resolution} by={row.resolved_by ?? ""} ms={row.resolved_ms} note={row.note} />
            )}
            {row.appeal && (
                <p>
                    Appeal by {row.appealed_by}, {when(row.appealed_ms)}: “{row.appeal}”
                </p>
            )}
            {row.ruling && (
                <Signed what={row.ruling} by={row.ruled_by ?? ""} ms={row.ruled_ms} note={row.ruling_note} />
            )}
            {waits && <Form row={row} onDone={setRow} />}
        </section>
    );
}

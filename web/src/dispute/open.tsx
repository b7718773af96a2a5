/* open.tsx - "Something wrong with this round?": a player opens a dispute about a round, or about one act of it. */
import { useEffect, useState } from "preact/hooks";
import { ask, post } from "../net/api";
import type { Dispute, Disputes } from "../net/protocol";
import { HouseSays, type Said } from "../parts/house-says";
import { message } from "../words/catalogue";
import { DisputeRow } from "./row";

export interface About {
    table: string;
    round: number;
    seq?: number; /* the record of the act that is shown */
}

function Form({ about, onOpened }: { about: About; onOpened: () => void }) {
    const [said, setSaid] = useState<Said | null>(null);
    const [busy, setBusy] = useState(false);
    const submit = async (e: Event) => {
        e.preventDefault();
        const text = String(new FormData(e.target as HTMLFormElement).get("text"));
        setBusy(true);
        const reply = await post<{ dispute: number }>("dispute", { ...about, text });
        setBusy(false);
        setSaid(reply.ok ? null : { text: reply.why, clause: reply.clause, bad: true });
        if (reply.ok) onOpened();
    };
    return (
        <form class="form dispute-form" onSubmit={submit}>
            <label>
                {message("DISPUTE_WHAT")}
                <textarea name="text" required maxLength={1000} rows={3} autofocus />
            </label>
            <button type="submit" class="action action-main" disabled={busy}>
                <span>{message("DISPUTE_SEND")}</span>
            </button>
            <HouseSays said={said} />
        </form>
    );
}

/* The disputes of the caller about the round, and the form for another. */
export function DisputeOpener({ about, opened = false }: { about: About; opened?: boolean }) {
    const [form, setForm] = useState(opened);
    const [rows, setRows] = useState<Dispute[]>([]);
    const read = async () => {
        const reply = await ask<Disputes>("disputes", { table: about.table, limit: 200 });
        if (reply.ok) setRows(reply.rows.filter((row) => row.round === about.round));
    };
    useEffect(() => void read(), [about.table, about.round]);
    return (
        <section class="disputes">
            {rows.map((row) => (
                <DisputeRow key={row.dispute} row={row} onChange={() => void read()} />
            ))}
            {form ? (
                <Form
                    about={about}
                    onOpened={() => {
                        setForm(false);
                        void read();
                    }}
                />
            ) : (
                <p>
                    <button type="button" class="tool dispute-open" onClick={() => setForm(true)}>
                        {message("DISPUTE_OPEN")}
                    </button>
                </p>
            )}
        </section>
    );
}

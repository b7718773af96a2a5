/* row.tsx - a dispute as its player sees it: what was said, what was decided, and the appeal. */
import { useState } from "preact/hooks";
import { post } from "../net/api";
import type { Dispute } from "../net/protocol";
import { HouseSays, type Said } from "../parts/house-says";
import { message } from "../words/catalogue";

function Appeal({ dispute, onDone }: { dispute: number; onDone: () => void }) {
    const [said, setSaid] = useState<Said | null>(null);
    const submit = async (e: Event) => {
        e.preventDefault();
        const reply = await post("appeal", { dispute, text: new FormData(e.target as HTMLFormElement).get("text") });
        setSaid(reply.ok ? null : { text: reply.why, clause: reply.clause, bad: true });
        if (reply.ok) onDone();
    };
    return (
        <details class="appeal">
            <summary>{message("DISPUTE_APPEAL")}</summary>
            <form class="form" onSubmit={submit}>
                <label>
                    {message("DISPUTE_APPEAL_WHY")}
                    <textarea name="text" required maxLength={1000} rows={3} />
                </label>
                <button type="submit" class="action action-main">
                    <span>{message("DISPUTE_APPEAL")}</span>
                </button>
            </form>
            <HouseSays said={said} />
        </details>
    );
}

export function DisputeRow({ row, onChange }: { row: Dispute; onChange: () => void }) {
    const { dispute, table, round = 0 } = row;
    const lines = [
        message("DISPUTE_SAID", { text: row.text }),
        row.resolution && message("DISPUTE_DECIDED", { by: row.resolved_by ?? "", text: row.resolution }),
        row.appeal && message("DISPUTE_APPEALED", { text: row.appeal }),
        row.ruling && message("DISPUTE_RULED", { by: row.ruled_by ?? "", text: row.ruling }),
        row.status === "open" && message("DISPUTE_WAITS"),
        row.status === "appealed" && message("DISPUTE_APPEAL_WAITS"),
    ];
    return (
        <article class={`dispute is-${row.status}`}>
            <h3>
                {round
                    ? message("DISPUTE_TITLE", { dispute, round, table })
                    : message("DISPUTE_TITLE_TABLE", { dispute, table })}
            </h3>
            {lines.map((line) => line && <p key={line}>{line}</p>)}
            {row.status === "resolved" && <Appeal dispute={dispute} onDone={onChange} />}
        </article>
    );
}

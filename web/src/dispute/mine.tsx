/* mine.tsx - the disputes of the signed-in player, on the page of their account; nothing while there are none. */
import { useEffect, useState } from "preact/hooks";
import { askPages } from "../net/api";
import type { Dispute, Disputes } from "../net/protocol";
import { message } from "../words/catalogue";
import { DisputeRow } from "./row";

export function OwnDisputes({ fresh }: { fresh: number }) {
    const [rows, setRows] = useState<Dispute[]>([]);
    const read = async () => {
        const reply = await askPages<Disputes>("disputes", "rows", Infinity);
        if (reply.ok) setRows(reply.rows.reverse());
    };
    useEffect(() => void read(), [fresh]);
    if (!rows.length) return null;
    return (
        <section class="panel disputes" aria-labelledby="disputes-title">
            <h2 id="disputes-title">{message("DISPUTE_MINE")}</h2>
            {rows.map((row) => (
                <DisputeRow key={row.dispute} row={row} onChange={() => void read()} />
            ))}
        </section>
    );
}

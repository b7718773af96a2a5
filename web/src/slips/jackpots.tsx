/* jackpots.tsx - jackpots whose slip is not filed yet: the win page stays, with the tax reminder, until it is. */
import { useState } from "preact/hooks";
import { post } from "../net/api";
import type { SlipRow } from "../net/protocol";
import { HouseSays, type Said } from "../parts/house-says";
import { dollars } from "../table/money";
import type { Names } from "./names";
import { TaxReminder } from "./paper";

export function Jackpots({
    slips,
    names,
    onPrint,
    onChange,
}: {
    slips: SlipRow[];
    names: Names;
    onPrint: (slip: SlipRow) => void;
    onChange: () => void;
}) {
    const [said, setSaid] = useState<Said | null>(null);
    const file = async ({ table, seq }: SlipRow) => {
        const reply = await post("file-slip", { table, seq });
        setSaid(reply.ok ? null : { text: reply.why, bad: true });
        onChange();
    };
    const open = slips.filter((slip) => slip.kind === "jackpot" && !slip.filed);
    if (!open.length) return <HouseSays said={said} />;
    return (
        <section class="panel needs" aria-label="Jackpots to file">
            <h2>Jackpots to file</h2>
            {open.map((slip) => (
                <article key={`${slip.table}/${slip.seq}`} class="jackpot">
                    <h3>
                        Jackpot {slip.number} of {slip.day}: {dollars(slip.cents)} for{" "}
                        {names[slip.person ?? ""] ?? slip.person}
                    </h3>
                    <p>
                        {slip.wager} at {slip.title || slip.table}, box {slip.box}, {slip.money} money,{" "}
                        {new Date(slip.time_ms).toLocaleString()}. Called by {names[slip.called ?? ""] ?? slip.called},
                        confirmed by {names[slip.confirmed ?? ""] ?? slip.confirmed}, paid by{" "}
                        {names[slip.by] ?? slip.by}. {dollars(slip.meter_cents)} came from the meter.
                    </p>
                    <TaxReminder slip={slip} />
                    <p class="row">
                        <button type="button" class="tool" onClick={() => onPrint(slip)}>
                            Print the slip
                        </button>
                        <button type="button" class="action" onClick={() => void file(slip)}>
                            <span>{/* say:slip-filed */}It is filed</span>
                        </button>
                    </p>
                </article>
            ))}
            <HouseSays said={said} />
        </section>
    );
}

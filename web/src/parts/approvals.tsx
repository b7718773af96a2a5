/* approvals.tsx - what waits for a second person. */
import { useState } from "preact/hooks";
import { askPages, post } from "../net/api";
import { HouseSays, type Said } from "./house-says";
import { OwnPassword } from "./own-password";
import { useSession } from "./session";
import { dollars } from "../table/money";
import type { Approval } from "../pit/rows";

/* All waiting requests, because a request that the page does not show cannot be decided. */
export const waitingApprovals = () =>
    askPages<{ approvals: Approval[]; next?: string }>("approvals", "approvals", Infinity);

export function Approvals({ list, onChange }: { list: Approval[]; onChange: () => void }) {
    const { me } = useSession();
    const [said, setSaid] = useState<Said | null>(null);
    const answer = async (word: string, id: string) => {
        const reply = await post(word, { approval: id });
        setSaid(reply.ok ? null : { text: reply.why, clause: reply.clause, bad: true });
        onChange();
    };
    const waiting = list.filter((a) => a.state === undefined || a.state === "waiting");
    return (
        <section id="approvals" class={`panel ${waiting.length ? "needs" : ""}`}>
            <h2>Approvals</h2>
            <OwnPassword />
            {waiting.length === 0 && <p class="dim">{/* say:nothing-waits */}No approvals are waiting.</p>}
            <ul class="decisions">
                {waiting.map((a) => {
                    const request = (a.request ?? {}) as Record<string, unknown>;
                    return (
                        <li key={a.approval}>
                            <span>
                                <b>{a.word.replace(/-/g, " ")}</b> by {a.asker}
                                {request.person ? ` for ${String(request.person)}` : ""}
                                {Array.isArray(request.roles) ? ` as ${request.roles.join(", ")}` : ""}
                                {request.table ? ` at ${String(request.table)}` : ""}
                                {request.cents ? `, ${dollars(Number(request.cents))}` : ""}
                                {request.reason ? `: ${String(request.reason)}` : ""}
                            </span>
                            {a.asker === me?.person ? (
                                <span class="row">
                                    <span class="dim">Another person must approve your request.</span>
                                    <button
                                        type="button"
                                        class="tool"
                                        onClick={() => void answer("decline", a.approval)}
                                    >
                                        {/* say:withdraw */}Withdraw
                                    </button>
                                </span>
                            ) : (
                                <span class="row">
                                    <button
                                        type="button"
                                        class="tool"
                                        onClick={() => void answer("approve", a.approval)}
                                    >
                                        {/* say:approve */}Approve
                                    </button>
                                    <button
                                        type="button"
                                        class="tool"
                                        onClick={() => void answer("decline", a.approval)}
                                    >
                                        Decline
                                    </button>
                                </span>
                            )}
                        </li>
                    );
                })}
            </ul>
            <HouseSays said={said} />
        </section>
    );
}

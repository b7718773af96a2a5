/* fair.tsx - the verifier: a finished shoe against its seal, all of it in this browser. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "../net/api";
import { CardFace } from "../felt/card";
import { afterCut, checkShoe, sealOf, type Finding, type OpenedShoe } from "../fair/check";
import { keptOf, type Seen } from "../fair/keep";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";

function read(text: string): OpenedShoe | null {
    try {
        const given = JSON.parse(text);
        return given.salt && given.order && given.commitment
            ? { number: given.number ?? 0, cut: [0, 0], ...given }
            : null;
    } catch {
        return null;
    }
}

function Result({ shoe, findings }: { shoe: OpenedShoe; findings: Finding[] }) {
    const good = findings.every((finding) => finding.good);
    return (
        <section class="panel" data-fair={good ? "good" : "bad"}>
            <h2 class={good ? "is-win" : "is-lose"}>
                {good
                    ? `Shoe ${shoe.number} is the one that was sealed.`
                    : `Shoe ${shoe.number} is not the one that was sealed.`}
            </h2>
            <ul>
                {findings.map((f) => (
                    <li key={f.text} class={f.good ? "" : "is-lose"}>
                        {f.text}
                    </li>
                ))}
            </ul>
            <dl class="facts">
                <dt>Salt</dt>
                <dd class="hash">{shoe.salt}</dd>
                <dt>Seal</dt>
                <dd class="hash">{shoe.commitment}</dd>
                <dt>Hashed here</dt>
                <dd class="hash">{sealOf(shoe)}</dd>
                <dt>Cut</dt>
                <dd>{shoe.cut.join(", ")}</dd>
            </dl>
            <h3>The cards in the order in which they left</h3>
            <div class="strip" aria-label={afterCut(shoe).join(" ")} role="img">
                {afterCut(shoe).map((card, i) => (
                    <svg key={i} viewBox="-38 -53 76 106">
                        <CardFace card={card} />
                    </svg>
                ))}
            </div>
        </section>
    );
}

export function FairPage({ id }: { id: string }) {
    const [shoe, setShoe] = useState<OpenedShoe | null>(null);
    const [seen, setSeen] = useState<Seen | undefined>();
    const [why, setWhy] = useState("");
    useTitle("Fair shoe");
    useEffect(() => {
        if (!id) return;
        const kept = keptOf(id).past;
        if (kept) {
            setShoe(kept.shoe);
            setSeen(kept.seen);
            return;
        }
        ask<{ shoe: OpenedShoe | null }>("opened-shoe", { table: id }).then((answer) => {
            if (answer.ok && answer.shoe?.salt) setShoe(answer.shoe);
            else
                setWhy(
                    "This browser has no finished shoe of this table. A shoe is opened when its last round is over.",
                );
        });
    }, [id]);
    return (
        <>
            <Bar title="Fair shoe" />
            <main class="page">
                <h1>Was the shoe fair?</h1>
                <p>
                    Before the first card of a shoe the server publishes a seal: a hash over a random salt and the order
                    of all cards. A player cuts after that. When the shoe is finished the server shows salt and order.
                    If they give the same hash, the order was never changed.
                </p>
                {why && <p class="dim">{why}</p>}
                {shoe && <Result shoe={shoe} findings={checkShoe(shoe, seen?.seal ?? null, seen ? [seen.came] : [])} />}
                <section class="panel">
                    <h2>Check one that you have</h2>
                    <label class="field">
                        What the server published for the shoe, as JSON with number, salt, order, cut and commitment
                        <textarea
                            rows={5}
                            class="hash"
                            onInput={(e) => {
                                const given = read(e.currentTarget.value);
                                if (given) {
                                    setShoe(given);
                                    setSeen(undefined);
                                    setWhy("");
                                }
                            }}
                        />
                    </label>
                </section>
            </main>
        </>
    );
}

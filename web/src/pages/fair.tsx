/* fair.tsx - the verifier: a finished shoe against its seal, all of it in this browser. */
import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../net/api";
import { CardFace } from "../felt/card";
import { afterCut, checkShoe, sealOf, type Finding, type Known, type OpenedShoe } from "../fair/check";
import { keptOf } from "../fair/keep";
import { ownPart } from "../fair/part";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { cardName } from "../table/cards";
import { message } from "../words/catalogue";

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
                    ? message("FAIR_SHOE_IS_THE_ONE", { number: shoe.number })
                    : message("FAIR_SHOE_IS_NOT_THE", { number: shoe.number })}
            </h2>
            <ul>
                {findings.map((f) => (
                    <li key={f.text} class={f.good ? "" : "is-lose"}>
                        {f.text}
                    </li>
                ))}
            </ul>
            <dl class="facts">
                <dt>{message("FAIR_SALT")}</dt>
                <dd class="hash">{shoe.salt}</dd>
                <dt>{message("DRAWER_SEAL")}</dt>
                <dd class="hash">{shoe.commitment}</dd>
                <dt>{message("FAIR_HASHED_HERE")}</dt>
                <dd class="hash">{sealOf(shoe)}</dd>
                <dt>{message("DRAWER_CUT")}</dt>
                <dd>{shoe.cut.join(", ")}</dd>
                {(shoe.parts ?? []).map((part) => (
                    <Fragment key={part.seat}>
                        <dt>{message("FAIR_VALUE_OF_BOX", { box: part.seat })}</dt>
                        <dd class="hash">{part.value ?? message("DRAWER_NONE")}</dd>
                    </Fragment>
                ))}
            </dl>
            <h3>{message("FAIR_THE_CARDS_IN_THE")}</h3>
            <div class="strip" aria-label={afterCut(shoe).map(cardName).join(message("COMMA"))} role="img">
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
    const [known, setKnown] = useState<Known>({});
    const [why, setWhy] = useState("");
    useTitle(message("BAR_FAIR_SHOE"));
    useEffect(() => {
        if (!id) return;
        const kept = keptOf(id).past;
        if (kept) {
            setShoe(kept.shoe);
            setKnown({
                seal: kept.seen?.seal,
                came: kept.seen && [kept.seen.came],
                value: ownPart(id, kept.shoe.number)?.value,
            });
            return;
        }
        ask<{ shoe: OpenedShoe | null }>("opened-shoe", { table: id }).then((answer) => {
            if (answer.ok && answer.shoe?.salt) setShoe(answer.shoe);
            else setWhy(message("FAIR_THIS_BROWSER_HAS_NO"));
        });
    }, [id]);
    return (
        <>
            <Bar title={message("BAR_FAIR_SHOE")} />
            <main class="page">
                <h1>{message("FAIR_WAS_THE_SHOE_FAIR")}</h1>
                <p>{message("FAIR_BEFORE_THE_FIRST_CARD")}</p>
                {why && <p class="dim">{why}</p>}
                {shoe && <Result shoe={shoe} findings={checkShoe(shoe, known)} />}
                <section class="panel">
                    <h2>{message("FAIR_CHECK_ONE_THAT_YOU")}</h2>
                    <label class="field">
                        {message("FAIR_WHAT_THE_SERVER_PUBLISHED")}
                        <textarea
                            rows={5}
                            class="hash"
                            onInput={(e) => {
                                const given = read(e.currentTarget.value);
                                if (given) {
                                    setShoe(given);
                                    setKnown({});
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

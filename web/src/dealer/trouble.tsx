/* trouble.tsx - when something went wrong: an irregularity and what its clause orders, and a card that was entered
 * wrongly. Where a card is asked for, the next touch of the pad answers. */
import { useEffect, useState } from "preact/hooks";
import type { Offer } from "../net/wire";
import { clauseText } from "../parts/clause";
import { freeBet, type Table } from "../table/model";
import type { TableStore } from "../table/store";
import { cardSign, type Touched } from "./boxes";
import { MISHAPS } from "./steps";

export type Act = (body: { do: string; [key: string]: unknown }) => Promise<boolean>;

const NEED_CARD = ["misdeal", "face-up-card", "exposed", "overdraw", "up-racked"];
export const needsCard = (mishap: Offer | null) => mishap !== null && NEED_CARD.includes(String(mishap.name));

interface Props {
    t: Table;
    act: Act;
    store: TableStore;
    chosen: Offer | null;
    card: string; /* from the pad */
    onChoose: (mishap: Offer | null) => void;
    onDone: () => void;
}

export function Irregular({ t, act, store, chosen, card, onChoose, onDone }: Props) {
    const [list, setList] = useState<Offer[] | null>(null);
    const [says, setSays] = useState("");
    const free = freeBet(t);
    const row = chosen ? MISHAPS[String(chosen.name)] : undefined;
    const clause = row ? (free ? row.free : row.plain) : "";
    useEffect(() => {
        void store.wire.send<{ mishaps: Offer[] }>({ do: "mishaps", table: t.id }).then((answer) => {
            setList(answer.ok ? answer.mishaps : []);
        });
    }, [t.seq]);
    useEffect(() => {
        setSays("");
        if (clause) void clauseText(clause).then(setSays);
    }, [clause]);
    const send = async () => {
        const body: Record<string, unknown> = { do: "irregular", name: chosen!.name };
        if (chosen!.seat && chosen!.seat !== "dealer") body.seat = chosen!.seat;
        if (chosen!.how) body.how = chosen!.how;
        if (needsCard(chosen)) body.card = card;
        if (await act(body as { do: string })) onDone();
    };
    const title = (m: Offer) =>
        `${MISHAPS[String(m.name)]?.what ?? String(m.name)}${m.seat ? `, box ${m.seat}` : ""}${m.how ? ` (${String(m.how)})` : ""}`;
    if (!chosen)
        return (
            <section class="panel">
                <h2>What happened?</h2>
                <ul class="choices">
                    {list?.length === 0 && <li class="dim">No irregularity is possible now.</li>}
                    {(list ?? []).map((m, i) => (
                        <li key={i}>
                            <button type="button" class="quiet" onClick={() => onChoose(m)}>
                                {title(m)}
                            </button>
                        </li>
                    ))}
                </ul>
                <button type="button" class="tool" onClick={onDone}>
                    Never mind
                </button>
            </section>
        );
    return (
        <section class="panel">
            <h2>{title(chosen)}</h2>
            {clause && (
                <p>
                    <b>{clause}</b>: {says}
                </p>
            )}
            {needsCard(chosen) && (
                <p role="status">{card ? `The card: ${cardSign(card)}` : "Touch the card on the pad, or type it."}</p>
            )}
            <p class="row">
                <button
                    type="button"
                    class="action action-stand"
                    disabled={needsCard(chosen) && !card}
                    onClick={() => void send()}
                >
                    <span>{/* say:call-it */}Call it</span>
                </button>
                <button type="button" class="tool" onClick={() => onChoose(null)}>
                    Back
                </button>
            </p>
        </section>
    );
}

/* A dealer must not correct the dealer's own card, so the dealer tells the floor which card it is. */
export function Correct(given: { touched: Touched; card: string; floor: boolean; act: Act; onDone: () => void }) {
    const { touched, card, floor, act, onDone } = given;
    const [reason, setReason] = useState("");
    const was = cardSign(touched.card);
    const wrong = `card ${touched.number} (${touched.where}) was entered as ${was}`;
    const send = async () => {
        const said = `${wrong} and is ${cardSign(card)}${reason ? `: ${reason}` : ""}`;
        const body = floor
            ? { do: "correct", number: touched.number, card, reason: said }
            : { do: "summon", reason: said };
        if (await act(body)) onDone();
    };
    return (
        <section class="panel d-correct">
            <h2>Correct a card</h2>
            {touched.number === 0 && (
                <p role="alert">
                    This console was not open when the {was} was entered, so it cannot say which card of the round it
                    is. A supervisor finds it in recall.
                </p>
            )}
            <p>
                {touched.where}: <b>{was}</b>
                {card && (
                    <>
                        {" "}
                        is <b>{cardSign(card)}</b>
                    </>
                )}
            </p>
            {!card && <p role="status">Touch the right card on the pad, or type it.</p>}
            <label class="field">
                Reason
                <input value={reason} onInput={(e) => setReason(e.currentTarget.value)} placeholder="misread" />
            </label>
            {!floor && <p class="dim">A supervisor corrects it: dealers do not correct their own cards.</p>}
            <p class="row">
                <button
                    type="button"
                    class="action action-stand"
                    disabled={!card || touched.number === 0}
                    onClick={() => void send()}
                >
                    <span>
                        {floor
                            ? /* say:correct-the-card */ "Correct the card"
                            : /* say:tell-the-floor */ "Tell the floor"}
                    </span>
                </button>
                <button type="button" class="tool" onClick={onDone}>
                    Never mind
                </button>
            </p>
        </section>
    );
}

/* table-why.tsx - "Why not?": the reason and the clause for what a player may not do now, asked of the house.
 *
 * The house tries each act and answers with the refusal that it would get, so the page knows no rule. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../net/api";
import type { WhyNot, WhyRow } from "../net/protocol";
import { wagerTitle } from "../felt/print";
import { ClauseLink } from "../parts/clause";
import { asSentence } from "../parts/house-says";
import type { TableStore } from "../table/store";
import type { Table } from "../table/model";
import { fill, known, message } from "../words/catalogue";
import { refusalText } from "../words/refusal";

const HOVER_MS = 350;
const LONG_PRESS_MS = 450;

/* Whether a mouse moved. A mouse that lies still asks nothing, even when the button under it changes. */
const moved = (e: PointerEvent) => e.pointerType === "mouse" && (e.movementX !== 0 || e.movementY !== 0);

/* What is being answered: one act, every act ("all"), or nothing. */
export interface Asking {
    about: string;
    rows: WhyRow[];
    why: (act: string) => void;
    close: () => void;
}

const inWords = async (row: WhyRow): Promise<WhyRow> =>
    row.why ? { ...row, why: await refusalText({ ...row, why: row.why }) } : row;

const nameOf = (row: WhyRow) => (row.wager && row.wager !== "main" ? `${row.do} ${row.wager}` : row.do);

export function useWhyNot(store: TableStore, seat: string | undefined): Asking {
    const [about, setAbout] = useState("");
    const [rows, setRows] = useState<WhyRow[]>([]);
    const answered = useRef(""); /* the seat and the record that the rows were asked for */
    const now = `${seat}/${store.seen}`;
    const close = () => setAbout("");
    useEffect(close, [now]);
    const why = async (act: string) => {
        if (!seat) return;
        if (answered.current !== now) {
            const answer = await ask<WhyNot>("why-not", { table: store.table.id, seat });
            if (!answer.ok) return;
            answered.current = now;
            setRows(await Promise.all(answer.acts.map(inWords)));
        }
        setAbout(act);
    };
    return { about, rows, why: (act) => void why(act), close };
}

/* A button that is not offered: it stays where it is, can be reached, and answers when it is pressed, hovered over or held. */
export function NotOffered({ act, label, hint, asking }: { act: string; label: string; hint: string; asking: Asking }) {
    const timer = useRef(0);
    const later = (ms: number) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => asking.why(act), ms) as unknown as number;
    };
    const stop = () => clearTimeout(timer.current);
    useEffect(() => stop, []);
    return (
        <button
            type="button"
            class={`not-offered ${asking.about === act ? "is-asked" : ""}`}
            aria-disabled="true"
            aria-describedby={asking.about === act ? "why-not" : undefined}
            aria-keyshortcuts={`Shift+${hint}`}
            onClick={() => asking.why(act)}
            onPointerMove={(e) => moved(e) && asking.about !== act && later(HOVER_MS)}
            onPointerDown={(e) => e.pointerType !== "mouse" && later(LONG_PRESS_MS)}
            onPointerUp={stop}
            onPointerLeave={stop}
            onContextMenu={(e) => e.preventDefault()}
        >
            {label}
        </button>
    );
}

function actName(t: Table, row: WhyRow): string {
    if (row.do === "bet" && row.wager && row.wager !== "main")
        return fill(message("WHY_NOT_BET_ON"), () => wagerTitle(row.wager!, t));
    const key = `WHY_NOT_${row.do.toUpperCase()}`;
    return known(key) ? message(key) : row.do;
}

function Answer({ table, row }: { table: Table; row: WhyRow }) {
    return (
        <>
            <b>{actName(table, row)}</b> {row.allowed ? message("WHY_NOT_ALLOWED") : asSentence(row.why ?? "")}{" "}
            {row.clause && <ClauseLink id={row.clause} />}
        </>
    );
}

/* The answer, in a region that is always there, so that a screen reader hears it. */
export function WhyNotSays({ table, asking }: { table: Table; asking: Asking }) {
    const { about, rows } = asking;
    const one = rows.find((row) => nameOf(row) === about);
    const refused = rows.filter((row) => !row.allowed);
    return (
        <div class="why-not" id="why-not" role="status" aria-label={message("WHY_NOT_TITLE")}>
            {about && (
                <div class="why-not-says">
                    {one && (
                        <p>
                            <Answer table={table} row={one} />
                        </p>
                    )}
                    {about === "all" && (
                        <ul>
                            {refused.map((row) => (
                                <li key={nameOf(row)}>
                                    <Answer table={table} row={row} />
                                </li>
                            ))}
                        </ul>
                    )}
                    <button type="button" class="quiet" aria-label={message("WHY_NOT_CLOSE")} onClick={asking.close}>
                        ×
                    </button>
                </div>
            )}
        </div>
    );
}

export function WhyNotButton({ asking }: { asking: Asking }) {
    const open = asking.about === "all";
    return (
        <button
            type="button"
            class="why-all"
            aria-expanded={open}
            aria-controls="why-not"
            aria-keyshortcuts="W"
            onClick={() => (open ? asking.close() : asking.why("all"))}
        >
            {message("WHY_NOT_TITLE")}
        </button>
    );
}

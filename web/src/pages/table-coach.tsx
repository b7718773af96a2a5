/* table-coach.tsx - one switch for the coach on the felt, and the end of a visit. The code of both is fetched when it is needed. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Felt } from "../felt/geometry";
import type { Decision } from "../coach/decisions";
import type { Table } from "../table/model";
import { endVisit, visitOf, type Visit } from "../table/visit";
import { message } from "../words/catalogue";

const KEY = "coach on the felt";

export interface Coaching {
    on: boolean;
    turn: () => void;
}

export function useCoaching(): Coaching {
    const [on, set] = useState(() => localStorage.getItem(KEY) === "yes");
    const turn = () => {
        localStorage.setItem(KEY, on ? "no" : "yes");
        set(!on);
    };
    return { on, turn };
}

export function CoachSwitch({ coaching }: { coaching: Coaching }) {
    return (
        <button
            type="button"
            class="coach-switch"
            role="switch"
            aria-checked={coaching.on}
            aria-keyshortcuts="K"
            onClick={coaching.turn}
        >
            {message("BAR_COACH")}
        </button>
    );
}

type TagView = (props: { last: Decision | null; table: Table; felt: Felt }) => any;

export function CoachOver(p: { coaching: Coaching; last: Decision | null; table: Table; felt: Felt }) {
    const [View, setView] = useState<TagView | null>(null);
    useEffect(() => {
        if (p.coaching.on && !View)
            import("../coach/tag").then((module) => setView(() => module.CoachTag)).catch(() => undefined);
    }, [p.coaching.on]);
    return p.coaching.on && View ? <View last={p.last} table={p.table} felt={p.felt} /> : null;
}

export const openWhy = () => document.querySelector<HTMLElement>("[data-why]")?.click();

type EndView = (props: { visit: Visit; table: Table; onClose: () => void }) => any;

/* When the player has left the last box, it shows what the visit came to. */
export function VisitEnd({ sits, table }: { sits: boolean; table: Table }) {
    const sat = useRef(false);
    const [visit, setVisit] = useState<Visit | null>(null);
    const [View, setView] = useState<EndView | null>(null);
    useEffect(() => {
        if (!table.loaded) return;
        if (sits) setVisit(null);
        else if (sat.current) {
            const ended = visitOf(table.id);
            endVisit(table.id);
            if (ended.rounds > 0) {
                setVisit(ended);
                import("../coach/summary").then((module) => setView(() => module.VisitSummary)).catch(() => undefined);
            }
        }
        sat.current = sits;
    }, [sits, table.loaded]);
    return visit && View ? <View visit={visit} table={table} onClose={() => setVisit(null)} /> : null;
}

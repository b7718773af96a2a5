/* table-ceremony.tsx - the greatest win of the moment, celebrated until it is over, skipped, or cards are dealt again. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ceremonyOf, ceremonySpoken, fetchView, type Ceremony } from "../felt/ceremony";
import type { Felt } from "../felt/geometry";
import type { TableEvent } from "../net/wire";
import type { Table } from "../table/model";

type Celebrate = (event: TableEvent, table: Table, places: string[]) => void;

export function useCeremony(say: (text: string) => void): [Ceremony | null, Celebrate, () => void] {
    const [now, set] = useState<Ceremony | null>(null);
    const rank = useRef(0);
    const show = (ceremony: Ceremony | null) => {
        rank.current = ceremony?.rank ?? 0;
        set(ceremony);
    };
    const celebrate: Celebrate = (event, table, places) => {
        if (event.event === "no-more-bets") {
            show(null);
            if (places.length) void fetchView().catch(() => undefined); /* without the view, wins are only announced */
        }
        const next = ceremonyOf(event, table, places);
        if (!next) return;
        say(ceremonySpoken(next));
        if (next.rank >= rank.current) show(next);
    };
    return [now, celebrate, () => show(null)];
}

type View = Awaited<ReturnType<typeof fetchView>>["CeremonyView"];

export function CeremonyOver(p: { ceremony: Ceremony | null; felt: Felt; onEnd: () => void }) {
    const [View, setView] = useState<View | null>(null);
    useEffect(() => {
        if (p.ceremony && !View)
            fetchView()
                .then((module) => setView(() => module.CeremonyView))
                .catch(p.onEnd);
    }, [p.ceremony]);
    return p.ceremony && View ? <View key={p.ceremony.id} ceremony={p.ceremony} felt={p.felt} onEnd={p.onEnd} /> : null;
}

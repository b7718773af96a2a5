/* meter.tsx - the progressive display above a table: counts up smoothly, shows a prize that waits and one that was won. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { reducedMotion, useStore, useTitle } from "../parts/hooks";
import { tableTitle } from "../parts/names";
import { useSession } from "../parts/session";
import { dollars } from "../table/money";
import { TableStore } from "../table/store";
import { message, named } from "../words/catalogue";
import { amount } from "../words/numbers";

/* The display counts up to the true amount; after a prize it jumps down. */
function useCounting(cents: number): number {
    const [shown, setShown] = useState(cents);
    const from = useRef(cents);
    useEffect(() => {
        if (reducedMotion() || cents < from.current || from.current === 0) {
            from.current = cents;
            setShown(cents);
            return undefined;
        }
        const start = performance.now(),
            began = from.current,
            span = Math.min(4000, 400 + (cents - began) * 8);
        let frame = 0;
        const step = () => {
            const share = Math.min(1, (performance.now() - start) / span);
            from.current = began + (cents - began) * share;
            setShown(Math.round(from.current));
            if (share < 1) frame = requestAnimationFrame(step);
        };
        step();
        return () => cancelAnimationFrame(frame);
    }, [cents]);
    return shown;
}

function Figure({ title, cents }: { title: string; cents: number }) {
    const shown = useCounting(cents);
    return (
        <section class="big-meter">
            <h1>{title}</h1>
            <p class="big-sum" aria-label={dollars(cents)}>
                {amount(shown / 100, 2)}
            </p>
        </section>
    );
}

export function MeterPage({ id }: { id: string }) {
    const { wire } = useSession();
    const store = useMemo(() => new TableStore(wire, id, () => true), [wire, id]);
    const [status, setStatus] = useState(wire.status);
    const [won, setWon] = useState(0);
    useEffect(() => () => store.close(), [store]);
    useEffect(() => wire.onStatus(setStatus), [wire]);
    useEffect(
        () =>
            store.onEvent((event) => {
                if (event.event !== "win-page") return;
                setWon(event.cents ?? 0);
                setTimeout(() => setWon(0), 30000);
            }),
        [store],
    );
    useStore(store);
    useTitle(message("METER_METER"));
    const t = store.table;
    const waiting = t.awards[0];
    return (
        <main class={`meter-page ${won ? "is-won" : waiting ? "is-pending" : ""}`}>
            {t.refused && <h1>{message("TABLE_PAGE_NO_SUCH_TABLE")}</h1>}
            {t.loaded && Object.keys(t.meters).length === 0 && <h1>{message("METER_THIS_TABLE_HAS_NO")}</h1>}
            {won ? (
                <section class="big-meter" role="status">
                    <h1>{message("METER_WINNER")}</h1>
                    <p class="big-sum">{dollars(won)}</p>
                </section>
            ) : (
                Object.entries(t.meters).map(([name, cents]) => (
                    <Figure key={name} title={named(t.layout.meters[name] ?? name)} cents={cents} />
                ))
            )}
            {waiting && !won && (
                <p class="meter-state" role="status">
                    {message("METER_A_PRIZE_OF_IS", { money: dollars(waiting.cents) })}
                </p>
            )}
            <p class="meter-table">
                {tableTitle(t.terms.title, t.terms.rules, id)}
                {status !== "open"
                    ? ` · ${message("METER_NOT_CURRENT_THE_CONNECTION")}`
                    : t.moved
                      ? ` · ${message("METER_NOT_CURRENT_THE_TABLE")}`
                      : ""}
            </p>
        </main>
    );
}

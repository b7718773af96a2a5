/* panel.tsx - the coach beside the felt: before a decision at practice tables only, after it at every table. */
import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { useSession } from "../parts/session";
import { placesOf } from "../table/model";
import type { TableStore } from "../table/store";
import { countedWords, WhichCards } from "./cards";
import { decisions, situationOf } from "./decisions";
import { priceAll, priced, type Priced } from "./price";
import { SeenKeeper } from "./seen";
import { Accuracy, Decisions, handText, Values } from "./values";
import { message } from "../words/catalogue";

export function CoachPanel({ store }: { store: TableStore }) {
    const { me } = useSession();
    const t = store.table;
    const [, bump] = useReducer((n: number) => n + 1, 0);
    const [answer, setAnswer] = useState<Priced | null>(null);
    const seen = useMemo(() => new SeenKeeper(t.id), [t.id]);
    const now = store.current ? situationOf(t, t.turn, placesOf(t, me?.person ?? ""), seen) : null;
    const key = now ? [handText(now), now.seen, ...now.legal.map((l) => l.do)].join() : "";
    const advises = Boolean(t.terms.practice);
    useEffect(() => {
        let asked = true;
        setAnswer(null);
        if (now && advises) void priced(now).then((found) => asked && setAnswer(found));
        return () => void (asked = false);
    }, [key, advises]);
    const all = decisions().filter((d) => d.table === t.id);
    useEffect(() => void priceAll(() => bump(0)), [all.length]);
    return (
        <div>
            <WhichCards onChange={() => bump(0)} />
            <h3>{message("COACH_NOW")}</h3>
            {!now && <p class="dim">{message("COACH_IT_IS_NOT_YOUR")}</p>}
            {now && !advises && <p class="dim">{message("COACH_AT_THIS_TABLE_THE")}</p>}
            {now && advises && (
                <>
                    <p>
                        {handText(now)} <small class="dim">{countedWords(now)}</small>
                    </p>
                    {answer ? (
                        <Values answer={answer} stake={now.stake} />
                    ) : (
                        <p class="dim" role="status">
                            {message("COACH_WORKING_IT_OUT")}
                        </p>
                    )}
                </>
            )}
            <h3>{message("COACH_YOUR_DECISIONS_HERE")}</h3>
            <Accuracy list={all} />
            <Decisions list={all.slice(-30).reverse()} />
            <p>
                <a href="/coach">{message("COACH_DRILLS_AND_HISTORY")}</a>
            </p>
        </div>
    );
}

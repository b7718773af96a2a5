/* recall.tsx - replays a round step by step on a drawn table. A hand comes from its link, from this browser, or from the house,
 * which sends any finished round without names; staff recall rounds with their records and money. */
import type { ComponentType } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { About } from "../dispute/open";
import { ask, askPages } from "../net/api";
import type { RecallRow, ToldHand } from "../net/protocol";
import type { TableEvent } from "../net/wire";
import { FeltView } from "../felt/felt";
import { feltOf } from "../felt/geometry";
import { Bar } from "../parts/bar";
import { LogText } from "../parts/log-text";
import { ClauseLink } from "../parts/clause";
import { useKeys, useShape, useTitle } from "../parts/hooks";
import { has, useSession } from "../parts/session";
import { dollars } from "../table/money";
import { fold, loadSnapshot, newTable, type Table } from "../table/model";
import { tellEvent } from "../table/say";
import { ownRound } from "../coach/rounds";
import { handIn, linkOf, publicSteps, type SharedHand } from "../hand/link";
import { Proof } from "../hand/proof";
import { keepBookmark } from "../surveillance/bookmarks";
import { known, message } from "../words/catalogue";
import { timeText } from "../words/numbers";

export interface Step {
    event: TableEvent;
    by: string;
    seq: number;
    time: number;
    story?: RecallRow;
    told?: string;
}

/* Only events of the round: from the one that opened it to its end. */
function stepsOf(stories: RecallRow[]): Step[] {
    const all = stories.flatMap((story) =>
        story.events.map((event, i) => ({
            event,
            by: story.by,
            seq: story.seq,
            time: story.time_ms,
            story,
            told: story.told[i],
        })),
    );
    const opened = all.findIndex((step) => step.event.event === "open");
    const from = all.slice(opened < 0 ? 0 : opened);
    const over = from.findIndex((step) => step.event.event === "over");
    return over < 0 ? from : from.slice(0, over + 1);
}

/* A table without players and cards, on which the events are laid. */
const BARE = {
    ...{ boxes: [], wagers: [], at: "round", phase: "betting", dealer: { cards: [] }, shoe: {}, awards: [] },
    ...{ players: [], shared: [], asks: [], coupons: [], turn: {} },
};

interface Found {
    base: any;
    steps: Step[];
    hand: SharedHand | null; /* what may be shared */
}

/* The round as the house tells it to all readers. */
async function toldRound(table: string, round: string): Promise<Found | string> {
    const answer = await ask<ToldHand>("hand", { table, round });
    if (!answer.ok) return answer.why;
    const steps = answer.steps as unknown as Step[];
    return { base: answer.base, steps, hand: { shoe: answer.shoes[0]?.number ?? 0, steps } };
}

/* The round with its records and money, for staff. */
async function recalledRound(table: string, round: string): Promise<Found | string> {
    const view = await ask<{ snapshot: any }>("look", { table });
    const answer = await askPages<{ rows: RecallRow[]; next?: string }>("recall", "rows", Infinity, { table, round });
    if (!answer.ok || !view.ok) return toldRound(table, round);
    const steps = stepsOf(answer.rows);
    return steps.length ? { base: view.snapshot, steps, hand: null } : message("REPLAY_THAT_ROUND_IS_NOT");
}

async function findRound(table: string, round: string): Promise<Found | string> {
    const own = (await handIn(location.hash)) ?? ownRound(table, Number(round));
    const view = own && (await ask<{ snapshot: any }>("look", { table }));
    if (own && view?.ok) return { base: view.snapshot, steps: publicSteps(own.steps), hand: own };
    return location.pathname.startsWith("/recall") ? recalledRound(table, round) : toldRound(table, round);
}

function tableAfter(base: any, steps: Step[], n: number): Table {
    const t = newTable(base.table);
    loadSnapshot(t, { ...base, ...BARE }, 0);
    t.seats = {};
    for (const step of steps.slice(0, n)) fold(t, step.event);
    return t;
}

function Money({ story }: { story: RecallRow }) {
    return (
        <div class="scroll" tabIndex={0} role="region" aria-label={message("REPLAY_MOVEMENTS_OF_MONEY")}>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{message("REPLAY_FROM")}</th>
                        <th scope="col">{message("REPLAY_TO")}</th>
                        <th scope="col" class="num">
                            {message("HISTORY_AMOUNT")}
                        </th>
                        <th scope="col">{message("REPLAY_WHY")}</th>
                    </tr>
                </thead>
                <tbody>
                    {story.moves.map((move, i) => (
                        <tr key={i}>
                            <td>{move.from}</td>
                            <td>{move.to}</td>
                            <td class="num">{dollars(move.cents)}</td>
                            <td>{move.reason}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/* What a reader does about the round: staff decide the dispute that the address names, a player may open one. */
type Beside = ComponentType<{ dispute: number; clause?: string }> | ComponentType<{ about: About }>;

function Besides({ table, round, seq, clause }: { table: string; round: number; seq?: number; clause?: string }) {
    const { me } = useSession();
    const dispute = Number(new URLSearchParams(location.search).get("dispute") ?? 0);
    const decides = dispute > 0 && location.pathname.startsWith("/recall");
    const plays = has(me, "player", "guest") && location.pathname.startsWith("/hand");
    const [View, setView] = useState<Beside | null>(null);
    useEffect(() => {
        if (decides) void import("../pit/decide").then((module) => setView(() => module.Decide));
        else if (plays) void import("../dispute/open").then((module) => setView(() => module.DisputeOpener));
    }, [decides, plays]);
    const Shown = View as ComponentType<any> | null;
    return Shown && <Shown dispute={dispute} clause={clause} about={{ table, round, seq }} />;
}

/* A step in words; an event without a sentence of its own is shown by its name. */
function StepText({ table, event }: { table: Table; event: TableEvent }) {
    const told = tellEvent(table, event, "");
    if (!told.length) return <>{`${event.event[0].toUpperCase()}${event.event.slice(1).replace(/-/g, " ")}.`}</>;
    return (
        <>
            {told.map(({ text }, i) => (
                <span key={i} class="told">
                    <LogText text={text} />
                </span>
            ))}
        </>
    );
}

/* The link carries the hand, without names. */
function Share({ table, round, hand }: { table: string; round: number; hand: SharedHand }) {
    const [said, setSaid] = useState("");
    const copy = async () => {
        const link = await linkOf(table, round, hand);
        history.replaceState(null, "", link);
        await navigator.clipboard.writeText(link).then(
            () => setSaid(message("ODDS_THE_LINK_IS_COPIED")),
            () => setSaid(message("HAND_LINK_IN_BAR")),
        );
    };
    return (
        <p class="row">
            <button type="button" class="tool" onClick={() => void copy()}>
                {message("HAND_COPY_LINK")}
            </button>
            <span role="status">{said}</span>
        </p>
    );
}

export function RecallPage({ id }: { id: string }) {
    const [table, round] = id.split("/");
    const { go, say } = useSession();
    const shape = useShape();
    const [hand, setHand] = useState<SharedHand | null>(null); /* what may be shared */
    const [steps, setSteps] = useState<Step[]>([]);
    const [base, setBase] = useState<any>(null);
    const [n, setN] = useState(0);
    const [why, setWhy] = useState("");
    useTitle(message("REPLAY_ROUND", { round }));
    useEffect(() => {
        setWhy("");
        void findRound(table, round).then((found) => {
            if (typeof found === "string") return setWhy(found);
            setBase(found.base);
            setHand(found.hand);
            setSteps(found.steps);
            const at = Number(new URLSearchParams(location.search).get("at") ?? Infinity);
            setN(found.steps.filter((step) => step.seq <= at).length);
            return undefined;
        });
    }, [id]);
    /* Staff go from round to round and keep places by keys; the arrows step for all readers. */
    const watches = location.pathname.startsWith("/recall");
    useKeys({
        ArrowLeft: () => setN(Math.max(0, n - 1)),
        ArrowRight: () => setN(Math.min(steps.length, n + 1)),
        ...(watches && {
            PageUp: () => Number(round) > 1 && go(`/recall/${table}/${Number(round) - 1}`),
            PageDown: () => go(`/recall/${table}/${Number(round) + 1}`),
            b: () => {
                const seq = steps[n - 1]?.seq ?? 0;
                keepBookmark({ table, round: Number(round), seq, note: "", kept_ms: Date.now() });
                say(`Round ${round}, record ${seq} is kept as a bookmark.`);
            },
        }),
    });
    const t = useMemo(() => (base && steps.length ? tableAfter(base, steps, n) : null), [base, steps, n]);
    const felt = useMemo(() => feltOf(shape, base?.layout.boxes ?? 7, [], base?.layout.bettors ?? 1), [shape, base]);
    const now = steps[n - 1];
    /* A step without a sentence of its own, such as a total, stays with the sentence before it. */
    const hasWords = (step: Step) => step.told || (t && tellEvent(t, step.event, "").length > 0);
    const said = steps.slice(0, n).reverse().find(hasWords) ?? now;
    const cited = steps
        .slice(0, n)
        .reverse()
        .find((step) => step.event.clause);
    return (
        <>
            <Bar title={message("REPLAY_ROUND_AT", { round, table })} />
            <main class="page broad">
                <h1 class="unseen">{message("REPLAY_ROUND_AT", { round, table })}</h1>
                {why && <p role="alert">{why}</p>}
                {why && <Besides table={table} round={0} />}
                {t && (
                    <>
                        <p class="replay-mark">
                            {now
                                ? message("REPLAY_RECORD_BY", {
                                      time: timeText(now.time),
                                      seq: now.seq,
                                      by: known(`BY_${now.by.toUpperCase()}`)
                                          ? message(`BY_${now.by.toUpperCase()}`)
                                          : now.by,
                                  })
                                : message("REPLAY_REPLAY")}
                        </p>
                        <div class="recall-split">
                            <div>
                                <div class="replay" style={{ "--w": felt.width, "--h": felt.height }}>
                                    <FeltView table={t} felt={felt} me="" clock={0} />
                                </div>
                                <div class="row replay-steps">
                                    <button type="button" class="tool" disabled={n <= 0} onClick={() => setN(n - 1)}>
                                        {message("REPLAY_BACK")}
                                    </button>
                                    <label class="replay-slider">
                                        <span class="unseen">{message("REPLAY_STEP")}</span>
                                        <input
                                            type="range"
                                            min={0}
                                            max={steps.length}
                                            value={n}
                                            onInput={(e) => setN(Number(e.currentTarget.value))}
                                        />
                                    </label>
                                    <button
                                        type="button"
                                        class="tool"
                                        disabled={n >= steps.length}
                                        onClick={() => setN(n + 1)}
                                    >
                                        {message("REPLAY_NEXT")}
                                    </button>
                                    <span>{message("REPLAY_OF", { n, count: steps.length })}</span>
                                </div>
                                <p role="status" class="replay-line">
                                    {said
                                        ? said.told || <StepText table={t} event={said.event} />
                                        : message("REPLAY_BEFORE_THE_ROUND")}{" "}
                                    {said?.event.clause && <ClauseLink id={said.event.clause} />}
                                </p>
                            </div>
                            <Besides table={table} round={Number(round)} seq={now?.seq} clause={cited?.event.clause} />
                        </div>
                        {now?.story && <Money story={now.story} />}
                        {hand && <Share table={table} round={Number(round)} hand={hand} />}
                        {hand && <Proof table={table} round={Number(round)} hand={hand} />}
                    </>
                )}
            </main>
        </>
    );
}

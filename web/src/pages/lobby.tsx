/* lobby.tsx - the tables of the house, and the shortest way to one. */
import { useEffect, useReducer, useState } from "preact/hooks";
import { askPages, postOnce } from "../net/api";
import type { Lobby, LobbyRow } from "../net/protocol";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { asSentence } from "../parts/house-says";
import { More, SHOWN } from "../parts/more";
import { useSession } from "../parts/session";
import { rulesPath, tableTitle } from "../parts/names";
import { findEdges, knownEdge } from "../odds/edges";
import { dollars } from "../table/money";
import { CardFace } from "../felt/card";
import { FeltDefs, Lammer, Stack } from "../felt/chip";
import { capital, known, message, named, phrases } from "../words/catalogue";
import { percent } from "../words/numbers";
import { rich } from "../words/rich";

const FIRST = "wa-freebet";

function Hero({ best, onPlay }: { best?: LobbyRow; onPlay: () => void }) {
    return (
        <section class="hero">
            <div class="hero-words">
                <h1>{message("LOBBY_THE_HOUSE_PAYS_FOR")}</h1>
                <p>{message("LOBBY_THAT_IS_FREE_BET")}</p>
                <button type="button" class="deal big" disabled={!best} onClick={onPlay}>
                    <span>{message("LOBBY_PLAY_NOW")}</span>
                    <small>{message("LOBBY_AS_A_GUEST_WITH", { money: dollars(100000) })}</small>
                </button>
            </div>
            <svg class="hero-picture" viewBox="0 0 420 300" aria-hidden="true">
                <FeltDefs />
                <g transform="translate(150 140) rotate(-10) scale(1.5)">
                    <CardFace card="8h" />
                </g>
                <g transform="translate(238 130) rotate(6) scale(1.5)">
                    <CardFace card="8s" />
                </g>
                <g transform="translate(110 246) scale(1.3)">
                    <Stack cents={3500} />
                </g>
                <g transform="translate(300 240) scale(2)">
                    <Lammer />
                </g>
            </svg>
        </section>
    );
}

function Row({ row, onPlay }: { row: LobbyRow; onPlay: () => void }) {
    const live = row.dealing === "live";
    const edge = knownEdge(row.rules, row.settings ?? "");
    return (
        <li class="lobby-row">
            <div class="lobby-main">
                <h2>
                    <a href={`/table/${row.table}`}>{tableTitle(row.title, row.rules, row.table)}</a>
                </h2>
                <p>{row.line ? capital(phrases(row.line)) + message("STOP") : row.rules}</p>
                {!!row.wagers?.length && (
                    <p class="dim">
                        {message("LOBBY_SIDE_WAGERS", { wagers: row.wagers.map((w) => named(w.title)).join(", ") })}
                    </p>
                )}
            </div>
            <dl class="lobby-facts">
                <div>
                    <dt>{message("LOBBY_LIMITS")}</dt>
                    <dd>
                        {row.least_cents !== undefined
                            ? message("RANGE", { least: dollars(row.least_cents), most: dollars(row.most_cents!) })
                            : "?"}
                    </dd>
                </div>
                <div>
                    <dt>{message("LOBBY_HOUSE_EDGE")}</dt>
                    <dd>
                        {edge !== undefined ? (
                            percent(edge, 2)
                        ) : (
                            <a
                                href={`/odds?rules=${row.rules}${row.settings ? `&set=${encodeURIComponent(row.settings)}` : ""}`}
                            >
                                {message("LOBBY_SEE_ODDS")}
                            </a>
                        )}
                    </dd>
                </div>
                <div>
                    <dt>{message("LOBBY_FREE_BOXES")}</dt>
                    <dd>{row.free !== undefined ? message("LOBBY_OF", { free: row.free, boxes: row.boxes }) : "?"}</dd>
                </div>
                <div>
                    <dt>{message("LOBBY_DEALT")}</dt>
                    <dd>{live ? message("LOBBY_BY_A_DEALER") : message("LOBBY_BY_THE_PROGRAM")}</dd>
                </div>
            </dl>
            <p class="lobby-go">
                {row.status && row.status !== "open" ? (
                    <span class="tag">
                        {known(`STATUS_${row.status.toUpperCase()}`)
                            ? message(`STATUS_${row.status.toUpperCase()}`)
                            : row.status}
                    </span>
                ) : (
                    <button type="button" class="action action-main" onClick={onPlay}>
                        <span>{row.free === 0 ? message("LOBBY_WATCH") : message("LOBBY_PLAY")}</span>
                    </button>
                )}
                <a class="quiet" href={rulesPath(row.rules, row.settings)}>
                    {message("LOBBY_RULES")}
                </a>
            </p>
        </li>
    );
}

/* The table where the player already sits, with buttons to return to it or to leave with the chips. */
function Seated({ row, onLeft }: { row: LobbyRow; onLeft: () => void }) {
    const [why, setWhy] = useState("");
    const [busy, setBusy] = useState(false);
    const leave = async () => {
        setBusy(true);
        const answer = await postOnce("leave", { table: row.table, seen: row.seq ?? 0 }, setWhy);
        setBusy(false);
        setWhy(answer.ok ? "" : answer.why);
        onLeft(); /* after a refusal, too: the card must show the present chips */
    };
    return (
        <section class="panel seated" aria-label={message("LOBBY_WHERE_YOU_SIT")}>
            <p>
                {rich(row.money === "real" ? "LOBBY_YOU_SIT_REAL" : "LOBBY_YOU_SIT_AT_WITH", {
                    table: <b>{tableTitle(row.title, row.rules, row.table)}</b>,
                    money: <b>{dollars(row.your_cents ?? 0)}</b>,
                })}
            </p>
            {why && <p role="alert">{asSentence(why)}</p>}
            <p class="row">
                <a class="button" href={`/table/${row.table}`}>
                    {message("LOBBY_RETURN")}
                </a>
                <button type="button" class="tool" disabled={busy} onClick={() => void leave()}>
                    {message("LOBBY_CASH_OUT")}
                </button>
            </p>
        </section>
    );
}

/* Coach and odds are computed by the browser itself. */
function Unreachable({ why }: { why: string }) {
    return (
        <section class="panel">
            <p role="alert">{why}</p>
            <p>{message("LOBBY_COACH_AND_ODDS_WORK")}</p>
            <p class="row">
                <a class="button" href="/coach">
                    {message("BAR_COACH")}
                </a>
                <a class="button" href="/odds">
                    {message("BAR_ODDS")}
                </a>
            </p>
        </section>
    );
}

export function LobbyPage() {
    const { go, me } = useSession();
    const [rows, setRows] = useState<LobbyRow[] | null>(null);
    const [most, setMost] = useState(SHOWN);
    const [next, setNext] = useState<string>();
    const [why, setWhy] = useState("");
    const [, bump] = useReducer((n: number) => n + 1, 0);
    useTitle(message("BAR_LOBBY"));
    useEffect(() => {
        if (!rows?.length) return undefined;
        let here = true;
        const timer = setTimeout(
            () =>
                void findEdges(
                    rows,
                    () => bump(0),
                    () => here,
                ),
            4000,
        );
        return () => {
            here = false;
            clearTimeout(timer);
        };
    }, [rows?.length]);
    const read = async () => {
        const answer = await askPages<Lobby>("lobby", "tables", most);
        if (!answer.ok) return setWhy(answer.why);
        setRows(answer.tables);
        setNext(answer.next);
    };
    useEffect(() => {
        void read();
        const timer = setInterval(() => document.hidden || void read(), 5000);
        return () => clearInterval(timer);
    }, [most]);
    const open = (rows ?? []).filter(
        (row) =>
            row.dealing !== "live" && row.money !== "real" && (row.status ?? "open") === "open" && (row.free ?? 1) > 0,
    );
    /* An empty table has no other players to wait for: its first hand is dealt at once. */
    const empty = (row: LobbyRow) => row.players === 0;
    const best =
        open.find((row) => empty(row) && row.rules === FIRST) ??
        open.find(empty) ??
        open.find((row) => row.rules === FIRST) ??
        open[0];
    const seated = (rows ?? []).filter((row) => row.your_cents !== undefined);
    return (
        <>
            <Bar title={message("BAR_LOBBY")} />
            <main class="page lobby">
                {seated.map((row) => (
                    <Seated key={row.table} row={row} onLeft={() => void read()} />
                ))}
                <Hero best={best} onPlay={() => best && go(`/table/${best.table}?play`)} />
                <div class="row lobby-title">
                    <h2>{message("LOBBY_TABLES")}</h2>
                    {me && (
                        <a class="quiet" href="/account">
                            {message("BAR_MY_MONEY_AND_LIMITS")}
                        </a>
                    )}
                </div>
                {why && !rows && <Unreachable why={why} />}
                {!rows && !why && <p class="dim">{message("LOBBY_LOOKING_FOR_TABLES")}</p>}
                {rows?.length === 0 && (
                    <p>{rich("LOBBY_NO_TABLE_IS_OPEN", { link: <a href="/pit">{message("LOBBY_PIT")}</a> })}</p>
                )}
                <ul class="lobby-list">
                    {rows?.map((row) => (
                        <Row
                            key={row.table}
                            row={row}
                            onPlay={() =>
                                go(`/table/${row.table}${row.free === 0 || row.dealing === "live" ? "" : "?play"}`)
                            }
                        />
                    ))}
                </ul>
                <More next={next} onMore={() => setMost(most + SHOWN)} />
                <p class="dim">
                    {me ? "" : `${message("LOBBY_NO_ACCOUNT_IS_NEEDED")} `}
                    {rich("LOBBY_STAFF", { link: <a href="/sign-in">{message("LOBBY_SIGN_IN_HERE")}</a> })}
                </p>
            </main>
        </>
    );
}

/* table-sitting.ts - joining a table (a guest's name, a box, chips) and leaving it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, post, type Answer, type Me, type Refusal } from "../net/api";
import type { LimitsAnswer, Money, Wallets } from "../money/rows";
import { kindly, roomOf } from "../money/stops";
import type { PartTaker } from "../fair/part";
import type { Session } from "../parts/session";
import { isBehind, placeBox, placesBehind, placesOf } from "../table/model";
import type { TableStore } from "../table/store";
import type { Note } from "./table";
import { message } from "../words/catalogue";

type Act = (body: { do: string; [key: string]: unknown }) => Promise<Answer<Record<string, unknown>>>;
type Press = (label: string, body: { do: string; [key: string]: unknown }) => Promise<void>;

export interface Sitting {
    canSit: boolean;
    behind: string[]; /* places where this player could bet behind another */
    busy: boolean;
    wallet: number | null;
    room: number; /* what the player's own loss limit leaves today */
    playNow: () => Promise<void>;
    sit: (seat: string) => Promise<void>;
    buy: (cents: number) => Promise<void>;
    refill: () => Promise<void>;
    leave: () => Promise<void>;
}

const FIRST_BUY = 50000;
const WALLET_MS = 400; /* by then the player has sat down, and the chips have come to rest */
const FROM_THE_MIDDLE = [4, 3, 5, 2, 6, 1, 7];

/* A refusal that comes from the player's own limits; null where it does not. */
export async function stoppedNote(
    word: string,
    money: Money | undefined,
    cents: number,
    answer: Refusal,
): Promise<Note | null> {
    const before = await kindly(word, money ?? "play", cents);
    return before
        ? {
              text: `${before}: ${answer.why}`,
              clause: answer.clause,
              kind: "kind",
              to: "/account",
              toName: message("RAIL_MY_LIMITS"),
          }
        : null;
}

export function useSitting(
    store: TableStore,
    session: Session,
    act: Act,
    press: Press,
    note: (note: Note | null) => void,
    part: PartTaker,
): Sitting {
    const t = store.table;
    const { me, ready } = session;
    const [busy, setBusy] = useState(false);
    const [wallet, setWallet] = useState<number | null>(null);
    const [full, setFull] = useState(0); /* the amount that new play money fills a wallet up to */
    const [room, setRoom] = useState(Infinity);
    const isNew = useRef(false); /* a new guest has the first chips in the wallet, and no limits */
    const mine = placesOf(t, me?.person ?? "");
    const coming = useRef<"wanted" | "signing" | "no">(
        new URLSearchParams(location.search).has("play") ? "wanted" : "no",
    );

    const readWallet = async () => {
        const [answer, own] = await Promise.all([ask<Wallets>("wallet"), ask<LimitsAnswer>("limits")]);
        const money: Money = t.terms.money ?? "play";
        const there = (answer.ok && answer[`${money}_cents`]) || null;
        if (answer.ok) setWallet(there);
        if (answer.ok) setFull(answer.play_full_cents);
        const left = own.ok ? roomOf(own.limits.loss_cents, own.today[money].risk_cents) : Infinity;
        setRoom(left);
        return Math.min(there ?? FIRST_BUY, left);
    };
    const rack = t.racks[me?.person ?? ""] ?? 0;
    const needsChips = mine.length > 0 && rack < t.layout.min_bet; /* only then the page offers to buy some */
    useEffect(() => {
        if (!needsChips) return undefined;
        const timer = setTimeout(() => void readWallet(), WALLET_MS);
        return () => clearTimeout(timer);
    }, [me, needsChips && rack]);

    const becomeGuest = async () => {
        if (coming.current === "signing") return; /* a second click */
        coming.current = "signing";
        const answer = await post<Me>("guest");
        isNew.current = answer.ok;
        if (answer.ok) await session.signedIn(answer); /* wait for the first guest instead of making a second one */
        coming.current = answer.ok ? "wanted" : "no";
        if (!answer.ok) note({ text: answer.why, kind: "bad" });
    };

    const sit = async (seat: string) => {
        if (!me) {
            sessionStorage.setItem("seat", seat);
            await becomeGuest();
            return;
        }
        if (isBehind(seat) && !t.shared[String(placeBox(seat))]) {
            if ((await act({ do: "ask", seat: String(placeBox(seat)) })).ok && mine.length > 0)
                note({
                    text: message("SITTING_YOU_HAVE_ASKED_BOX", { box: placeBox(seat) }),
                    kind: "info",
                });
            return;
        }
        setBusy(true);
        /* Play money is bought at once; real money only in the amount that its owner presses. */
        const sits = act({ do: "sit", seat, commitment: part.commitment() });
        const first = isNew.current && t.terms.money !== "real";
        isNew.current = false;
        if (first) await Promise.all([sits, act({ do: "buy", cents: FIRST_BUY })]);
        const [sat, affordable] = await Promise.all([sits, first ? 0 : readWallet()]);
        if (sat.ok && !first && t.terms.money !== "real") {
            const most = Math.min(FIRST_BUY, affordable);
            const cents = most - (most % t.layout.chip_unit);
            if (cents >= t.layout.min_bet && !t.racks[me.person]) await act({ do: "buy", cents });
        }
        setBusy(false);
    };

    const playNow = async () => {
        if (!me) {
            await becomeGuest();
            return;
        }
        const asked = sessionStorage.getItem("seat");
        sessionStorage.removeItem("seat");
        const free = FROM_THE_MIDDLE.filter((n) => n <= t.layout.boxes && !t.seats[String(n)]).map(String);
        const seat =
            asked && [...free, ...placesBehind(t, me.person)].includes(asked)
                ? asked
                : free[0]; /* a place behind a player must be asked for */
        if (seat) await sit(seat);
        else note({ text: message("SITTING_EVERY_BOX_IS_TAKEN"), kind: "bad" });
    };

    /* A visitor who came to play becomes a guest and is seated. */
    useEffect(() => {
        if (coming.current !== "wanted" || !ready) return;
        if (!me) {
            void becomeGuest();
            return;
        }
        if (!t.loaded || !session.wire.takes) return;
        coming.current = "no";
        history.replaceState(null, "", location.pathname);
        if (mine.length === 0) void playNow();
    }, [ready, me, t.loaded, session.wire.status, t.id]);

    const boxes = mine.filter((place) => !isBehind(place)).length;
    const takesPlayers = t.open && !t.frozen;
    return {
        canSit: takesPlayers && (mine.length === 0 || boxes < Number(t.layout.rules.boxes_per_player ?? 1)),
        behind: takesPlayers ? placesBehind(t, me?.person ?? "") : [],
        busy,
        wallet,
        room,
        playNow,
        sit,
        buy: (cents) => press(`buy ${cents}`, { do: "buy", cents }),
        refill: async () => {
            const answer = await post("play-money");
            if (!answer.ok)
                note(
                    (await stoppedNote("play-money", "play", full - (wallet ?? 0), answer)) ?? {
                        text: answer.why,
                        kind: "bad",
                    },
                );
            await readWallet();
        },
        leave: async () => void ((await act({ do: "leave" })).ok && sessionStorage.removeItem(`bets ${t.id}`)),
    };
}

/* push.ts - tells a page when something was recorded in the house, over its connection: the page asks the change feed to
 * wait for the next record (docs/feed.md) and reads its lists again when there is one.
 *
 * The feed answers only roles that may read the journal. For others the page reads again at an interval. */
import { useEffect, useRef } from "preact/hooks";
import type { JournalPage } from "../net/protocol";
import type { Wire } from "../net/wire";

const WAIT_MS = 25000; /* the house answers then, with or without a record */
const LEAST_MS = 1000; /* between two readings, however much is recorded */
const LOST_MS = 3000; /* without a connection */
const UNFED_MS = 10000; /* for roles without the feed */
const REFUSED = 403;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/* The place after the last record; null: the role has no feed, undefined: try again. */
async function placeNow(wire: Wire): Promise<string | null | undefined> {
    const answer = await wire.send<JournalPage>({ do: "journal", from: "now" });
    return answer.ok ? answer.next : answer.status === REFUSED ? null : undefined;
}

/* Reads once, and again whenever something was recorded. A record that comes while the page reads is not missed: the
 * place is taken before. */
export async function follow(wire: Wire, read: () => Promise<unknown>, ended: () => boolean) {
    while (!ended()) {
        const place = await placeNow(wire);
        if (ended()) return;
        await Promise.all([read(), pause(place ? LEAST_MS : place === null ? UNFED_MS : LOST_MS)]);
        if (place && !ended()) await wire.send({ do: "journal", from: place, wait_ms: WAIT_MS, limit: 1 });
    }
}

export function usePushed(wire: Wire, on: boolean, read: () => Promise<unknown>, ...when: unknown[]) {
    const latest = useRef(read);
    latest.current = read;
    useEffect(() => {
        let over = false;
        if (on)
            void follow(
                wire,
                () => latest.current(),
                () => over,
            );
        return () => {
            over = true;
        };
    }, [wire, on, ...when]);
}

/* fold_test.mjs - the page's table, built from messages, equals the house's view, at every table, after every decision.
 *
 * A guest plays at each shipped submission through the page's own connection, choosing at random among what is legal. Whenever no
 * message is on its way, cards, bets, racks, phase, lammers and turn are compared with the house's own view. The log has whole sentences. */
import { browse, equal, expect, House, newPage, PATIENCE } from "./house.mjs";

const house = await House.start();
await house.unhurried();
const ROUNDS = Number(process.env.LAMMER_FOLD_ROUNDS ?? 8);

/* Runs in the page. Returns the differences that were found and how much was compared. */
async function play([rounds, patience]) {
    const end = Date.now() + patience;
    const store = globalThis.lammerTable;
    const found = [];
    let compared = 0,
        several = 0,
        seed = 12345;
    const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
    const settled = async () => {
        while (!store.current && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
    };
    const compare = async () => {
        const answer = await store.wire.send({ do: "look", table: store.table.id });
        await settled();
        const t = store.table,
            view = answer.snapshot;
        if (!answer.ok || answer.seq !== t.seq || !store.current) return;
        compared++;
        const differ = (what, mine, theirs) =>
            JSON.stringify(mine) !== JSON.stringify(theirs) &&
            found.push(`${t.id} seq ${t.seq}: ${what}: page ${JSON.stringify(mine)}, house ${JSON.stringify(theirs)}`);
        const playing = view.at === "round" && view.phase !== "betting" && view.phase !== "done";
        differ("phase", t.phase === "betting", view.phase === "betting" && view.at === "round");
        differ("turn", t.turn, view.turn);
        differ("round", t.round, view.round);
        for (const player of view.players) differ(`chips of ${player.player}`, t.racks[player.player], player.chips);
        for (const from of view.boxes) {
            const box = t.boxes[Number.parseInt(from.seat, 10) - 1];
            if (view.at !== "round") continue;
            for (const bet of from.bets)
                if (view.phase !== "done")
                    differ(`bet ${bet.seat} ${bet.wager}`, box.bets[bet.seat]?.[bet.wager], bet.cents);
            if (!playing) continue;
            const known = (card, slot) => (slot?.own ? null : card);
            if (from.hands.length > 1) several++;
            from.hands.forEach((hand, i) => {
                differ(
                    `cards of ${from.seat}.${i + 1}`,
                    box.hands[i]?.slots.map((s) => known(s.card, s)),
                    hand.cards,
                );
                differ(
                    `lammers of ${from.seat}.${i + 1}`,
                    [box.hands[i]?.free, box.hands[i]?.freeDouble],
                    [hand.free, hand.free_double],
                );
                differ(`doubled ${from.seat}.${i + 1}`, box.hands[i]?.doubledCents, hand.doubled_cents);
            });
        }
        if (playing)
            differ(
                "dealer",
                t.dealer.slots.map((s) => s.card),
                view.dealer.cards,
            );
        for (const bet of view.wagers)
            if (bet.state === "live" && view.at === "round")
                differ(
                    `side ${bet.seat} ${bet.wager}`,
                    t.boxes[Number.parseInt(bet.seat, 10) - 1].bets[bet.seat]?.[bet.wager],
                    bet.cents,
                );
    };
    const me = Object.values(store.table.seats)[0];
    const seat = Object.keys(store.table.seats).find((place) => store.table.seats[place] === me);
    const send = async (body) => {
        const answer = await store.wire.send({ table: store.table.id, seen: store.seen, ...body });
        await new Promise((done) => setTimeout(done, 15));
        await settled();
        return answer;
    };
    const begun = store.table.round;
    let splits = 0;
    store.onEvent((event) => (splits += Number(event.event === "split")));
    while (store.table.round < begun + rounds && Date.now() < end) {
        const t = store.table;
        await settled();
        await compare();
        if (t.turn.do === "cut") await new Promise((done) => setTimeout(done, 100));
        else if (t.phase === "betting") {
            if ((t.racks[me] ?? 0) < 6000) await send({ do: "buy", cents: 20000 });
            const spots = { off: 1, 2: 2, 3: 2, all: 3 }[t.layout.rules.multiple_action] ?? 1;
            for (let n = 1; n <= spots; n++)
                await send({ do: "bet", seat, wager: n > 1 ? `main.${n}` : "main", cents: 1000 });
            for (const wager of t.layout.wagers)
                if (random(2)) await send({ do: "bet", seat, wager: wager.wager, cents: Math.max(wager.least, 100) });
            await compare();
            const ready = await send({ do: "ready" });
            if (!ready.ok) found.push(`${t.id}: ready: ${ready.why}`);
        } else if (t.turn.legal?.length) {
            const plays = ["hit", "stand", "double", "split", "surrender", "insure", "evenmoney"];
            const mine = t.turn.legal.filter((o) => o.seat === seat && plays.includes(o.do));
            /* Splits and doubles are rare, so the guest takes every one that is offered. */
            const rare =
                mine.find((o) => o.do === "split") ?? (random(2) ? mine.find((o) => o.do === "double") : undefined);
            const offer = rare ?? mine[random(mine.length)];
            if (!offer) await new Promise((done) => setTimeout(done, 50));
            else if (offer.do === "insure")
                await send({ do: "insure", seat, cents: random(2) ? offer.most : 0, wager: offer.wager });
            else await send({ do: offer.do, seat });
        } else await new Promise((done) => setTimeout(done, 40));
    }
    await compare();
    const log = store.table.log.map((line) => line.text);
    found.push(...log.filter((text) => /[{}]|undefined|NaN|[A-Z]_[A-Z]|\byou \w+[^s]s\b/.test(text)));
    if (!log.some((text) => /^You (win|lose|come out even)/.test(text)))
        found.push(`the log lacks a result: ${log.slice(-9).join(" ")}`);
    return {
        found,
        compared,
        several,
        splits,
        rounds: store.table.round - begun,
        end: JSON.stringify([store.table.turn, store.table.phase, store.table.racks, store.table.frozen]),
    };
}

await browse(house, async (browser) => {
    const lobby = await (await fetch(`${house.url}/api/lobby`)).json();
    let compared = 0,
        splits = 0,
        several = 0;
    for (const { table } of lobby.tables) {
        const page = await newPage(browser);
        await page.goto(`${house.url}/table/${table}?play`);
        await page.waitForSelector(".betting");
        const result = await page.evaluate(play, [ROUNDS, PATIENCE]);
        for (const difference of result.found.slice(0, 6)) expect(false, difference);
        expect(result.rounds >= ROUNDS, `${table}: only ${result.rounds} rounds were played: ${result.end}`);
        expect(result.compared >= 2 * ROUNDS, `${table}: only ${result.compared} comparisons`);
        compared += result.compared;
        splits += result.splits;
        several += result.several;
        await page.context().close();
    }
    console.log(
        `${lobby.tables.length} tables, ${compared} comparisons, ${splits} splits, ${several} comparisons of split hands`,
    );
    equal(lobby.tables.length, 10, "tables of a new house");
});

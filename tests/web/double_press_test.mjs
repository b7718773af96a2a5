/* double_press_test.mjs - a link of 120 ms there and back, and everything pressed twice 90 ms apart: it is done once.
 * The house, too, refuses what a page would not send, and shows the present table. */
import { browse, cuttable, equal, expect, House, newPage, pause, picture, said, until, waitRail } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("press", "ma-freebet");
const chips = (page) => page.textContent(".chips-now");

/* The words of the acts that the house recorded. */
const done = (page) => page.frames_seen.flatMap((m) => (m.events ?? []).map((e) => e.event));
const count = (page, word) => done(page).filter((one) => one === word).length;

const isTurn = (rail) => said("say:page-rail-your-turn").test(rail) || said("say:page-rail-hand-of").test(rail);

const DOUBLE_MS = 300; /* a busy machine may press later than that; then the second press is a decision of its own */

/* Presses a key twice; returns how many ms apart the page saw it. */
async function pressTwice(page, key) {
    await page.evaluate(() => {
        globalThis.presses = [];
        addEventListener("keydown", (e) => globalThis.presses.push(e.timeStamp), { capture: true });
    });
    await page.keyboard.press(key);
    await pause(90);
    await page.keyboard.press(key);
    return page.evaluate(() => Math.round(globalThis.presses[1] - globalThis.presses[0]));
}

async function bet(page) {
    await page.waitForSelector(".betting");
    await page.click(".spot-bet[data-spot]");
    await until(
        () => count(page, "bet") > 0,
        () => "the bet does not arrive",
    );
}

/* Deals these cards until the page must decide. */
async function dealTo(page, ...cards) {
    await bet(page);
    table.cards = cards;
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-your-turn", "say:page-rail-insurance-asked");
}

async function endRound(page, ...cards) {
    table.cards = cards;
    await table.goOnUntil(() => table.cards.length === 0);
    await until(
        () => count(page, "over") > 0,
        () => "the round does not end",
    );
    page.frames_seen.length = 0;
    await table.say("open");
}

/* Where the program deals, the card comes with the hit. The test presses h twice on hands of 16 or less until a hand is still open
 * after it. */
async function twiceWhereTheProgramDeals(browser, wire) {
    await house.sam.ask("open-table", {
        table: "soon",
        rules: "ma-freebet",
        dealing: "virtual",
        money: "play",
        title: "soon",
        practice: true,
    });
    const page = await newPage(browser);
    await page.goto(`${wire.url}/table/soon?play`);
    let open = 0;
    const tried = async () => {
        const rail = (await page.textContent(".rail")) ?? "";
        const deal = await page
            .locator(".deal")
            .textContent({ timeout: 100 })
            .catch(() => "");
        if (said("say:page-rail-insurance-asked").test(rail)) await page.keyboard.press("n");
        else if (said("say:page-rail-lay-a-chip").test(deal)) await page.keyboard.press("Space");
        else if (/^(Deal|Repeat)/.test(deal)) await page.keyboard.press("Enter");
        else if (isTurn(rail)) {
            const total = await page.evaluate(() =>
                Number(/\d+$/.exec(document.querySelector(".pill-active text")?.textContent ?? "99")[0]),
            );
            const before = count(page, "hit");
            const gap = await pressTwice(page, total <= 16 ? "h" : "s");
            await pause(400);
            if (total <= 16 && gap < DOUBLE_MS)
                equal(count(page, "hit") - before, 1, `hits on ${total}, pressed again after ${gap} ms`);
            open += Number(total <= 16 && isTurn((await page.textContent(".rail")) ?? ""));
        }
        await pause(100);
        return open > 0;
    };
    await until(tried, () => "no hand stays open after a hit");
}

/* A player who keeps pressing acts again, each time on a card that was shown: later presses do not prolong the wait. */
async function keepsPressing(browser) {
    const dealer = await house.liveTable("keep", "ma-freebet");
    const page = await newPage(browser);
    await page.goto(`${house.url}/table/keep?play`);
    await bet(page);
    dealer.cards = ["2h", "6d", "2c", "Kh"];
    await dealer.say("deal");
    await dealer.dealUntil(page, "say:page-rail-your-turn");
    dealer.cards = ["2s", "2d", "3h", "3s", "3d", "4h"]; /* 21 at last */
    const pressing = setInterval(() => void page.keyboard.press("h").catch(() => undefined), 100);
    try {
        await dealer.goOnUntil(() => count(page, "hit") >= 3);
    } finally {
        clearInterval(pressing);
    }
}

/* Acts besides play are also decided on what the table shows: chips, boxes, the tray, stopping the table. */
async function chipsAndStaffToo(page, raw) {
    const racks = async () => (await house.dora.ask("look", { table: "press" })).snapshot.racks;
    const before = JSON.stringify(await racks());
    const seen = await page.evaluate(() => globalThis.lammerTable.seen);
    const [first, second] = await Promise.all([
        raw({ do: "buy", cents: 1000, seen }),
        raw({ do: "buy", cents: 1000, seen }),
    ]);
    equal(first.ok, true, "the first Buy of two");
    expect(
        second.status === 409 && said("say:moved-chips").test(second.why) && second.snapshot,
        `the second Buy: ${second.status} ${second.why}`,
    );
    const back = await raw({ do: "cash", cents: 1000, seen: first.seq });
    equal(back.ok, true, `chips go back: ${back.why}`);
    equal(JSON.stringify(await racks()), before, "the player has the chips of before");
    for (const body of [{ do: "buy", cents: 1000 }, { do: "leave" }, { do: "sit", seat: "2" }]) {
        const blind = await raw(body);
        expect(blind.status === 400 && /"seen"/.test(blind.why), `${body.do} without "seen": ${blind.status}`);
    }
    /* by HTTP, as staff: the second of two supervisors hears that the first has stopped the table */
    const at = (await house.sam.ask("look", { table: "press" })).seq;
    await house.sam.ask("drain", { table: "press", seen: at, reason: "test" });
    const late = await house.eve.try("freeze", { table: "press", seen: at, reason: "test" });
    expect(late.status === 409 && said("say:moved-standing").test(late.why), `${late.status} ${late.why}`);
    await house.sam.ask("thaw", { table: "press" });
    for (const [word, body] of Object.entries({ fill: { cents: 1000 }, freeze: { reason: "test" }, terms: {} })) {
        const blind = await house.sam.try(word, { table: "press", seen: null, ...body });
        expect(blind.status === 400 && /"seen"/.test(blind.why), `${word} without "seen": ${blind.status}`);
    }
}

await browse(house, async (browser) => {
    const wire = await cuttable(house, 60);
    const page = await newPage(browser);
    const raw = (body) => page.evaluate((said) => globalThis.lammerTable.wire.send({ table: "press", ...said }), body);
    await page.goto(`${wire.url}/table/press?play`);

    /* h, h: 10 takes one card. The button pressed is busy at once, the others cannot be pressed. */
    await dealTo(page, "4h", "6d", "6c", "Kh", "7s");
    const decidedOn = await page.evaluate(() => globalThis.lammerTable.seen);
    await page.evaluate(() => {
        const look = () => ({
            busy: document.querySelector(".action-hit")?.getAttribute("aria-busy"),
            held: document.querySelector(".action-stand")?.disabled,
        });
        globalThis.afterPress = new Promise((tell) =>
            addEventListener("keydown", () => requestAnimationFrame(() => requestAnimationFrame(() => tell(look()))), {
                once: true,
            }),
        );
    });
    await page.keyboard.press("h");
    const shown = await page.evaluate(() => globalThis.afterPress);
    equal(shown.busy, "true", "Hit is busy at once");
    equal(shown.held, true, "Stand cannot be pressed meanwhile");
    await page.screenshot({ path: picture("pending.png") });
    await pause(60);
    await page.keyboard.press("h");
    await until(
        () => count(page, "hit") > 0,
        () => "the hit does not arrive",
    );
    await table.goOn();
    await waitRail(page, "say:page-rail-your-turn");
    await pause(400);
    equal(count(page, "hit"), 1, "hits after h was pressed twice");

    /* The house itself refuses an act that was decided on the record before the card, or on none. */
    const late = await raw({ do: "hit", seat: "4", seen: decidedOn });
    equal(late.status, 409, "a second hit that was decided before the first card");
    expect(
        said("say:moved-on").test(late.why) && said("say:moved-card").test(late.why),
        `it says what happened: ${late.why}`,
    );
    equal(late.snapshot?.boxes?.[0]?.hands?.[0]?.cards?.join(" "), "4h 6c 7s", "the answer tells how the table stands");
    const blind = await raw({ do: "hit", seat: "4" });
    expect(blind.status === 400 && /"seen"/.test(blind.why), `a hit without "seen": ${blind.status} ${blind.why}`);
    const early = await raw({ do: "hit", seat: "4", seen: 100000 });
    equal(early.status, 400, "a record that has not been written");
    equal(count(page, "hit"), 1, "hits after all that");

    await chipsAndStaffToo(page, raw);

    /* s, s */
    await page.keyboard.press("s");
    await pause(90);
    await page.keyboard.press("s");
    await until(
        () => count(page, "stand") > 0,
        () => "the stand does not arrive",
    );
    await endRound(page, "9s");

    /* p, p: one split; then d, d on one of its hands: one double. */
    await dealTo(page, "8h", "6d", "8c", "Kh");
    await page.keyboard.press("p");
    await pause(90);
    await page.keyboard.press("p");
    table.cards = ["3s"];
    await table.goOnUntil(() => table.cards.length === 0);
    await waitRail(page, "say:page-rail-hand-of|1|2");
    equal(count(page, "split"), 1, "splits");
    await page.keyboard.press("d");
    await pause(90);
    await page.keyboard.press("d");
    table.cards = ["Ts", "Tc"];
    await table.goOnUntil(() => table.cards.length === 0);
    await waitRail(page, "say:page-rail-hand-of|2|2");
    equal(count(page, "double"), 1, "doubles");
    await page.keyboard.press("s");
    await until(
        () => count(page, "stand") > 0,
        () => "the second hand does not stand",
    );
    await endRound(page, "9d");

    /* Insurance: i, i */
    await dealTo(page, "Th", "Ad", "9c", "Kh");
    const before = await chips(page);
    await page.keyboard.press("i");
    await pause(90);
    await page.keyboard.press("i");
    await until(
        () => count(page, "insure") > 0,
        () => "the insurance does not arrive",
    );
    await pause(300);
    equal(count(page, "insure"), 1, "insurances");
    expect((await chips(page)) !== before, "it was paid for");
    await table.say("peek", { blackjack: false });
    await waitRail(page, "say:page-rail-your-turn");

    /* The dealer's console: a card that is scanned twice is dealt once. */
    await page.keyboard.press("h");
    await until(
        () => count(page, "hit") > 0,
        () => "the hit does not arrive",
    );
    const seen = (await house.dora.ask("look", { table: "press" })).seq;
    const [first, second] = await Promise.all([
        house.dora.try("card", { table: "press", seen, card: "2d" }),
        house.dora.try("card", { table: "press", seen, card: "2d" }),
    ]);
    equal([first.ok, second.ok].filter((ok) => ok !== false).length, 1, "a card that was scanned twice");

    await keepsPressing(browser);
    await twiceWhereTheProgramDeals(browser, wire);

    /* A bet that comes after the betting has closed, and one for the round before. */
    await waitRail(page, "say:page-rail-cards-coming").catch(() => undefined);
    const old = await raw({ do: "bet", seat: "4", cents: 500, seen: decidedOn });
    expect(
        old.status === 409 && said("say:moved-on").test(old.why),
        `a bet of another round: ${old.status} ${old.why}`,
    );
});

/* steady_test.mjs - a round with a split and a double on four screens, at the pace of a dealer's hands: the felt and the chips stay where they
 * are, whatever is said meanwhile; cards of the player's hands never become smaller, and no hand lies over another; a total changes
 * when its card lands; a mouse that lies still asks nothing.
 *
 * Whether anything jumps is also judged by the browser's own measure (layout-shift; more than 0.1 is poor). */
import { browse, equal, expect, House, named, newPage, picture } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("steady", "ma-freebet");

const SCREENS = {
    desk: { width: 1280, height: 800 },
    phone: { width: 390, height: 844 },
    landscape: { width: 844, height: 390 },
    zoomed: { width: 640, height: 360 },
};
const LANDS_MS = 300; /* a card is on its way for longer (app.css: .deal-in) */
const FAIR_SHIFT = 0.1;

/* Runs in the page: notes shifts that no player asked for, and when cards and totals came. */
function watch() {
    globalThis.shifted = 0;
    globalThis.came = { cards: [], totals: [] };
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globalThis.shifted += entry.value;
    }).observe({ type: "layout-shift" });
    const look = (records) => {
        for (const { addedNodes, target } of records) {
            for (const node of addedNodes)
                if (node.classList?.contains("card")) globalThis.came.cards.push(performance.now());
            if (target.parentElement?.closest(".pill-active")) globalThis.came.totals.push(performance.now());
        }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

const stageOf = (page) => page.locator(".stage-inner").evaluate((e) => JSON.stringify(e.getBoundingClientRect()));
const chipsOf = (page) => page.locator(".chip-row").boundingBox();
/* Waits until no animation moves. */
const still = (page) =>
    page.waitForFunction(() =>
        document
            .getAnimations()
            .every((a) => a.playState !== "running" || a.effect.getTiming().iterations === Infinity),
    );
/* Own cards: the width of the upright ones, and how far each hand reaches. */
async function handsOf(page) {
    await still(page);
    return page.evaluate(() => {
        const table = globalThis.lammerTable.table;
        const box = table.boxes.find((one) => one.hands.length > 0);
        const at = new Map(
            [...document.querySelectorAll(".card.is-near")].map((e) => [e.dataset.card, e.getBoundingClientRect()]),
        );
        const hands = box.hands.map((hand) => hand.slots.map((slot) => at.get(String(slot.id))));
        return {
            width: Math.min(...hands.flat().map((card) => card.width)),
            reaches: hands.map((cards) => [
                Math.min(...cards.map((card) => card.left)),
                Math.max(...cards.map((card) => card.right)),
            ]),
        };
    });
}

const turn = (page) => page.waitForSelector(".action-stand:enabled");
const heard = (page, word) => page.frames_seen.flatMap((m) => m.events ?? []).filter((e) => e.event === word).length;

async function round(page, name) {
    await page.waitForSelector(".betting");
    await page.evaluate(() => (globalThis.shifted = 0)); /* the player has come and sat down */
    const stage = await stageOf(page),
        chips = await chipsOf(page);
    const stays = async (state) => equal(await stageOf(page), stage, `${name}: the felt, ${state}`);
    await page.keyboard.press("5");
    await page.click(".spot-bet[data-spot]");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$0");
    await page.click(".spot-bet[data-spot]");
    await page.waitForSelector(".note");
    await stays("with a message");
    await page.keyboard.press("c");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$500");
    await page.keyboard.press("2");
    await page.click(".spot-bet[data-spot]");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    const after = await chipsOf(page);
    expect(
        Math.hypot(after.x - chips.x, after.y - chips.y) < 4,
        `${name}: the chips after a bet: ${JSON.stringify([chips, after])}`,
    );

    table.cards = ["8h", "6d", "8c", "Kc"];
    await table.say("deal");
    await table.goOnUntil(() => table.cards.length === 0);
    await turn(page);
    expect((await page.locator(".felt.has-lens").count()) === 1, `${name}: the lens shows dealer and own hand`);
    await stays("on a turn");
    const one = await handsOf(page);
    await page.keyboard.press("w");
    await page.waitForSelector(".why-not-says");
    await stays("with an answer");
    await page.keyboard.press("Escape");

    await page.click(".action-split"); /* the mouse stays there */
    table.cards = ["3c"];
    await table.goOnUntil(() => table.cards.length === 0);
    await turn(page);
    await stays("after a split");
    const two = await handsOf(page);
    expect(two.width >= one.width * 0.99, `${name}: cards are ${two.width} wide after a split, ${one.width} before`);
    await page.waitForTimeout(600);
    equal(await page.locator(".why-not-says").count(), 0, `${name}: answers to a mouse that lies still`);
    await page.evaluate(() => (globalThis.came = { cards: [], totals: [] }));
    await page.click(".action-hit");
    table.cards = ["2c"];
    await table.goOnUntil(() => table.cards.length === 0);
    await turn(page);
    await page.waitForFunction(() => globalThis.came.totals.length > 0);
    const { cards, totals } = await page.evaluate(() => globalThis.came);
    expect(
        totals[0] - cards[0] >= LANDS_MS,
        `${name}: the total changed ${totals[0] - cards[0]} ms after its card left`,
    );
    await page.click(".action-stand");
    table.cards = ["3d"];
    await table.goOnUntil(() => table.cards.length === 0);
    await page.waitForSelector(".action-double:enabled");
    await page.waitForTimeout(400); /* a second press of the same kind would count as one */
    await page.click(".action-double");
    table.cards = ["9s", "9c"];
    await table.goOnUntil(() => heard(page, "over") > 0);
    await page.waitForSelector(".round-net");
    await stays("when it is paid");
    const paid = await handsOf(page);
    expect(paid.width >= one.width * 0.99, `${name}: cards are ${paid.width} wide when paid, ${one.width} on the turn`);
    const [left, right] = paid.reaches;
    expect(left[1] <= right[0] + 1, `${name}: no hand lies over another: ${JSON.stringify(paid.reaches)}`);
    await page.screenshot({ path: picture(`steady-${name}.png`) });
    const shifted = await page.evaluate(() => globalThis.shifted);
    console.log(`${name}: layout shift ${shifted.toFixed(3)}`);
    expect(shifted < FAIR_SHIFT, `${name}: things jump, ${shifted.toFixed(3)}`);
}

await browse(house, async (browser) => {
    for (const [name, viewport] of Object.entries(SCREENS)) {
        const page = await newPage(browser, { viewport, reducedMotion: "no-preference" });
        await page.addInitScript(watch);
        await page.goto(`${house.url}/table/steady?play`);
        await round(page, name);
        await table.say("open");
        await page.waitForSelector(".betting");
        await page.click(named('button:has-text("say:page-table-leave")'));
        await page.waitForSelector(".action-main");
        await page.context().close();
    }
});

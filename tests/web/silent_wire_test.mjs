/* silent_wire_test.mjs - the link falls silent without being closed: the page says so within six seconds, shows nothing
 * old as new, and continues when the link is back. */
import { browse, cuttable, equal, expect, House, newPage, pause, picture, waitRail } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("hush", "ma-freebet");
const NOTICED_MS = 15000; /* five seconds on a machine with time to spare; what was measured is printed */

/* How long it takes until the page is grey. */
async function greyAfter(page) {
    const began = Date.now();
    await page.waitForSelector(".is-stale");
    return Date.now() - began;
}

await browse(house, async (browser) => {
    const wire = await cuttable(house);
    const page = await newPage(browser);
    await page.goto(`${wire.url}/table/hush?play`);
    await page.waitForSelector(".betting");
    await page.click(".spot-bet[data-spot]");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    table.cards = ["4h", "6d", "6c", "Kh"];
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-your-turn");

    /* A quiet link that works is kept: the page asks the house, and the house answers. */
    await page.evaluate(() => {
        globalThis.changes = [];
        globalThis.lammerTable.wire.onStatus((status) => globalThis.changes.push(status));
    });
    const before = page.frames_seen.length;
    await pause(4500);
    expect(
        page.frames_seen.slice(before).some((m) => m.beat),
        "the house is asked whether it is there",
    );
    equal((await page.evaluate(() => globalThis.changes)).join(), "open", "the state of the connection meanwhile");

    /* Silent: grey, struck through, nothing to press. */
    wire.hush(true);
    const grey = await greyAfter(page);
    console.log(`the silence was noticed after ${grey} ms`);
    expect(grey <= NOTICED_MS, `grey after ${grey} ms`);
    const line = await page.evaluate(() => getComputedStyle(document.querySelector(".chips-now")).textDecorationLine);
    equal(line, "line-through", "the balance");
    const filter = await page.evaluate(() => getComputedStyle(document.querySelector(".stage-inner")).filter);
    expect(/grayscale/.test(filter), `the felt: ${filter}`);
    equal(await page.locator(".actions .action").count(), 0, "actions that are offered");
    await page.screenshot({ path: picture("silent.png") });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: picture("silent-phone.png") });
    await page.setViewportSize({ width: 1440, height: 900 });

    /* The link speaks again: the page shows the same hand, which can be played. */
    wire.hush(false);
    await page.waitForSelector(".is-stale", { state: "detached" });
    await waitRail(page, "say:page-rail-your-turn");

    /* For an act during the silence the page says "On its way" after 300 ms and then turns grey; the act is done once. */
    wire.hush(true);
    await page.evaluate(() => {
        const at = (globalThis.at = { pressed: 0, told: 0 });
        addEventListener("keydown", () => (at.pressed = performance.now()), { capture: true, once: true });
        const look = () => (at.told ||= document.querySelector(".next.is-slow") ? performance.now() : 0);
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await page.keyboard.press("h");
    await page.waitForFunction(() => globalThis.at.told);
    const told = await page.evaluate(() => globalThis.at.told - globalThis.at.pressed);
    console.log(`"On its way" was said after ${Math.round(told)} ms`);
    expect(told >= 290, `"On its way" was said after ${told} ms, sooner than 300`);
    equal(await page.getAttribute(".action-hit", "aria-busy"), "true", "Hit is on its way");
    await page.screenshot({ path: picture("on-its-way.png") });
    const again = await greyAfter(page);
    expect(again <= NOTICED_MS, `grey after ${again} ms`);
    wire.hush(false);
    await page.waitForSelector(".is-stale", { state: "detached" });
    table.cards = ["7s"];
    await table.goOnUntil(async (turn) => {
        if (turn.do === "hit" && table.cards.length)
            await page
                .click(".action-hit", { timeout: 1000 })
                .catch(() => undefined); /* if the act was lost, the player decides again */
        return table.cards.length === 0;
    });
    await waitRail(page, "say:page-rail-your-turn");
    await pause(500);
    const view = (await house.dora.ask("look", { table: "hush" })).snapshot;
    equal(view.boxes[0].hands[0].cards.join(" "), "4h 6c 7s", "one hit, one card");
});

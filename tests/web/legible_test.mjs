/* legible_test.mjs - a page at 200 %, a phone on its side: cards grow, nothing jumps. The focus stays in the rail, letter keys
 * can be switched off, and an address without a page says so. */
import { browse, equal, expect, House, newPage, picture, said, sentence, until } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("legible", "ma-freebet");

/* A browser at 200 % has half as many CSS pixels on the same screen. */
const DESK = { width: 1280, height: 720 };
const DOUBLED = { width: 640, height: 360 };
const SIDEWAYS = { width: 844, height: 390 };

const widthOf = (page, which) =>
    page.evaluate(
        (selector) => Math.min(...[...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect().width)),
        which,
    );
const boxOf = (page, which) => page.locator(which).boundingBox();
const still = (page) =>
    page.waitForFunction(() =>
        document
            .getAnimations()
            .every((a) => a.playState !== "running" || a.effect.getTiming().iterations === Infinity),
    );
const cards = (page) => still(page).then(() => widthOf(page, ".card.is-near"));

async function see(page, viewport, name) {
    await page.setViewportSize(viewport);
    await still(page);
    await page.screenshot({ path: picture(`${name}.png`) });
}

/* WCAG 1.4.4 and 1.4.10: the rail stands beside the felt, every button is on the screen, and cards are larger on the screen. */
async function lowScreens(page) {
    const plain = await cards(page);
    for (const [name, viewport, zoom] of [
        ["zoom-200", DOUBLED, 2],
        ["landscape", SIDEWAYS, 1],
    ]) {
        await see(page, viewport, name);
        const rail = await boxOf(page, ".rail"),
            stage = await boxOf(page, ".stage");
        expect(rail.x >= stage.x + stage.width - 1, `${name}: the rail stands beside the felt`);
        const near = await cards(page);
        expect(near * zoom > plain, `${name}: cards are ${near * zoom} wide, ${plain} on a desk`);
        for (const button of await page.locator(".rail .action").all()) {
            const at = await button.boundingBox();
            expect(at.y >= 0 && at.y + at.height <= viewport.height, `${name}: a button is off the screen`);
        }
    }
    await see(page, DESK, "turn-desk");
}

/* WCAG 2.1.4: letter keys act only while they are switched on. */
async function letters(page) {
    await page.keyboard.press("?");
    await page.click('.drawer input[type="checkbox"]');
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("s");
    await page.waitForTimeout(300);
    expect(await page.locator(".action-stand").isVisible(), "S does nothing while letters are off");
    await page.click(`button:has-text("${sentence("say:page-table-details")}")`);
    await page.click('role=tab[name="Keys"]');
    await page.click('.drawer input[type="checkbox"]');
    await page.keyboard.press("Escape");
}

/* Hands of a split keep the size of the hand they came from, and the focus moves to the next question. */
async function split(page) {
    const before = await cards(page);
    await page.focus(".action-split");
    await page.keyboard.press("Enter");
    table.cards = ["3c", "2d"];
    await table.dealUntil(page, "say:page-rail-hand-of");
    await see(page, DESK, "split-desk");
    const after = await cards(page);
    expect(after >= before * 0.99, `cards of split hands are ${after} wide, ${before} before the split`);
    const focused = await page.evaluate(() => document.activeElement.closest(".rail") !== null);
    expect(focused, "the focus stays in the rail");
}

/* A message comes, and the felt stays where it is. */
async function message(page) {
    const before = await boxOf(page, ".stage-inner");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("5");
    await page.click(".spot-bet[data-spot]");
    await page.click(".spot-bet[data-spot]");
    await page.waitForSelector(".note");
    const after = await boxOf(page, ".stage-inner");
    equal(`${after.y} ${after.height}`, `${before.y} ${before.height}`, "the felt does not jump under a message");
}

await browse(house, async (browser) => {
    const page = await newPage(browser, { viewport: DESK });
    const lost = await page.goto(`${house.url}/no/such/page`);
    equal(lost.status(), 404, "an unknown address");
    await page.waitForSelector("h1");
    await page.goto(`${house.url}/rules/wa-freebet`);
    await page.waitForSelector(".notice li");
    const posted = await page.textContent(".notice");
    expect(!said("say:before-table-opens").test(posted) && !/C-\d/.test(posted), "patrons read no duties of the house");

    await page.goto(`${house.url}/table/legible?play`);
    await page.waitForSelector(".betting");
    equal(await page.locator("h1").count(), 1, "the table has one heading");
    await page.click(".spot-bet[data-spot]");
    await page.click(".spot-bet[data-spot]");
    await page.waitForSelector(".stack-sum");
    equal(await page.textContent(".stack-sum"), "$10", "the sum of a stack");
    await until(
        () => page.frames_seen.flatMap((m) => m.events ?? []).filter((e) => e.event === "bet").length > 1,
        () => "the bets do not arrive",
    );
    table.cards = ["8h", "6d", "8c", "Kc"];
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-your-turn");
    await lowScreens(page);
    await letters(page);
    await split(page);
    table.cards = ["Ts", "Th", "Td", "9c", "9d", "9h"];
    await page.keyboard.press("s");
    await table.dealUntilOffered(page, "stand");
    await page.waitForTimeout(700);
    await page.keyboard.press("s");
    await table.goOnUntil(() => page.frames_seen.flatMap((m) => m.events ?? []).some((e) => e.event === "over"));
    await table.say("open");
    await page.waitForSelector(".betting");
    await message(page);
});

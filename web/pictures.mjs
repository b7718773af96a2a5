/* pictures.mjs [FOLDER] - takes the pictures of the pages anew, web/pictures where no folder is named: a Free Bet table with a free split and a
 * free double on a desk, a phone, a phone on its side and at 200 %; what it won, the end of the visit, the jackpot, how its prize is
 * paid on a desk and a phone, the lobby, the coach and the dealer's console.
 *
 * LAMMER names the program. The dealer is this script, so every picture shows the same hands. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browse, House, named, newPage, signIn } from "../tests/web/house.mjs";

const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "pictures");
mkdirSync(folder, { recursive: true });

const SCREENS = {
    felt: { viewport: { width: 1280, height: 800 } },
    phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    landscape: { viewport: { width: 844, height: 390 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true },
    "zoom-200": { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 } /* of 1280 by 720 */,
};
/* A screenshot has the pixels of the screen, so a picture at 200 % is as large as one at 100 %. */
const take = (page, name) =>
    page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 72, scale: "device" });

const house = await House.start();
await house.hire();
const table = await house.liveTable("gold", "wa-freebet");
const deal = async (...cards) => {
    table.cards = cards;
    await table.goOnUntil(() => table.cards.length === 0);
};
const toDecide = (page) => page.waitForSelector(".action-stand:enabled");
/* Waits until every card and chip has landed. */
const still = (page) =>
    page.waitForFunction(() =>
        document
            .getAnimations()
            .every((a) => a.playState !== "running" || a.effect.getTiming().iterations === Infinity),
    );

async function lay(page) {
    await page.waitForSelector(".betting");
    for (let i = 0; i < 2; i++) await page.locator(".spot-bet[data-spot]").click();
    for (const wager of ["push22", "pot-of-gold"]) await page.locator(`.spot-bet[data-wager="${wager}"]`).click();
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$480");
}

/* A free split of eights and a free double of eleven: the felt with both lammers. */
async function felt(browser, name, screen) {
    const page = await newPage(browser, screen);
    await page.goto(`${house.url}/table/gold?play`);
    await lay(page);
    await table.say("deal");
    await deal("8h", "6d", "8c", "Kh");
    await page.locator(".action-split").click();
    await deal("3s");
    await toDecide(page);
    await page.locator(".action-double").click();
    await deal("Ts", "2d");
    await toDecide(page);
    await page.mouse.move(1, 1);
    await page.waitForTimeout(1500);
    await still(page);
    await take(page, name);
    await page.waitForTimeout(500); /* the page ignores a second press that comes sooner */
    await page.locator(".action-stand").click();
    await deal("9c");
    await page.waitForSelector(".round-net");
    if (name === "felt") await take(page, "ceremony"); /* two lammers for the Pot of Gold */
    await table.say("open");
    await page.waitForSelector(".betting");
    await page.goto(`${house.url}/coach`);
    await page.waitForSelector(".decisions li");
    if (name === "felt") {
        await page.waitForTimeout(3000); /* until the values of the decisions are worked out */
        await take(page, "coach");
    }
    await page.goto(`${house.url}/table/gold`);
    await page.waitForSelector(".betting");
    await page.click(named('button:has-text("say:page-table-leave")')); /* frees the box for the next screen */
    await page.waitForSelector('.visit-sums[aria-busy="false"]');
    if (name === "phone") await take(page, "visit");
    await page.context().close();
}

/* Three sevens of diamonds win the whole meter: called, verified, paid, celebrated. */
async function prize(browser, name, screen) {
    const page = await newPage(browser, { ...screen, reducedMotion: "no-preference" });
    await page.goto(`${house.url}/table/gold?play`);
    await page.waitForSelector(".betting");
    await page.locator(".spot-bet[data-spot]").click();
    await page.locator('.spot-bet[data-wager="blazing7"]').click();
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$494");
    await table.say("deal");
    await deal("7d", "9s", "7d", "Th");
    await toDecide(page);
    await page.locator(".action-hit").click();
    await deal("7d");
    await table.goOnUntil((turn) => turn.do === "award");
    const won = { table: "gold", seat: (await table.turn()).seat, wager: "blazing7" };
    await house.dora.ask("call", won);
    await house.sam.ask("verify-award", won);
    await house.eve.ask("pay-award", won);
    await page.waitForSelector(".ceremony");
    await page.waitForTimeout(2600); /* the sum has counted up, and the coins are in mid-air */
    await take(page, name);
    await table.say("end-game", { wager: "blazing7" });
    await table.say("open");
    await page.waitForSelector(".betting");
    await page.click(named('button:has-text("say:page-table-leave")'));
    await page.waitForSelector(".visit-sums");
    await page.context().close();
}

await browse(house, async (browser) => {
    for (const [name, screen] of Object.entries(SCREENS)) await felt(browser, name, screen);
    await prize(browser, "prize", SCREENS.felt);
    await prize(browser, "prize-phone", SCREENS.phone);
    const lobby = await newPage(browser, SCREENS.felt);
    await lobby.goto(house.url);
    await lobby.waitForSelector(".lobby-row");
    await take(lobby, "lobby");
    await lobby.goto(`${house.url}/meter/gold`);
    await lobby.waitForSelector(".big-sum");
    await take(lobby, "jackpot");
    const dark = await newPage(browser, { ...SCREENS.phone, colorScheme: "dark" });
    await dark.goto(house.url);
    await dark.waitForSelector(".lobby-row");
    await take(dark, "lobby-dark");
    const dealer = await newPage(browser, SCREENS.felt);
    await signIn(dealer, house, "dora", "/dealer/gold");
    await dealer.waitForSelector(".felt");
    await still(dealer);
    await take(dealer, "dealer");
});

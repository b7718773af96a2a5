/* money_test.mjs - real money says so and is bought only in a confirmed amount; a chip that is too large lays nothing; Repeat names its sum;
 * the lobby says where a player sits and with how much; a guest is warned before the wallet ends. */
import { browse, equal, expect, House, named, newPage, signIn, until, untilSaid, waitRail } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire("cass");
const password = "a player's own words";
const rita = await house.signedOut("register", { person: "rita", password });
await house.cass.ask("deposit", { person: "rita", cents: 30000, n: 1 });
for (const [table, money] of [
    ["play", "play"],
    ["real", "real"],
]) {
    await house.sam.ask("open-table", {
        table,
        rules: "ma-freebet",
        dealing: "virtual",
        money,
        title: table,
        betting_ms: 3600000,
        decision_ms: 3600000,
    });
}

const chips = (page) => page.textContent(".chips-now");
const SPOT = ".spot-bet[data-spot]";

/* The page never chooses the amount itself, and buys nothing before the player confirms it. */
async function realMoney(browser) {
    const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
    await signIn(page, house, "rita", "/table/real", password);
    await page.waitForSelector(".tag-real"); /* on a phone too */
    const menu = await page.locator(".menu > button").boundingBox();
    expect(menu.x + menu.width <= 360, `the menu is on the screen: ${JSON.stringify(menu)}`);
    await page.click(".action-main");
    await waitRail(page, "say:page-rail-choose-buy-in");
    equal((await rita.ask("wallet")).real_cents, 30000, "nothing is bought by sitting down");
    await page.click('button:has-text("Buy $100")');
    await untilSaid(page, "dialog[open]", "say:page-rail-real-buy-in");
    await page.keyboard.press("Escape");
    equal((await rita.ask("wallet")).real_cents, 30000, "nothing is bought without a yes");
    await page.click('button:has-text("Buy $100")');
    await page.click("dialog .action");
    await until(
        async () => (await chips(page)) === "$100",
        () => "the chips do not come",
    );
    equal((await rita.ask("wallet")).real_cents, 20000, "what was confirmed is bought");

    await page.locator('.chip-button[aria-label="$500"]').click();
    await page.click(SPOT);
    await untilSaid(page, ".note", "say:page-bets-chips-left");
    equal(await chips(page), "$100", "a chip that is too large lays nothing");
    await page.context().close();
}

async function guest(browser) {
    const page = await newPage(browser);
    await page.goto(`${house.url}/`);
    await page.click(".hero .deal"); /* an empty table, and chips at once */
    await page.waitForSelector(".betting");
    equal(new URL(page.url()).pathname, "/table/play", "Play now takes a table for play money");
    await page.click(SPOT);
    await page.click(SPOT);
    await waitRail(page, "say:page-rail-press-deal");
    await page.goto(`${house.url}/`);
    await page.waitForSelector(".seated");
    expect(
        (await page.textContent(".seated")).includes("$490"),
        `the lobby says how much: ${await page.textContent(".seated")}`,
    );
    await page.click('.seated a:has-text("Return")');
    await page.click(named('button:has-text("say:page-rail-clear")'));
    await until(
        async () => (await chips(page)) === "$500",
        () => "the chips do not come back",
    );
    await page.goto(`${house.url}/`);
    await page.click(".menu > button");
    await page.click('.menu-list button:has-text("Sign out")');
    await untilSaid(page, "dialog[open]", "say:page-bar-guest-wallet-ends");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".seated");
    await page.click('.seated button:has-text("Cash out")');
    await page.waitForSelector(".seated", { state: "detached" });
    await page.context().close();
}

/* Repeat names the sum of the last bet. */
async function repeat(browser) {
    const page = await newPage(browser);
    await page.goto(`${house.url}/table/play?play`);
    await page.waitForSelector(".betting");
    await page.click(SPOT);
    await page.click(SPOT);
    await page.click('.spot-bet[data-wager="push22"]');
    await waitRail(page, "say:page-rail-press-deal");
    await page.click(".deal");
    await until(
        async () => {
            const rail = await page.textContent(".rail");
            if (/Insurance/.test(rail)) await page.keyboard.press("n");
            else if (await page.locator(".action-stand").isVisible()) await page.keyboard.press("s");
            return /Repeat and deal/.test(rail);
        },
        () => "the round does not end",
    );
    equal(await page.textContent(".deal small"), "$15", "Repeat names its sum");
    await page.context().close();
}

await browse(house, async (browser) => {
    await realMoney(browser);
    await guest(browser);
    await repeat(browser);
});

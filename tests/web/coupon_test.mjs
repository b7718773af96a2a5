/* coupon_test.mjs - a player who holds coupons lays them at the felt.
 *
 * MBJ-3(d).1  A match-play coupon lies beside a wager, wins as much as it says and costs nothing.
 * MBJ-3(k)    A progressive coupon is the stake of its wager.
 *
 * Clear, Undo and Repeat act on chips: on no screen do they take a coupon away or lay its worth in chips.
 *
 * The dealer is the test itself: 20 against 26 wins $10 and $10 more for the coupon. */
import { browse, equal, expect, House, named, newPage, picture, said, signIn, waitRail } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire("cass");
const password = house.password;
const [cass, pat] = [house.cass, await house.signedOut("register", { person: "pat", password })];
const table = await house.liveTable("gold", "wa-freebet");
const { layout } = (await house.dora.ask("look", { table: "gold" })).snapshot;
const title = layout.wagers.find((wager) => wager.wager === "blazing7").title;
const seven = layout.wagers.find(
    (wager) => wager.wager === "blazing7",
).least; /* what a stake of the progressive costs */
for (const body of [
    { kind: "match-play", cents: 1000, money: "play" },
    { kind: "progressive", wager: "blazing7", cents: seven, money: "play" },
    { kind: "match-play", cents: 2500, money: "real" },
])
    await cass.ask("issue-coupon", { person: "pat", ...body });

const chips = (page, sum) =>
    page.waitForFunction(([text]) => document.querySelector(".chips-now")?.textContent === text, [sum]);
const buttons = (page) =>
    page.$$eval(named('[aria-label="say:page-coupon-your-coupons"] button'), (all) =>
        all
            .map((b) => `${b.textContent}${b.disabled ? " -" : ""}`)
            .sort()
            .join("; "),
    );
const onTheFelt = async () =>
    (await house.dora.ask("look", { table: "gold" })).snapshot.coupons
        .map((c) => `${c.wager} ${c.cents}${c.stake ? " as the stake" : ""}`)
        .join();
const COUPONS = named('[aria-label="say:page-coupon-your-coupons"]');
const STAYS = "say:page-bets-coupon-stays";
const used = async () =>
    (await pat.ask("coupons")).coupons
        .filter((c) => c.used)
        .map((c) => c.kind)
        .sort()
        .join();

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await signIn(page, house, "pat", "/account");
    await page.waitForSelector(".coupons");
    equal(await page.locator(".coupons li").count(), 3, "coupons on the player's page");
    await page.goto(`${house.url}/table/gold?play`);
    await page.waitForSelector(COUPONS);
    const other = await newPage(browser); /* another screen of the same player */
    await signIn(other, house, "pat", "/table/gold");
    await other.waitForSelector(".betting");

    /* The page offers only coupons for this table's money, and none before there is a wager to lie beside. */
    equal(
        await buttons(page),
        `Lay $10 match-play coupon needs $10 on your box first -; Lay $${seven / 100} ${title} coupon needs a blackjack wager first -`
            .split("; ")
            .sort()
            .join("; "),
        "coupons before a bet",
    );
    await page.locator(".spot-bet[data-spot]").click();
    await chips(page, "$495");
    expect(/match-play coupon needs \$10/.test(await buttons(page)), "a bet of $5 is too small for it");
    await page.locator(".spot-bet[data-spot]").click();
    await chips(page, "$490");
    await page.locator('button:has-text("match-play coupon")').focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".coupon");
    await waitRail(page, "say:page-table-coupon-lies");
    await page.waitForFunction(
        ([coupons]) => !/match-play/.test(document.querySelector(coupons)?.textContent ?? ""),
        [COUPONS],
    );
    equal(await used(), "match-play", "used in the house's books");
    await chips(page, "$490");
    await page.screenshot({ path: picture("coupon.png") });

    /* Neither Undo nor Clear takes the coupon away, on either screen. */
    await page.keyboard.press("u");
    await page.waitForSelector(".note-bad"); /* the bet would be smaller than its coupon */
    await other.click(named('button:has-text("say:page-rail-clear")'));
    await waitRail(other, STAYS);
    await chips(page, "$490");

    /* The progressive's stake: its light is on, and no chip of the player lies there. */
    await page.click('button:has-text("' + title + ' coupon")');
    await page.waitForFunction(([coupons]) => !document.querySelector(coupons), [COUPONS]);
    equal(await used(), "match-play,progressive", "used in the house's books");
    await chips(page, "$490");
    await page.waitForSelector(".side-spot.is-lit");
    for (const screen of [page, other])
        await screen.waitForFunction(() => document.querySelectorAll(".coupon").length === 2); /* a coupon is paper */
    await page.screenshot({ path: picture("coupon-stake.png") });

    /* Both lie there after the page was loaded again, too; a tap lays no chips on the coupon. */
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".coupon").length === 2);
    const both = `main 1000,blazing7 ${seven} as the stake`;
    equal(await onTheFelt(), both, "coupons in the snapshot");
    for (const screen of [page, other]) {
        if (await screen.locator(".note").count())
            await screen.click(named('.note [aria-label="say:page-rail-close-message"]'));
        await screen.keyboard.press("c");
        await waitRail(screen, STAYS);
        await screen.locator(`.spot-bet[aria-label*="${title}"]`).click();
        await waitRail(screen, "say:page-bets-coupon-is-stake");
    }
    equal(await onTheFelt(), both, "coupons after Clear on both screens");
    await chips(page, "$490");

    table.cards = ["Th", "6d", "Tc", "Kh"];
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-your-turn");
    await page.click(".action-stand");
    table.cards = ["Ts"];
    await table.dealUntil(page, "say:page-rail-you-won-net|$20");
    await chips(page, "$520");
    equal(await page.locator(".coupon").count(), 0, "the coupon is collected");
    await page.click(named('button:has-text("say:page-table-details")'));
    expect(
        said("say:page-account-coupon-lost").test(await page.textContent(".account")),
        "a lost coupon costs nothing",
    );
    equal(await page.textContent(".account-sum"), "Together +$20", "the round's sum");

    /* Repeat lays the chips again, also on the screen that did not lay the coupons. */
    await table.say("end-game", { wager: "blazing7" });
    await table.say("open");
    for (const screen of [other, page]) {
        await screen.waitForSelector(named('button:has-text("say:page-rail-repeat")'));
        await screen.keyboard.press("r");
        await chips(screen, "$510");
        await chips(screen === page ? other : page, "$510");
        equal((await house.dora.ask("look", { table: "gold" })).snapshot.wagers.length, 0, "side wagers in chips");
        await screen.keyboard.press("c");
        await chips(screen, "$520");
    }

    /* A tie decides nothing: 20 against 20 gives the wager back, and the coupon, which can be laid again at once. */
    await cass.ask("issue-coupon", { person: "pat", kind: "match-play", cents: 1000, money: "play" });
    await page.reload();
    await page.waitForSelector(COUPONS);
    for (const sum of ["$515", "$510"]) {
        await page.locator(".spot-bet[data-spot]").click();
        await chips(page, sum);
    }
    await page.click('button:has-text("match-play coupon")');
    await page.waitForSelector(".coupon");
    equal(await used(), "match-play,match-play,progressive", "used in the house's books");
    table.cards = ["Th", "6d", "Tc", "Kh"];
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-your-turn");
    await page.click(".action-stand");
    table.cards = ["4s"];
    await table.goOnUntil(() => table.cards.length === 0);
    await chips(page, "$520");
    equal(await used(), "match-play,progressive", "the coupon is back in the house's books");
    equal(await page.locator(".coupon").count(), 0, "the coupon left the felt");
    await page.click(named('button:has-text("say:page-table-details")'));
    expect(said("say:page-account-coupon-back").test(await page.textContent(".account")), "the account tells it");
    await table.say("open");
    await page.waitForSelector(
        named('[aria-label="say:page-coupon-your-coupons"] button:has-text("match-play coupon")'),
    );
    await page.goto(`${house.url}/account`);
    await page.waitForSelector(".coupons");
    expect(
        (await page.locator(".coupons .tag").allTextContents()).some((text) =>
            said("say:page-coupon-back-from|gold").test(text),
        ),
        "my coupons tell where it was",
    );
});

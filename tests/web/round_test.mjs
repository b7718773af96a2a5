/* round_test.mjs - a guest plays a round with a free split, a free double and a dealer 22 by mouse.
 *
 * MFB-9(b)(2)(ii)  Free split: the lammer stakes the second hand.
 * MFB-8(a)(1).2    Free double: a lammer is set beside the wager.
 * MFB-6(n)(1)      Dealer 22 returns chips and removes lammers.
 * WFB-POG          Lammers of a pushed hand count for the Pot of Gold: two pay 10 to 1.
 * PT-P22           22 pays 8 to 1.
 *
 * The dealer is the test itself, so the cards are known: 8h 6d 8c Kh, then Ts, 3d 7c, then 6c makes 22. */
import { browse, equal, expect, House, named, newPage, picture, waitRail } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("gold", "wa-freebet");

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await page.goto(`${house.url}/table/gold`);
    await page.click(named('button:has-text("say:page-rail-play-as-guest")'));
    await page.waitForSelector(".betting");
    equal(await page.textContent(".chips-now"), "$500", "chips after the first buy-in");

    /* $10 on the box, $5 on Push 22 and on the Pot of Gold: two taps and one each. */
    const spot = (name) => page.locator(`.spot-bet[aria-label*="${name}"]`);
    await spot("your bet").click();
    await spot("your bet").click();
    await spot("Push 22").click();
    await spot("Pot of Gold").click();
    await waitRail(page, "say:page-rail-bet-lies");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$480");
    await page.click(named('button:has-text("say:page-rail-undo")'));
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$485");
    await spot("Pot of Gold").click();
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$480");

    table.cards = ["8h", "6d", "8c", "Kh", "Ts", "3d", "7c", "6c"];
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-your-turn");
    equal(
        await page
            .locator(".action")
            .allInnerTexts()
            .then((all) => all.map((text) => text.split("\n")[0]).join()),
        "Hit,Stand,Double,Split",
        "what is offered",
    );
    equal(
        await page
            .locator(".action.is-free")
            .innerText()
            .then((text) => text.replace(/\s+/g, " ")),
        "Split free P",
        "what is free",
    );
    await page.click(".action-split");
    await table.dealUntil(page, "say:page-rail-hand-of|1|2");
    equal(await page.locator(".lammer-set").count(), 1, "lammers on the felt after the split");
    await page.screenshot({ path: picture("split.png") });
    await page.click(".action-stand");
    await table.dealUntil(page, "say:page-rail-hand-of|2|2");
    equal(await page.locator(".action-double .free").count(), 1, "the double of 11 is free");
    await page.click(".action-double");
    await table.dealUntil(page, "say:page-rail-you-won-net|$90");
    await page.screenshot({ path: picture("push22.png") });

    await page.click(named('button:has-text("say:page-table-details")'));
    const account = await page.textContent(".account");
    for (const line of [
        named("say:story-why-22").slice(1),
        named("say:page-account-lammer-free"),
        "pays 8 to 1",
        "2 lammers pays 10 to 1",
        "+$40",
        "+$50",
    ])
        expect(account.includes(line), `the account says "${line}": ${account}`);
    equal(await page.textContent(".chips-now"), "$590", "chips after the round");
    equal(await page.textContent(".account-sum"), "Together +$90", "the round's sum");
    await page.locator(".account .clause-id").first().click();
    await page.waitForSelector(".clause-text");
    expect((await page.textContent(".clause-text")).length > 20, "a clause has its text");

    /* The hole card was in no message before it was turned. */
    const turned = page.frames_seen.findIndex((m) => m.events?.some((e) => e.event === "turn"));
    expect(turned > 0, "the hole card was turned");
    expect(
        !page.frames_seen.slice(0, turned).some((m) => JSON.stringify(m).includes('"Kh"')),
        "the hole card was in a message before it was turned",
    );

    /* What the page shows is what the table says. */
    const look = (await house.dora.ask("look", { table: "gold" })).snapshot;
    equal(look.players[0].chips, 59000, "chips in the house's books");

    /* Leaving gives the chips back to the wallet: $500 + $590. */
    await page.click(named('button:has-text("say:page-table-leave")'));
    await waitRail(page, "say:page-rail-take-free-box");
    const wallet = await page.evaluate(() => fetch("/api/wallet").then((r) => r.json()));
    equal(wallet.play_cents ?? wallet.play?.cents ?? JSON.stringify(wallet), 109000, "the wallet after leaving");
});

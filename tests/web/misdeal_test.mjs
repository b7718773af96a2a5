/* misdeal_test.mjs - a card goes to the wrong hand: the dealer's console asks what happened, shows the clause and does what it orders.
 *
 * MFB-11(a).2  a misdelivered card goes forward to the hand that is due, becomes the dealer's next card, or is burned
 * MFB-11(d).1  a card drawn in error and seen is burned or used; staff confirm where the rules want it */
import { browse, equal, expect, House, named, newPage, picture, said, signIn } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("slip", "ma-freebet");
const next = (page, message) =>
    page.waitForFunction(
        ([source]) => new RegExp(source).test(document.querySelector(".next-line")?.textContent ?? ""),
        [said(message).source],
    );

await browse(house, async (browser) => {
    const [player, dealer] = [await newPage(browser), await newPage(browser)];
    await player.goto(`${house.url}/table/slip?play`);
    await player.waitForSelector(".betting");
    await player.locator(".spot-bet[data-spot]").click();
    await player.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    await signIn(dealer, house, "dora", "/dealer/slip");
    await dealer.click(named('button:has-text("say:no-more-bets-deal")'));
    await next(dealer, "say:deal-to|box 4");
    await dealer.keyboard.type("5h");
    await next(dealer, "say:deal-to|the dealer");

    await dealer.click(named('button:has-text("say:something-wrong")'));
    await dealer.click(named('.choices button:has-text("say:wrong-hand"):has-text("burn")'));
    await dealer.waitForSelector("text=MFB-11(a).2");
    await dealer.waitForFunction(() =>
        /misdelivered|misdealt|burn/i.test(
            [...document.querySelectorAll(".panel p")].map((p) => p.textContent).join(" "),
        ),
    );
    await dealer.screenshot({ path: picture("misdeal.png"), fullPage: true });
    await dealer.keyboard.type("qs");
    await dealer.click(named('button:has-text("say:call-it")'));
    await dealer.waitForSelector('.d-view[data-view="settle"]');
    for (let i = 0; i < 40; i++) {
        const turn = await table.turn();
        if (turn.do !== "confirm") break;
        await house.sam.ask("confirm", { table: "slip" });
    }
    table.cards = ["6d", "4c", "Th"];
    await table.dealUntil(player, "say:page-rail-your-turn");
    const view = (await house.dora.ask("look", { table: "slip" })).snapshot;
    equal(view.boxes[0].hands[0].cards.join(" "), "5h 4c", "the player's cards after the misdeal");
    equal(view.dealer.cards[0], "6d", "the dealer's up card");
    expect(!JSON.stringify(view.boxes).includes("Qs"), "the burned card is in no hand");
    equal(await player.locator(".action-double .free").count(), 1, "9 is doubled for free");
    await player.click(".action-stand");
    table.cards = ["9d"];
    await table.dealUntil(player, "say:page-rail-you-won-net|$5");
});

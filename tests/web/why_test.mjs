/* why_test.mjs - "Why not?" and "why was I paid this?" at the felt, by mouse, by touch and by keyboard, with axe.
 *
 * MBJ-11(a)   Only two cards of equal value may be split: what the page answers is what the house says.
 * MBJ-8(c).1  Surrender is not offered at this table.
 * MBJ-3(a)    Nothing is dealt before a blackjack wager is made.
 *
 * The dealer is the test itself: 9h 6c against 9d, then the dealer goes over 21 with 9d 7s Ks. */
import { axeSource, browse, equal, expect, House, named, newPage, picture, said, until } from "./house.mjs";

const house = await House.start();
await house.hire();
const table = await house.liveTable("why", "ma-blackjack");

async function axe(page, what) {
    await page.evaluate(axeSource());
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const v of violations.filter((one) => one.impact === "serious" || one.impact === "critical"))
        expect(false, `axe, ${what}: ${v.id} at ${v.nodes.map((n) => n.target).join(", ")}`);
}

const answer = (page) => page.locator("#why-not").innerText();
const untilAnswered = (page, message) =>
    until(
        async () => said(message).test((await answer(page)).replace(/\s+/g, " ")) || undefined,
        () => `the page answers ${message}`,
    );
const closed = async (page) => {
    await page.keyboard.press("Escape");
    await until(
        async () => (await answer(page)) === "",
        () => "the answer is closed",
    );
};

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await page.goto(`${house.url}/table/why`);
    await page.click(named('button:has-text("say:page-rail-play-as-guest")'));
    await page.waitForSelector(".betting");
    const spot = page.locator('.spot-bet[aria-label*="your bet"]');
    await spot.click();
    await spot.click();
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$490");
    table.cards = ["9h", "9d", "6c", "7s", "Ks"];
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-your-turn");

    /* By mouse: the button is there, cannot be pressed, and answers when the pointer rests on it. */
    const split = page.locator('.not-offered:has-text("Split")');
    equal(await split.getAttribute("aria-disabled"), "true", "split is there and not offered");
    equal(
        await page
            .locator(".not-offered")
            .allInnerTexts()
            .then((all) => all.join()),
        "Split,Surrender",
        "not offered",
    );
    await split.hover();
    await untilAnswered(page, "say:why-pair");
    expect((await answer(page)).includes("MBJ-11(a)"), "the answer names its clause");
    equal(await split.getAttribute("aria-describedby"), "why-not", "the button is described by its answer");
    await page.screenshot({ path: picture("why-not.png") });
    await axe(page, "an answer");
    await page.mouse.move(5, 400);
    await closed(page);

    /* By keyboard: Shift and the key of the act, or the focus and Enter; the hand stays as it is. */
    await page.keyboard.press("Shift+X");
    await untilAnswered(page, "say:why-no-surrender");
    await closed(page);
    await split.focus();
    await page.keyboard.press("Enter");
    await untilAnswered(page, "say:why-pair");
    await page.locator("#why-not .clause-id").click();
    await page.waitForSelector("#why-not .clause-text");
    await closed(page);
    await page.keyboard.press("Shift+H");
    await untilAnswered(page, "say:page-why-not-allowed");
    await closed(page);
    equal(await page.locator(".actions .action").count(), 3, "asking did nothing");

    /* Everything at once: insurance, even money, bets and the deal have their reasons too. */
    await page.keyboard.press("w");
    for (const message of ["say:why-no-insurance", "say:why-no-even-money", "say:why-closed"])
        await untilAnswered(page, message);
    await page.screenshot({ path: picture("why-not-all.png") });
    await axe(page, "all answers");
    await closed(page);

    /* By touch, on a phone: a long press. */
    const phone = await newPage(browser, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        storageState: await page.context().storageState(),
    });
    await phone.goto(`${house.url}/table/why`);
    const held = phone.locator('.not-offered:has-text("Split")');
    await held.waitFor();
    const { x, y, width, height } = await held.boundingBox();
    expect(height >= 44 && width >= 44, `a finger finds it: ${width} by ${height}`);
    const touch = await phone.context().newCDPSession(phone);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await untilAnswered(phone, "say:why-pair");
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await phone.screenshot({ path: picture("why-not-phone.png") });
    await axe(phone, "an answer on a phone");

    /* What was paid unfolds into its terms. */
    await page.click(".action-stand");
    await table.dealUntil(page, "say:page-rail-you-won-net|$10");
    await page.click(".round-net");
    const amount = page.locator("button.account-net");
    equal(await amount.getAttribute("aria-expanded"), "false", "the amount is folded");
    await amount.click();
    const terms = (await page.locator(".terms").innerText()).replace(/\s+/g, " ");
    for (const part of ["9♥ 6♣ against 9♦ 7♠ K♠", "$10 at 1 to 1", "+$10", "MBJ-3(a)(1)"])
        expect(terms.includes(part), `the terms say "${part}": ${terms}`);
    await page.screenshot({ path: picture("why-paid.png") });
    await axe(page, "an unfolded amount");
    await phone.click(".round-net");
    await phone.locator("button.account-net").click();
    await phone.waitForSelector(".terms");
    await phone.screenshot({ path: picture("why-paid-phone.png") });

    /* Deal without a bet. */
    const guest = await newPage(browser);
    await guest.goto(`${house.url}/table/ma-blackjack`);
    await guest.click(named('button:has-text("say:page-rail-play-as-guest")'));
    await guest.waitForSelector('.deal[aria-disabled="true"]');
    await guest.locator(".deal").focus();
    await guest.keyboard.press("Enter");
    await untilAnswered(guest, "say:why-empty");
});

/* behind_test.mjs - a second player bets behind a seated one and says what these chips do.
 *
 * MBJ-13(a).1  Up to three bettors at a box where the rules post it, if its player consents; a box without a wager
 * takes no bets behind.
 * MBJ-13(b)  The player at the box decides.
 * MBJ-13(c)  That player's wager lies nearest to the dealer, the others behind it in line.
 * MBJ-13(d)  Others may double along.
 * MBJ-13(e)  When the hand is split, a further bettor covers both hands or rides on one.
 *
 * The dealer is the test itself: 8h 8c against 6d and Kh; the split hands become 18 and 11, the double of 11 makes 18,
 * 6c makes 22. So box 4 wins $10 and twice $10, the bettor behind it $5 and twice $5. */
import { axeSource, browse, equal, expect, House, named, newPage, picture, untilSaid, waitRail } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("two", "ma-blackjack", "bettors_per_box=2");
await house.liveTable("one", "ma-blackjack");

const chips = (page, sum) =>
    page.waitForFunction(([text]) => document.querySelector(".chips-now")?.textContent === text, [sum]);
const said = async () =>
    (await house.dora.ask("look", { table: "two" })).snapshot.turn.along?.[0]?.said
        .map((act) => act.ride ?? act.cents)
        .join();
const saidIs = async (wanted) => {
    for (let i = 0; i < 200 && (await said()) !== wanted; i++) await new Promise((done) => setTimeout(done, 50));
    equal(await said(), wanted, "what the bettor behind has said");
};

/* The page, which follows the messages, shows the box as a snapshot of the house does. */
async function sameBox(page, what) {
    const facts = (bets, hands) => JSON.stringify({ bets: bets.sort(), hands });
    for (let i = 0; ; i++) {
        const view = (await house.dora.ask("look", { table: "two" })).snapshot.boxes[0];
        const wanted = facts(
            view.bets.map((bet) => `${bet.seat} ${bet.cents}`),
            view.hands.map((hand) => [hand.cards, hand.doubled_cents]),
        );
        const box = await page.evaluate(() => globalThis.lammerTable.table.boxes[3]);
        const found = facts(
            Object.entries(box.bets).map(([seat, bets]) => `${seat} ${bets.main}`),
            box.hands.map((hand) => [hand.slots.map((slot) => slot.card), hand.doubledCents]),
        );
        if (found === wanted) return;
        if (i === 40) return equal(found, wanted, what);
        await page.waitForTimeout(50);
    }
}

/* The same for boxes that allow bets behind, and for those who ask. */
async function sameConsent(page, what) {
    for (let i = 0; ; i++) {
        const { shared, asks } = (await house.dora.ask("look", { table: "two" })).snapshot;
        const wanted = JSON.stringify([shared, asks.map((one) => `${one.seat} ${one.player}`)]);
        const found = await page.evaluate(() => {
            const t = globalThis.lammerTable.table;
            return JSON.stringify([
                Object.keys(t.shared).filter((box) => t.shared[box]),
                Object.entries(t.asks).map(([box, player]) => `${box} ${player}`),
            ]);
        });
        if (found === wanted) return;
        if (i === 40) return equal(found, wanted, what);
        await page.waitForTimeout(50);
    }
}

/* The page as it is now is accessible, and it fits. */
async function sound(page) {
    await page.evaluate(axeSource());
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const v of violations.filter((one) => one.impact === "serious" || one.impact === "critical"))
        expect(false, `${v.id}: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].failureSummary}`);
    equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "pixels too wide");
}

/* MBJ-13(c), as it is drawn: from the dealer outwards the circle of the box and then the smaller one lie on one line.
 * */
async function inLine(page) {
    const turned = await page.evaluate(() => {
        const circle = document.querySelectorAll(".box-circle")[3],
            box = circle.parentNode;
        const own = [...box.querySelectorAll(".side-spot")].at(-1);
        return {
            x: Number(own.getAttribute("cx")),
            y: Number(own.getAttribute("cy")),
            least: Number(circle.getAttribute("r")) + Number(own.getAttribute("r")),
        };
    });
    equal(turned.x, 0, "to the side of the box");
    expect(turned.y >= turned.least, `behind the circle: ${JSON.stringify(turned)}`);
}

await browse(house, async (browser) => {
    const ann = await newPage(browser),
        bob = await newPage(browser, {
            viewport: { width: 360, height: 740 },
            deviceScaleFactor: 2,
            hasTouch: true,
            isMobile: true,
        });
    await ann.goto(`${house.url}/table/two?play`);
    await ann.waitForSelector(".betting");
    equal(await ann.locator('[data-behind][data-state="open"]').count(), 0, "places behind the player's own box");

    /* There is a place behind box 4 and none behind free boxes. The place is closed, so Bob asks. */
    await bob.goto(`${house.url}/table/two`);
    await waitRail(bob, "say:page-rail-ask-a-player");
    equal(await bob.locator('[data-behind][data-state="open"]').count(), 0, "open places behind players");
    equal(await bob.locator('[data-behind][data-state="closed"]').count(), 1, "closed places behind players");
    await bob.locator('[data-behind="4b"][data-state="closed"]').focus();
    await bob.keyboard.press("Enter");
    await waitRail(bob, "say:page-rail-box-asked-rail|4");
    await bob.screenshot({ path: picture("consent-asked-phone.png") });
    equal(await bob.locator('[data-behind="4b"][data-state="asked"]').isDisabled(), true, "asked once");
    await ann.waitForSelector(".consent-asks");
    await untilSaid(ann, '[data-voice="urgent"]', "say:page-ev-ask||4");
    const consent = ann.locator('.consent [role="switch"]');
    equal(await consent.getAttribute("aria-checked"), "false", "a box is closed until its player opens it");
    await ann.screenshot({ path: picture("consent-asked-desk.png") });
    for (const page of [ann, bob]) await sameConsent(page, "asked");
    await sound(ann);
    await ann.locator('.consent-asks button:has-text("No")').click();
    await bob.waitForSelector('[data-behind="4b"][data-state="closed"]');
    await ann.keyboard.press("b");
    await ann.waitForSelector('.consent [role="switch"][aria-checked="true"]');
    await ann.screenshot({ path: picture("consent-open-desk.png") });
    for (const page of [ann, bob]) await sameConsent(page, "given");
    await bob.waitForSelector('[data-behind="4b"][data-state="open"]');
    await bob.locator('[data-behind="4b"][data-state="open"]').focus();
    await bob.keyboard.press("Enter");
    await waitRail(bob, "say:page-rail-box-bets-first|4");
    await chips(bob, "$500");
    await bob.keyboard.press("Escape");
    await bob.locator('.spot-bet[data-spot="4b"]').click();
    await bob.waitForSelector(".note-bad");
    expect(
        (await bob.locator(".note-bad .clause-id").count()) === 1,
        `refused with its clause: ${await bob.textContent(".note-bad")}`,
    );

    await ann.locator('.spot-bet[data-spot="4"]').click();
    await ann.locator('.spot-bet[data-spot="4"]').click();
    await chips(ann, "$490");
    await bob.locator('.spot-bet[data-spot="4b"]').click();
    await chips(bob, "$495");
    await waitRail(bob, "say:page-rail-bet-lies");
    await bob.screenshot({ path: picture("behind-phone.png") });

    await inLine(bob);
    await inLine(ann);
    await untilSaid(ann, ".consent-behind", "say:page-consent-bets-behind-you");

    /* Ann decides; Bob is asked where the chips go. */
    table.cards = ["8h", "6d", "8c", "Kh", "Ts", "3h", "7c", "6c"];
    await table.say("deal");
    await table.dealUntil(ann, "say:page-rail-your-turn");
    await waitRail(bob, "say:page-rail-box-decides-rail|4");
    equal(await bob.locator(".actions .action-stand").count(), 0, "a bettor behind does not decide");
    equal(await ann.locator(".along").count(), 0, "the player at the box is not asked to follow");
    await untilSaid(bob, '[data-voice="urgent"]', "say:page-turn-behind|4");
    await saidIs("0,left");
    await bob.keyboard.press("p");
    await saidIs("0,right");
    await bob.locator('.along button:has-text("on both")').click();
    await saidIs("0,both");
    await bob.waitForSelector('.along button[aria-pressed="true"]:has-text("on both")');
    await sound(bob);
    await bob.screenshot({ path: picture("along-phone.png") });
    await ann.click(".action-split");
    await table.dealUntil(ann, "say:page-rail-hand-of|1|2");
    await chips(bob, "$490");
    await ann.click(".action-stand");
    await table.dealUntil(ann, "say:page-rail-hand-of|2|2");
    await waitRail(bob, "say:page-behind-double-along|$5");
    await bob.keyboard.press("d");
    await waitRail(bob, "say:page-behind-i-double-along|$5");
    for (const page of [ann, bob]) await sameBox(page, "the split box");
    await ann.screenshot({ path: picture("behind-desk.png") });
    await ann.click(".action-double");
    await table.dealUntil(ann, "say:page-rail-you-won-net|$30");
    await waitRail(bob, "say:page-rail-you-won-net|$15");
    await chips(ann, "$530");
    await chips(bob, "$515");
    await bob.screenshot({ path: picture("behind-won.png") });
    await ann.screenshot({ path: picture("behind-won-desk.png") });

    /* Each player sees their own account of the round. */
    for (const [page, sum] of [
        [ann, "+$30"],
        [bob, "+$15"],
    ]) {
        await page.click(named('button:has-text("say:page-table-details")'));
        equal(await page.textContent(".account-sum"), `Together ${sum}`, "the round's sum");
        equal(await page.locator(".account li").count(), 2, "one line for each hand");
    }

    /* Ann closes the box: with the next round Bob's place is given up, Bob keeps the chips and is told why. */
    await consent.focus();
    await ann.keyboard.press("Space");
    await waitRail(bob, "say:page-rail-box-lets-nobody|4");
    for (const page of [ann, bob]) await page.keyboard.press("Escape");
    await sound(bob);
    await bob.screenshot({ path: picture("consent-closed-phone.png") });
    await table.say("open");
    await bob.waitForSelector(".note-kind .clause-id");
    equal(
        (await bob.textContent(".note-kind .clause-id")).trim(),
        "MBJ-13(a).1",
        "the clause of the place that was given up",
    );
    equal(await bob.locator(".chips-now").count(), 0, "chips at the table");
    await bob.waitForSelector('[data-behind="4b"][data-state="closed"]');
    for (const page of [ann, bob]) await sameConsent(page, "ended");
    const gone = (await house.dora.ask("look", { table: "two" })).snapshot;
    equal(gone.players.length, 1, "players");
    equal(gone.shared.length, 0, "open boxes");

    /* Where the rules post one bettor at a box, none of this is offered. */
    const cat = await newPage(browser),
        dan = await newPage(browser);
    await cat.goto(`${house.url}/table/one?play`);
    await cat.waitForSelector(".betting");
    await dan.goto(`${house.url}/table/one`);
    await dan.waitForSelector(".spot-sit");
    equal(await dan.locator("[data-behind]").count(), 0, "places behind players where there is one bettor");
    equal(await cat.locator(".consent").count(), 0, "consent where there is one bettor");
});

/* dispute_test.mjs - a dispute from the player's table to the decision of an appeal, in the browsers of all who have a part in it:
 * resolved by a supervisor who did not deal the round, appealed, and decided by an executive who did not resolve it. */
import {
    browse,
    equal,
    expect,
    House,
    judge,
    named,
    newPage,
    picture,
    said,
    signIn,
    until,
    untilSaid,
    wonRound,
} from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
await house.hireOne("dana", "dealer", "supervisor");
const table = await house.liveTable("floor", "ma-freebet");
/* Dana may decide disputes, and deals this round. */
await house.sam.ask("dealer", { table: "floor", person: "dana" });
house.dora = house.dana;

const WRONG = "I stood on 20, not on <b>19</b>. Señor 王";
const told = async (page, text) =>
    until(
        async () => (await page.textContent("main")).includes(text),
        () => text,
    );

await browse(house, async (browser) => {
    const player = await wonRound(browser, house, table);
    const guest =
        (await house.sam.ask("tables")).tables.length &&
        (await player.evaluate(() => fetch("/api/who-am-i").then((r) => r.json()))).person;

    /* The player opens it beside the felt. */
    const sam = await newPage(browser);
    await signIn(sam, house, "sam", "/pit");
    await untilSaid(sam, "#disputes", "say:no-dispute-waits");
    equal(await sam.locator(".pit-card.disputed").count(), 0, "amber tiles before the dispute");
    await player.keyboard.press("?");
    await player.click("#tab-round");
    await player.click(".drawer .dispute-open");
    await player.fill('.dispute-form textarea[name="text"]', WRONG);
    await player.screenshot({ path: picture("dispute-open.png") });
    await judge(player, "the form beside the felt");
    await player.click(".dispute-form button");
    await player.waitForSelector(".drawer .dispute.is-open");
    expect(said("say:page-dispute-waits").test(await player.textContent(".drawer .dispute")), "who will decide");

    /* The supervisor's tile turns amber, and leads to the act and its clause. */
    await sam.waitForSelector(".pit-card.disputed");
    await sam.screenshot({ path: picture("dispute-pit.png") });
    await judge(sam, "the pit with a dispute");
    expect((await sam.textContent("#disputes")).includes(WRONG), "what the player wrote, as text");
    await sam.click(named('#disputes a:has-text("say:recall-and-decide")'));
    await sam.waitForSelector(".decide .decide-clause");
    const [open] = (await house.sam.ask("disputes", { status: "open" })).rows;
    equal(
        `${open.round} ${open.by === guest} ${open.parties.includes("dana")} ${open.parties.includes("sam")}`,
        "1 true true false",
        "the dispute",
    );
    const shown = /\d+ of \d+/.exec(await sam.textContent(".replay-steps"))[0];
    const before = (await house.sam.ask("recall", { table: "floor", round: 1 })).rows.filter(
        (row) => row.seq <= open.seq,
    );
    expect(before.length > 0 && Number(shown.split(" ")[0]) > 0, `the recall opens at the act: ${shown}`);
    expect(/^M\S+ \S+ \S+/.test((await sam.textContent(".decide-clause")).trim()), "the clause has its text");

    /* Dana dealt the round: the house refuses her decision. */
    const dana = await newPage(browser);
    await signIn(dana, house, "dana", "/pit");
    await dana.click(named('#disputes a:has-text("say:recall-and-decide")'));
    await dana.fill('.decide textarea[name="resolution"]', "The dealer was right");
    await dana.click(".decide form button");
    await untilSaid(dana, ".decide", "say:dispute-of-a-party");
    equal((await house.sam.ask("disputes", { status: "open" })).rows.length, 1, "open disputes after the dealer's try");

    await sam.fill('.decide textarea[name="resolution"]', "The round stands: the cards were 10 and 9");
    await sam.fill('.decide textarea[name="note"]', "seen on camera 4");
    const [felt, panel] = [await sam.locator(".replay").boundingBox(), await sam.locator(".decide").boundingBox()];
    expect(panel.x >= felt.x + felt.width && panel.y < felt.y + felt.height, "the decision is beside the felt");
    await sam.screenshot({ path: picture("dispute-decide.png"), fullPage: true });
    await sam.click(".decide form button");
    await sam.waitForSelector(".decide-signed");
    expect(/Signed by sam/.test(await sam.textContent(".decide-signed")), "the signature");

    /* Both see the outcome; the note stays with staff. */
    await player.goto(`${house.url}/account`);
    await player.waitForSelector(".dispute.is-resolved");
    await told(player, "The round stands: the cards were 10 and 9");
    expect(!(await player.textContent("main")).includes("camera"), "the player does not see the note");
    await player.setViewportSize({ width: 390, height: 844 });
    await player.locator(".appeal summary").click();
    await player.fill('.appeal textarea[name="text"]', "The camera shows a ten");
    await player.locator(".dispute").scrollIntoViewIfNeeded();
    await player.screenshot({ path: picture("dispute-phone.png") });
    await judge(player, "the appeal on a phone");
    await player.click(".appeal form button");
    await player.waitForSelector(".dispute.is-appealed");

    /* The appeal is for an executive who did not resolve the dispute. */
    await sam.goto(`${house.url}/recall/floor/1?dispute=1`);
    await sam.fill('.decide textarea[name="resolution"]', "It still stands");
    await sam.click(".decide form button");
    await untilSaid(sam, ".decide", "say:appeal-for-executive");
    const max = await newPage(browser, { viewport: { width: 390, height: 844 } });
    await signIn(max, house, "max", "/pit");
    await max.waitForSelector(".pit-card.disputed");
    await max.click(named('#disputes a:has-text("say:recall-and-decide")'));
    await max.fill('.decide textarea[name="resolution"]', "The player gets $5 back as a courtesy");
    await judge(max, "the decision on a phone");
    await max.locator(".decide").scrollIntoViewIfNeeded();
    await max.screenshot({ path: picture("dispute-appeal-phone.png"), fullPage: true });
    await max.click(".decide form button");
    await until(
        async () => (await max.locator(".decide-signed").count()) === 2,
        () => "the second signature",
    );
    await player.reload();
    await player.waitForSelector(".dispute.is-closed");
    await told(player, "The player gets $5 back as a courtesy");
    /* The player's own round shows it too, and asks again. */
    await player.setViewportSize({ width: 1440, height: 900 });
    await player.goto(`${house.url}/hand/floor/1`);
    await player.waitForSelector(".disputes .dispute.is-closed");
    await player.waitForSelector(".disputes .dispute-open");
    await player.screenshot({ path: picture("dispute-hand.png"), fullPage: true });
    await sam.goto(`${house.url}/pit`);
    await untilSaid(sam, "#disputes", "say:no-dispute-waits");
    await sam.waitForSelector(".pit-card");
    equal(await sam.locator(".pit-card.disputed").count(), 0, "amber tiles after the end");
});

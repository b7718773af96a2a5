/* jackpot_test.mjs - dealer and supervisors at their own browsers, a player at another: a Blazing 7's prize from call
 * to card.
 *
 * MBJ-31(l)(b)     a percentage award is called and waits: 10 % of the meter for three 7s of one colour
 * WB7-13(e)(a).1   a supervisor confirms it, not the caller
 * WB7-13(e)(a).2   and a card pays it */
import {
    betting,
    browse,
    counted,
    equal,
    expect,
    House,
    named,
    newPage,
    picture,
    said,
    signIn,
    until,
    waitRail,
} from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("sevens", "wa-freebet");

/* The dealer types as a scanner does: rank and suit, wherever the focus is. */
async function scanCard(page, card) {
    const seen = page.frames_seen.length;
    await page.keyboard.type(card.toLowerCase());
    await until(
        () => page.frames_seen.length > seen,
        () => `${card} did not reach the table`,
    );
}
const next = (page, message) =>
    page.waitForFunction(
        ([source]) => new RegExp(source).test(document.querySelector(".next-line")?.textContent ?? ""),
        [said(message).source],
    );

/* A ceremony ends by a timer, which the test holds back. */
const hold = () => {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (run, ms, ...rest) => (ms === 5600 ? 0 : setTimeout(run, ms, ...rest));
};

/* On every screen the cards that have won are seen beside the ceremony; any key ends it. */
async function celebrated(player) {
    for (const [width, height, shape] of [
        [1440, 900, "wide"],
        [390, 844, "tall"],
        [844, 390, "short"],
    ]) {
        await player.setViewportSize({ width, height });
        await player.waitForSelector(`.table-page.is-${shape}`);
        await player.waitForTimeout(1000); /* until the cards lie still */
        const covered = await player.evaluate(() => {
            const over = document.querySelector(".ceremony-card").getBoundingClientRect();
            const cards = [...document.querySelectorAll(".felt .card")].map((card) => card.getBoundingClientRect());
            return cards.map((c) => Math.min(c.bottom, over.bottom) - Math.max(c.top, over.top)).map(Math.round);
        });
        equal(covered.length, 5, "three cards of the player, two of the dealer");
        expect(Math.max(...covered) < 20, `${width} by ${height}: the ceremony covers ${covered} pixels of cards`);
        await player.screenshot({ path: picture(`prize-${width}.png`) });
    }
    await player.setViewportSize({ width: 1440, height: 900 });
    await player.keyboard.press("q");
    await counted(player, ".ceremony", 0, "a key ends it");
}

await browse(house, async (browser) => {
    const player = await betting(browser, house, "sevens", "$494", "[data-spot]", '[data-wager="blazing7"]');
    await player.evaluate(hold);
    const [dealer, sam, eve] = [await newPage(browser), await newPage(browser), await newPage(browser)];
    await signIn(dealer, house, "dora", "/dealer/sevens");
    await next(dealer, "say:bets-open");
    await dealer.click(named('button:has-text("say:no-more-bets-deal")'));
    await next(dealer, "say:deal-to|box 4");
    await scanCard(dealer, "7h");
    await next(dealer, "say:deal-to|the dealer");
    await scanCard(dealer, "9s");
    await next(dealer, "say:deal-to|box 4");
    await scanCard(dealer, "7d");
    await next(dealer, "say:deal-down-to");
    await dealer.click(named('button:has-text("say:lies-there")'));
    await waitRail(player, "say:page-rail-your-turn");
    await player.click(".action-hit");
    await next(dealer, "say:deal-to|box 4");
    await scanCard(dealer, "7h");
    await next(dealer, "say:turn-down");
    await scanCard(dealer, "Tc");
    await next(dealer, "say:prize-at-box");
    await dealer.screenshot({ path: picture("dealer.png"), fullPage: true });
    await dealer.click(named('button:has-text("say:call-prize")'));
    await dealer.waitForSelector(".prize");
    await waitRail(player, "say:page-rail-your-prize|$200.02");
    expect((await player.textContent(".felt")).includes("+$200.02"), "the wager's circle shows what waits");

    /* The dealer cannot verify the dealer's own call. */
    await dealer.click(named('.prize button:has-text("say:verify")'));
    await dealer.waitForSelector(".note-bad");

    await signIn(sam, house, "sam", "/pit");
    await sam.waitForSelector(".prize");
    await sam.screenshot({ path: picture("pit.png"), fullPage: true });
    const due = Number(/\$([\d,]+\.?\d*)/.exec(await sam.textContent(".prize b"))[1].replace(/,/g, ""));
    await sam.click(named('.prize button:has-text("say:verify")'));
    await sam.waitForSelector(named('.prize button:has-text("say:swipe")'));

    await signIn(eve, house, "eve", "/pit");
    await eve.waitForSelector(named('.prize button:has-text("say:swipe")'));
    const shown = player.waitForSelector('.ceremony[data-rank="3"]');
    await eve.click(named('.prize button:has-text("say:swipe")'));
    await eve.waitForSelector(".win-page");
    const ceremony = await (await shown).textContent();
    expect(said("say:page-ceremony-prize").test(ceremony), `the prize is celebrated: ${ceremony}`);
    const page = await eve.textContent(".win-page");
    await celebrated(player);
    for (const name of ["dora", "sam", "eve"]) expect(page.includes(name), `the win page names ${name}: ${page}`);

    /* The win page stays on the slips until it is filed, once, also behind a reload. */
    await sam.goto(`${house.url}/slips`);
    for (const again of [false, true]) {
        if (again) await sam.reload();
        await sam.waitForSelector('[aria-label="Jackpots to file"] article:has-text("$200.02")');
    }
    await sam.screenshot({ path: picture("file.png"), fullPage: true });
    const [jackpot] = (await house.sam.ask("report-slips", { kind: "jackpot" })).rows;
    equal(jackpot.confirmed, "sam", "who confirmed the jackpot");
    await sam.click(named('button:has-text("say:slip-filed")'));
    await sam.waitForSelector('[aria-label="Jackpots to file"]', { state: "detached" });
    equal((await house.eve.try("file-slip", { table: "sevens", seq: jackpot.seq })).status, 409, "filed once");

    /* A seed of $2,000, 24 cents of the dollar contributed, then 10 % rounded down to the cent (pay table 1, one
     * colour). */
    equal(due, 200.02, "10 % of the meter");
    await waitRail(player, "say:page-rail-you-won-net", "say:page-rail-dealer-opens");
    const won = (await house.dora.ask("look", { table: "sevens" })).snapshot.players[0].chips;
    /* 21 against 19 wins $5; the prize is paid and the dollar was the stake: 494 + 10 + due, perhaps with the dollar
     * back. */
    const plain = 50400 + Math.round(due * 100);
    expect(won === plain || won === plain + 100, `chips after the prize: ${won}, due ${due}`);
    const chips = `$${(won / 100).toFixed(won % 100 ? 2 : 0)}`;
    await until(
        async () => (await player.textContent(".chips-now")) === chips,
        () => `${chips} on the player's screen`,
    );

    const meter = await newPage(browser, { viewport: { width: 1920, height: 1080 } });
    await meter.goto(`${house.url}/meter/sevens`);
    await meter.waitForSelector(".big-sum");
    await meter.screenshot({ path: picture("meter.png") });
});

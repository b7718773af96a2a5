/* two_browsers_test.mjs - two browsers at one table see the same cards; neither acts for the other; both are paid by
 * the house's books. */
import {
    browse,
    equal,
    expect,
    House,
    named,
    newPage,
    picture,
    playRound,
    said,
    untilSaid,
    waitRail,
} from "./house.mjs";

const house = await House.start();
await house.unhurried();

await browse(house, async (browser) => {
    const [ann, bob] = [await newPage(browser), await newPage(browser)];
    for (const page of [ann, bob]) {
        await page.goto(`${house.url}/table/ma-blackjack?play`);
        await page.waitForSelector(".betting");
    }
    for (const page of [ann, bob]) {
        await page.locator(".spot-bet[data-spot]").click();
        await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    }
    await ann.click(".deal");
    await waitRail(ann, "say:page-rail-you-are-ready");
    await playRound([ann, bob], () => bob.click(".deal"));

    const cards = (page) =>
        page.frames_seen
            .flatMap((m) => m.events ?? [])
            .filter((e) => e.event === "card" || e.event === "turn")
            .map((e) => `${e.seat}${e.hand ?? ""}:${e.card}`);
    const [a, b] = [cards(ann), cards(bob)];
    equal(a.slice(-b.length).join(" "), b.slice(-a.length).join(" "), "both saw the same cards");
    expect(b.length >= 5, "cards were dealt"); /* two to each, and the dealer's up card */

    const look = await ann.evaluate(() => fetch("/api/look?table=ma-blackjack").then((r) => r.json()));
    for (const page of [ann, bob]) {
        const me = await page.evaluate(() =>
            fetch("/session")
                .then((r) => r.json())
                .then(({ csrf }) =>
                    fetch("/api/who-am-i", {
                        method: "POST",
                        headers: { "Content-Type": "application/json", "X-Lammer-Csrf": csrf },
                        body: "{}",
                    }),
                )
                .then((r) => r.json()),
        );
        const books = look.snapshot.players.find((p) => p.player === me.person);
        const shown = Number((await page.textContent(".chips-now")).replace(/[$,]/g, ""));
        equal(shown, books.chips / 100, `chips on the screen of ${me.person}`);
    }
    expect((await ann.textContent(".felt")).includes("Guest"), "the other player's name is on the felt");

    /* The address of the table is enough to watch it; all see a gesture, except those who have switched gestures off.
     * */
    const cyd = await newPage(browser);
    await cyd.goto(`${house.url}/table/ma-blackjack`);
    await cyd.waitForSelector(".rail .action-main");
    const gesture = async (page, name) => {
        await page.click(".emote-menu > button");
        await page.click(`.emote-list [data-emote="${name}"]`);
    };
    await gesture(ann, "nice");
    for (const page of [ann, bob, cyd]) await page.waitForSelector('.emote[data-emote="nice"]');
    await gesture(ann, "wow");
    await untilSaid(ann, ".note", "say:gesture-soon");
    await cyd.evaluate(() => localStorage.setItem("gestures silenced", "1"));
    await gesture(bob, "luck");
    await ann.waitForSelector('.emote[data-emote="luck"]');
    equal(await cyd.locator('.emote[data-emote="luck"]').count(), 0, "a silenced gesture is not shown");
    await cyd.waitForFunction(() => globalThis.lammerTable.table.log.length > 1);

    /* A bead for each box of the round, in the colour of what it came to. */
    await ann.locator('.bar button[aria-expanded="false"]').first().click();
    equal(await ann.locator(".beads li").count(), 1, "a round has been seen");
    equal(await ann.locator(".beads .bead").count(), 2, "two boxes played it");
    await ann.screenshot({ path: picture("beads.png") });

    /* Multiple action: one tap bets on every dealer hand that must be bet on; one undo takes all of it back. */
    await bob.goto(`${house.url}/table/ma-blackjack-multi?play`);
    await bob.waitForSelector(".betting");
    const rule = await bob.evaluate(() => globalThis.lammerTable.table.layout.rules.multiple_action);
    const spots = rule === "all" ? 3 : 2;
    const tap = () => bob.locator(".spot-bet[data-spot]").click();
    const chips = (sum) =>
        bob.waitForFunction(([text]) => document.querySelector(".chips-now")?.textContent === text, [sum]);
    await tap();
    await chips(`$${500 - 5 * spots}`);
    await bob.click(named('button:has-text("say:page-rail-undo")'));
    await chips("$500");
    await tap();
    await chips(`$${500 - 5 * spots}`);
    await playRound([bob], () => bob.click(".deal"));

    /* The felt prints what surprises a player, and names wagers and meters by their titles; so does the lobby. */
    await bob.goto(`${house.url}/table/ma-blackjack-faceup`);
    await bob.waitForFunction(() => document.querySelector(".print-1")?.textContent);
    const print = await bob.textContent(".print-1");
    expect(said("say:print-ties").test(print), `the face-up felt prints who wins ties: ${print}`);
    await bob.goto(`${house.url}/table/wa-freebet`);
    await bob.waitForSelector(".meter");
    const { wagers, meters } = await bob.evaluate(() => globalThis.lammerTable.table.layout);
    const printedSpots = await bob.locator(".side-name").allTextContents();
    for (const word of wagers.flatMap((wager) => wager.spot.split(" ")))
        expect(printedSpots.includes(word), `a spot prints ${word}: ${printedSpots}`);
    expect((await bob.textContent(".meter")).startsWith(Object.values(meters)[0]), "the meter bears its title");
    await bob.goto(house.url);
    await bob.waitForSelector(".lobby-row");
    const rows = (await bob.locator(".lobby-row").allTextContents()).join("\n");
    for (const { wager, title } of wagers)
        expect(rows.includes(title) && !rows.includes(wager), `the lobby writes ${title} for ${wager}`);
});

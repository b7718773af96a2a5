/* broken_wire_test.mjs - the wire breaks in mid-hand, the page is loaded again in mid-hand: nothing is lost and nothing old is shown as new; on a slow
 * wire nothing is done twice. */
import { browse, counted, cuttable, equal, expect, House, newPage, pause, picture, said, waitRail } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("wire", "ma-freebet");

await browse(house, async (browser) => {
    const wire = await cuttable(house);
    const page = await newPage(browser);
    await page.goto(`${wire.url}/table/wire?play`);
    await page.waitForSelector(".betting");
    const bet = page.locator(".spot-bet[data-spot]");
    await bet.click();
    await bet.click();
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$490");
    table.cards = ["Th", "6d", "2c", "Kh", "9s"];
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-your-turn");

    /* The wire is cut: the page says so, marks the balance as old and takes no action. */
    const sent = page.frames_seen.length;
    wire.cut();
    await page.waitForSelector(".stale");
    expect(
        said("say:page-table-connection-lost").test(await page.textContent(".stale")),
        "it says that the connection is lost",
    );
    expect(
        said("say:page-table-not-current").test(await page.textContent(".chips-now")),
        "the balance is marked as not current",
    );
    expect((await page.locator(".actions .action").count()) === 0, "no action is offered without a connection");
    await page.keyboard.press("h");
    await page.screenshot({ path: picture("stale.png") });
    wire.mend();
    await waitRail(page, "say:page-rail-your-turn");
    expect((await page.locator(".stale").count()) === 0, "the warning is gone");
    expect(
        !page.frames_seen.slice(sent).some((m) => m.events?.some((e) => e.event === "hit")),
        "the key pressed without a connection did nothing",
    );

    /* Something happens while the wire is down: it is there afterwards, once. */
    await page.click(".action-hit");
    wire.cut();
    await page.waitForSelector(".stale");
    await pause(200);
    await table.goOn(); /* if the hit had reached the house */
    wire.mend();
    await page.waitForSelector(".stale", { state: "detached" });
    await table.goOnUntil(async (turn) => {
        if (turn.do === "hit")
            await page
                .click(".action-hit", { timeout: 1000 })
                .catch(() => undefined); /* the hit had not reached the house, or the page shows it only now */
        return table.cards.length === 0;
    });
    const view = (await house.dora.ask("look", { table: "wire" })).snapshot;
    equal(view.boxes[0].hands[0].cards.join(" "), "Th 2c 9s", "one hit, one card");

    /* Loaded again in mid-hand (21 stands by itself; the dealer turns and draws): the same table. */
    await page.reload();
    await waitRail(page, "say:page-rail-cards-coming");
    await counted(page, ".flip.is-up", 5, "cards on the felt after the reload");
    table.cards = ["2s"];
    await table.dealUntil(page, "say:page-rail-you-won-net|$10");
    const shown = await page.textContent(".chips-now");
    const books = (await house.dora.ask("look", { table: "wire" })).snapshot.players[0].chips;
    equal(shown, `$${books / 100}`, "chips after the reload");
    equal(books, 51000, "21 against 18 wins $10");

    /* A slow wire: a visitor who comes to play becomes one guest, however late the page learns its name. */
    const slow = await newPage(browser);
    let guests = 0;
    slow.on("request", (request) => (guests += Number(request.url().endsWith("/api/guest"))));
    await slow.route("**/api/who-am-i", async (route) => {
        await pause(700);
        await route.continue();
    });
    await table.say("open");
    await slow.goto(`${house.url}/table/wire?play`);
    await slow.waitForSelector(".betting");
    equal(guests, 1, "guests that were made");
});

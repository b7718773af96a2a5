/* bad_input_test.mjs - wrong role, closed table, ended session, an action that comes too late, an unknown address: each
 * says what happened and what to do. */
import { browse, equal, expect, House, newPage, signIn, untilSaid } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("late", "ma-freebet");

await browse(house, async (browser) => {
    const page = await newPage(browser);
    for (const [path, says] of [
        ["/pit", "say:pit-for-staff"],
        ["/dealer/late", "say:console-for-dealers"],
        ["/table/nowhere", "say:page-table-page-no-such-table"],
        ["/recall/late/1", "say:round-not-over"],
    ]) {
        await page.goto(house.url + path);
        await untilSaid(page, "body", says);
        expect((await page.locator("main a, .bar a").count()) > 0, `${path} says where to go`);
    }

    /* Wrong password: one sentence, and the form stays. */
    await page.goto(`${house.url}/sign-in`);
    await page.fill('input[name="login"]', "dora");
    await page.fill('input[name="password"]', "wrong horse battery");
    await page.click('button[type="submit"]');
    await page.waitForSelector('[role="alert"]');
    equal(await page.inputValue('input[name="login"]'), "dora", "the name stays");

    /* A bet that comes after "no more bets" is refused; the accepted bet stays, the balance is the house's. */
    const late = await newPage(browser);
    await late.goto(`${house.url}/table/late?play`);
    await late.waitForSelector(".betting");
    await late.locator(".spot-bet[data-spot]").click();
    await late.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    table.cards = ["Th", "6d", "9c", "Kh"];
    await table.say("deal");
    const refused = await late.evaluate(() =>
        globalThis.lammerTable.wire.send({
            do: "bet",
            table: "late",
            seen: globalThis.lammerTable.seen,
            seat: "4",
            cents: 2000,
        }),
    );
    equal(refused.ok, false, "a late bet");
    expect(refused.why.length > 5, "it says why");
    equal(await late.textContent(".chips-now"), "$495", "the balance after a late bet");
    await table.dealUntil(late, "say:page-rail-your-turn");
    await late.click(".action-stand");
    table.cards = ["9h"];
    await table.dealUntil(late, "say:page-rail-you-won-net");

    /* The session ends elsewhere: the next act says so and shows the way back. */
    await table.say("open");
    await late.waitForSelector(".betting");
    await late.evaluate(async () => {
        const { csrf } = await (await fetch("/session")).json();
        await fetch("/api/sign-out", {
            method: "POST",
            headers: { "Content-Type": "application/json", "X-Lammer-Csrf": csrf },
            body: "{}",
        });
    });
    await late.locator(".spot-bet[data-spot]").click();
    await untilSaid(late, ".note-bad", "say:page-table-session-ended-at-table");

    /* The table is stopped, and then closed: all watchers see it; nothing can be bet. */
    const watcher = await newPage(browser);
    await watcher.goto(`${house.url}/table/late`);
    await watcher.waitForSelector(".felt");
    await house.sam.ask("freeze", { table: "late", reason: "test" });
    await untilSaid(watcher, ".stale", "say:page-table-stopped");
    await house.sam.ask("thaw", { table: "late" });
    await watcher.waitForSelector(".stale", { state: "detached" });

    /* Staff with the right role get in. */
    const sam = await newPage(browser);
    await signIn(sam, house, "sam", "/pit");
    await sam.waitForSelector(".pit-card");
});

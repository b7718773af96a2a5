/* pit_test.mjs - the pit: a fill that a second person approves, win against theory as a plot, a file to take away, a round recalled step by
 * step, a call for the supervisor, a new person. */
import { readFile } from "node:fs/promises";
import {
    browse,
    counted,
    equal,
    expect,
    GIVEN,
    House,
    named,
    newPage,
    picture,
    said,
    signIn,
    until,
    untilSaid,
} from "./house.mjs";

const DEPOSITS = 230;
const house = await House.start("--no-demo");
await house.hire("carl");
await house.somebody("register", { person: "pat", password: house.password });
const table = await house.liveTable("floor", "ma-freebet");

await browse(house, async (browser) => {
    /* A round to look back at: 19 against 26, $5 won. */
    const player = await newPage(browser);
    await player.goto(`${house.url}/table/floor?play`);
    await player.waitForSelector(".betting");
    await player.locator(".spot-bet[data-spot]").click();
    await player.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    table.cards = ["Th", "6d", "9c", "Kh"];
    await table.say("deal");
    await table.dealUntil(player, "say:page-rail-your-turn");
    await player.click(".action-stand");
    table.cards = ["Ts"];
    await table.dealUntil(player, "say:page-rail-you-won-net|$5");
    await house.dora.ask("summon", { table: "floor", reason: "test" });

    const [sam, eve] = [await newPage(browser), await newPage(browser)];
    await signIn(sam, house, "sam", "/pit");
    await sam.waitForSelector(".pit-card");
    if ((await house.sam.ask("tables")).tables[0].summoned !== undefined) {
        await sam.waitForSelector(".pit-card.needs");
        expect(said("say:dealer-calls").test(await sam.textContent(".pit-card")), "the dealer's call is seen");
    }
    const before = (await house.sam.ask("tables")).tables.find((t) => t.table === "floor").tray_cents;
    await sam.click(".pit-card summary");
    await sam.click(named('.pit-card button:has-text("say:fill")'));
    await sam.fill('.pit-card input[name="cents"]', "250");
    await sam.click(named('.pit-card form button:has-text("say:fill")'));
    await untilSaid(sam, "body", "say:second-must-approve");

    await signIn(eve, house, "eve", "/pit");
    await eve.waitForSelector(named('button:has-text("say:approve")'));
    expect(
        /fill by sam at floor, \$250/.test((await eve.textContent(".decisions")).replace(/\s+/g, " ")),
        `what waits: ${await eve.textContent(".decisions")}`,
    );
    await eve.click(named('button:has-text("say:approve")'));
    await untilSaid(eve, "body", "say:nothing-waits");
    let after;
    const filled = async () =>
        (after = (await house.sam.ask("tables")).tables.find((t) => t.table === "floor").tray_cents) !== before;
    await until(filled, () => "the tray is filled");
    equal(after - before, 25000, "the tray after the fill");

    /* It takes two people to hire staff, and a new person can approve requests after replacing the password. */
    const [ada, nina] = [await newPage(browser), await newPage(browser)];
    await signIn(ada, house, "ada", "/pit");
    await ada.click(named('summary:has-text("say:make-person")'));
    await ada.fill('input[name="person"]', "nina");
    await ada.fill('input[name="login"]', "nina-at-the-door");
    await ada.fill('input[name="password"]', GIVEN);
    await ada.check('input[value="supervisor"]');
    await ada.click('button:has-text("Make")');
    await untilSaid(ada, "body", "say:second-must-approve");
    const [waiting] = (await house.max.ask("approvals")).approvals;
    equal(
        `${waiting.word} ${waiting.request.person} ${waiting.request.roles}`,
        "create-person nina supervisor",
        "what waits",
    );
    await house.max.ask("approve", { approval: waiting.approval });
    await signIn(nina, house, "nina-at-the-door", "/pit", GIVEN);
    await nina.waitForSelector(".own-password");
    await nina.fill('.own-password input[name="old"]', GIVEN);
    await nina.fill('.own-password input[name="password"]', house.password);
    await nina.click(".own-password button");
    await nina.waitForSelector(".own-password", { state: "detached" });
    await nina.reload();
    await nina.waitForSelector(".pit-card");
    equal(await nina.locator(".own-password").count(), 0, "forms for a password that is set");

    /* When a session has ended, the same page asks for the password. */
    for (const word of ["lock", "unlock"]) await house.admin.ask(word, { person: "sam", reason: "test" });
    await untilSaid(sam, "body", "say:page-again-session-ended|sam");
    await sam.fill('.again input[name="password"]', house.password);
    await sam.keyboard.press("Enter");
    await sam.waitForSelector(".again", { state: "detached" });

    /* Reports: the plot, the row and the file. */
    await eve.waitForSelector(".plot canvas");
    expect((await eve.textContent('[aria-label="Report"]')).includes("floor"), "the table is in the report");
    await eve.screenshot({ path: picture("reports.png"), fullPage: true });
    const [file] = await Promise.all([
        eve.waitForEvent("download"),
        eve.click(named('button:has-text("say:save-csv")')),
    ]);
    equal(file.suggestedFilename(), "report-win.csv", "the file's name");

    /* A report of more than a page: the rest comes on request, and the file has all of it. */
    for (let i = 0; i < DEPOSITS; i++) {
        await house.carl.ask("deposit", { person: "pat", cents: 100 + i });
        await new Promise((done) => setTimeout(done, 10)); /* a session's rate */
    }
    await eve.click('button:has-text("Cage")');
    const rows = '[aria-label="Report"] tbody tr';
    const total = await (async () => {
        await eve.waitForFunction((sel) => document.querySelectorAll(sel).length === 200, rows);
        await eve.click(".more");
        await eve.waitForSelector(".more", { state: "detached" });
        return eve.locator(rows).count();
    })();
    expect(total >= DEPOSITS, `${total} rows of the cage`);
    const [cage] = await Promise.all([
        eve.waitForEvent("download"),
        eve.click(named('button:has-text("say:save-csv")')),
    ]);
    const lines = (await readFile(await cage.path(), "utf8")).trim().split("\r\n");
    equal(lines.length, total + 1, "lines of the file, with its heads");
    equal(lines.filter((line) => line.startsWith("time,")).length, 1, "lines of heads");

    /* The recalled round has five cards at the end and none at the start. */
    await eve.goto(`${house.url}/recall/floor/1`);
    await eve.waitForSelector(".replay .felt");
    expect(/Replay/.test(await eve.textContent(".replay-mark")), "it is marked as a replay");
    await counted(eve, ".flip.is-up", 5, "cards at the end of the round");
    await eve.locator('input[type="range"]').fill("0");
    await counted(eve, ".flip", 0, "cards before the round");
    const steps = Number(/of (\d+)/.exec(await eve.textContent(".replay-steps"))[1]);
    let down = 0;
    for (let i = 0; i < steps; i++) {
        await eve.click('button:has-text("Next")');
        down = Math.max(down, await eve.locator(".flip.is-down").count());
    }
    equal(down, 1, "the hole card lay face down on the way");
    await eve.screenshot({ path: picture("recall.png") });

    /* The player sees the round again, in the browser that played it. */
    await player.goto(`${house.url}/coach`);
    await player.waitForSelector('a[href="/hand/floor/1"]');
    await player.click('a[href="/hand/floor/1"]');
    await player.waitForSelector(".replay .felt");
    await counted(player, ".flip.is-up", 5, "the player's own replay");
});

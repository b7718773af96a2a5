/* pit_test.mjs - the pit: win against theory as a plot, a file to take away, a round recalled step by
 * step, a call for the supervisor, a new person. */
import { readFile } from "node:fs/promises";
import {
    browse,
    counted,
    equal,
    expect,
    GIVEN,
    House,
    judge,
    named,
    newPage,
    pause,
    picture,
    said,
    signIn,
    until,
    untilSaid,
    wonRound,
} from "./house.mjs";

const DEPOSITS = 230;
const house = await House.start("--no-demo");
await house.hire("carl");
await house.signedOut("register", { person: "pat", password: house.password });
const table = await house.liveTable("floor", "ma-freebet");
await house.sam.ask("open-table", { table: "salon", rules: "ma-freebet", dealing: "virtual", money: "real" });

const NAME = "नीना 王 نينا";
const FLOOR = '.pit-card[aria-label$=", floor"]';
const fact = (page, name) => page.textContent(`${FLOOR} dl > div:has(dt:text-is("${name}")) dd`);

const untilText = (page, selector, text) =>
    page.waitForFunction(([at, wanted]) => document.querySelector(at)?.textContent.includes(wanted), [selector, text]);

/* Waits until a page that has just been told something has read it, and then longer than it would poll. */
async function quiet(count) {
    let before = -1;
    await until(
        async () => {
            if (before === count()) return true;
            before = count();
            await pause(1500);
            return false;
        },
        () => `still ${count()} requests`,
    );
}

await browse(house, async (browser) => {
    /* Who looks at the pit is told: nothing is asked while nothing is recorded. */
    const [sam, eve] = [await newPage(browser), await newPage(browser)];
    await signIn(sam, house, "sam", "/pit");
    await sam.waitForSelector(".pit-card");
    equal(await sam.locator(".is-real .pit-card").count(), 1, "tiles below real money");
    equal(await sam.locator(".is-play .pit-card").count(), 1, "tiles below play money");
    let asked = 0;
    sam.on("request", (request) => request.url().includes("/api/tables") && asked++);
    await quiet(() => asked);
    equal(asked, 0, "requests while nothing is recorded");

    const player = await wonRound(browser, house, table);
    await house.dora.ask("summon", { table: "floor", reason: "test" });
    await sam.waitForSelector(".is-play .pit-card.is-large.needs");
    await sam.waitForFunction(() => document.title.startsWith("(1) "));
    expect(said("say:dealer-calls").test(await sam.textContent(FLOOR)), "the dealer's call is seen");
    expect(/dealt by dora for \d+ min/.test(await sam.textContent(FLOOR)), "the dealer and the time on the table");
    equal(await fact(sam, "Boxes"), "1 of 7", "occupied boxes");
    await until(
        async () => (await fact(sam, "Average bet")) === "$5",
        () => "the average bet",
    );
    expect(/Win −\$5, band −\$/.test(await sam.textContent(`${FLOOR} .pit-band`)), "the win in its band");
    expect(/Tray \$19,495, par \$10,000/.test(await sam.textContent(`${FLOOR} .pit-tray`)), "the tray and its par");
    await judge(sam, "the wall");
    for (const [width, height] of [
        [390, 844],
        [820, 1180],
        [1920, 1080],
    ]) {
        await sam.setViewportSize({ width, height });
        const wide = await sam.evaluate(() => document.documentElement.scrollWidth);
        expect(wide <= width, `the wall on ${width} pixels is ${wide} wide`);
        await sam.screenshot({ path: picture(`wall-${width}.png`), fullPage: true });
    }
    await sam.click(named(`${FLOOR} button:has-text("say:i-am-coming")`));
    await sam.waitForFunction(() => !document.title.startsWith("("));

    equal(await sam.locator(`${FLOOR} .pit-acts > .row > button`).count(), 5, "groups of acts");
    await signIn(eve, house, "eve", "/pit");

    /* It takes two people to hire staff, and a new person can approve requests after replacing the password. */
    const [ada, nina] = [await newPage(browser), await newPage(browser)];
    await signIn(ada, house, "ada", "/people");
    await ada.click(named('summary:has-text("say:make-person")'));
    await ada.fill('input[name="person"]', "nina");
    await ada.fill('input[name="name"]', NAME);
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
    await ada.reload();
    await ada.waitForSelector('[data-person="nina"]');
    await judge(ada, "the list of people");
    equal(await ada.textContent('[data-person="nina"] .person-name'), NAME, "a name in its script, beside the id");
    equal(await ada.textContent('[data-person="nina"] .person-seen'), "seen never", "before the first sign-in");
    equal(await ada.textContent('[data-person="sam"] .person-seen'), "seen now", "someone at work");
    for (const [width, height] of [
        [390, 844],
        [1440, 900],
    ]) {
        await ada.setViewportSize({ width, height });
        const wide = await ada.evaluate(() => document.documentElement.scrollWidth);
        expect(wide <= width, `the list of people on ${width} pixels is ${wide} wide`);
        await ada.screenshot({ path: picture(`people-${width}.png`), fullPage: true });
    }
    await signIn(nina, house, "nina-at-the-door", "/pit", GIVEN);
    await nina.waitForSelector(".own-password");
    await nina.fill('.own-password input[name="old"]', GIVEN);
    await nina.fill('.own-password input[name="password"]', house.password);
    await nina.click(".own-password button");
    await nina.waitForSelector(".own-password", { state: "detached" });
    await nina.reload();
    await nina.waitForSelector(".pit-card");
    equal(await nina.locator(".own-password").count(), 0, "forms for a password that is set");

    /* One tap locks; roles and passwords go through the house's rules. When a session has ended, the page asks for the
     * password. */
    for (const word of ["say:people-lock", "say:people-unlock"]) {
        await ada.click(named(`[data-person="sam"] .person-lock:has-text("${word}")`));
        await ada.waitForSelector(`[data-person="sam"]${word.endsWith("unlock") ? ":not(.is-locked)" : ".is-locked"}`);
    }
    await ada.click(named('[data-person="nina"] button:has-text("say:people-roles")'));
    await ada.uncheck('[data-person="nina"] input[value="supervisor"]');
    await ada.check('[data-person="nina"] input[value="auditor"]');
    await ada.fill('[data-person="nina"] input[name="reason"]', "keeps books now");
    await ada.click('[data-person="nina"] form button');
    await untilSaid(ada, '[data-person="nina"]', "say:second-must-approve");
    const [roles] = (await house.max.ask("approvals")).approvals;
    await house.max.ask("approve", { approval: roles.approval });
    await ada.reload();
    await untilText(ada, '[data-person="nina"] .person-roles', "auditor");
    await ada.click(named('[data-person="dora"] button:has-text("say:people-password")'));
    await ada.fill('[data-person="dora"] input[name="password"]', GIVEN);
    await ada.click('[data-person="dora"] form button');
    await untilSaid(ada, '[data-person="dora"]', "say:second-must-approve");
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

/* account_test.mjs - a player's own money and limits. docs/house/people.md: a lower limit holds at once, a higher one
 * after 24 h; a time-out and a self-exclusion begin and grow at once, and an exclusion cannot be shortened; play money
 * fills the wallet up to $1,000.00.
 *
 * The dealer is the test itself: 16 against 20 loses what the limit let the player buy. */
import {
    axeSource,
    browse,
    equal,
    expect,
    House,
    named,
    newPage,
    picture,
    said,
    sentence,
    signIn,
    untilSaid,
} from "./house.mjs";

const DAY_MS = 86400000;
const house = await House.start("--no-demo");
await house.hire("cass");
const password = house.password;
const [cass, pat] = [house.cass, await house.signedOut("register", { person: "pat", password })];
await cass.ask("deposit", { person: "pat", cents: 20000 });
const table = await house.liveTable("floor", "ma-freebet");

/* Forty movements: twenty times chips are bought and given back. */
await pat.ask("sit", { table: "floor", seat: "1" });
for (let i = 0; i < 20; i++) for (const word of ["buy", "cash"]) await pat.ask(word, { table: "floor", cents: 500 });
await pat.ask("leave", { table: "floor" });

const says = (page, message) =>
    page.waitForFunction(
        ([source]) =>
            new RegExp(source).test(
                document.querySelector("main, .rail")?.textContent +
                    (document.querySelector(".rail")?.textContent ?? ""),
            ),
        [said(message).source],
    );
const limits = () => pat.ask("limits").then((answer) => answer.limits);
const section = (page, title) => page.locator(".limit", { has: page.locator(`h3:text-is("${title}")`) });

async function axe(page, what) {
    await page.evaluate(axeSource());
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const v of violations.filter((found) => found.impact === "serious" || found.impact === "critical"))
        expect(false, `${what}: ${v.id}: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].failureSummary}`);
}

/* Every line of the history, newest first, as the pages show them. */
async function allLines(page) {
    const lines = [];
    for (;;) {
        lines.push(
            ...(await page.$$eval(".statement tbody tr", (rows) =>
                rows.map((row) => [...row.cells].map((cell) => cell.textContent)),
            )),
        );
        if (!(await page.isEnabled(named('.pages button:has-text("say:page-history-older")')))) return lines;
        const said = await page.textContent(".pages [role=status]"),
            first = lines.at(-1).join();
        await page.click(named('.pages button:has-text("say:page-history-older")'));
        await page.waitForFunction(
            ([before, last]) =>
                document.querySelector(".pages [role=status]").textContent !== before &&
                [...document.querySelectorAll(".statement tbody tr")].at(-1)?.textContent !== last,
            [said, first],
        );
        await page.waitForFunction(([n]) => document.querySelectorAll(".statement tbody tr").length <= n, [25]);
        await page.waitForTimeout(100);
    }
}
const centsOf = (text) => Math.round(Number(text.replace(/[$,+]/g, "").replace("−", "-")) * 100);

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await page.goto(`${house.url}/account`);
    await says(page, "say:page-wallet-account-belongs");
    await signIn(page, house, "pat", "/account");
    await page.waitForSelector(".statement");
    equal(
        await page
            .locator(".wallet")
            .allInnerTexts()
            .then((all) => all.map((text) => text.replace(/\s+/g, " ")).join("; ")),
        "Play money $1,000; Real money $200",
        "the wallets",
    );

    /* The history adds up to the wallet, and its pages leave nothing out and nothing twice. */
    const lines = await allLines(page);
    const play = await pat.ask("wallet", { money: "play" });
    equal(lines.length, play.lines, "lines of the history on all pages");
    equal(
        lines.reduce((sum, line) => sum + centsOf(line[2]), 0),
        100000,
        "what all lines add up to",
    );
    equal(lines.filter((line) => line[1] === "Chips bought at floor").length, 20, "buy-ins in the history");
    await page.click('button:text-is("real money")');
    await says(page, "say:page-history-paid-in-at-cage");

    /* A first limit, set by keyboard alone, holds at once. */
    const losses = section(page, named("say:page-limit-losses-a-day")),
        field = losses.locator("input");
    await field.focus();
    await page.keyboard.type("100");
    await untilSaid(page, ".limit-effect", "say:page-limit-lower");
    await page.keyboard.press("Enter");
    await untilSaid(page, "[role=status] .said", "say:page-limit-set||$100 a day");
    equal((await limits()).loss_cents, 10000, "the limit in the house's books");

    /* A higher limit waits a day, and the request can be taken back. */
    await field.fill("1,000");
    await untilSaid(page, ".limit-effect", "say:page-limit-higher");
    await losses.locator(named('button:has-text("say:page-limit-set-limit")')).click();
    await losses.locator(".limit-waits").waitFor();
    const waits = await limits();
    equal(waits.loss_cents, 10000, "the limit while a higher one waits");
    equal(waits.waiting.loss_cents.value, 100000, "the limit that waits");
    expect(Math.abs(waits.waiting.loss_cents.at_ms - Date.now() - DAY_MS) < 600000, "it waits a day");
    await page.screenshot({ path: picture("money.png"), fullPage: true });
    await losses.locator(named('button:has-text("say:page-limit-keep-limit|$100 a day")')).click();
    await losses.locator(".limit-waits").waitFor({ state: "detached" });
    equal((await limits()).waiting, undefined, "nothing waits any more");
    await field.fill("12.345");
    await untilSaid(page, ".limit-effect", "say:page-limit-no-amount");
    await field.fill("60");
    await losses.locator(named('button:has-text("say:page-limit-set-limit")')).click();
    await says(page, "say:page-limit-set||$60 a day");
    await axe(page, "my money");

    /* At the table the player can buy only what the limit leaves. */
    await page.click(".menu button");
    expect(await page.locator('.menu-list a[href="/account"]').count(), "the page is in the menu");
    await page.goto(`${house.url}/table/floor?play`);
    await page.waitForSelector(".betting");
    equal(await page.textContent(".chips-now"), "$60", "chips that the limit left");
    for (const chip of ["$25", "$25", "$5", "$5"]) {
        await page.click(`.chip-button[aria-label="${chip}"]`);
        await page.locator(".spot-bet[data-spot]").click();
    }
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$0");
    table.cards = ["Th", "Td", "6c", "Kh"];
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-your-turn");
    await page.click(".action-stand");
    await table.dealUntil(page, "say:page-rail-you-lost-net|$60");
    await table.say("open");
    await says(page, "say:page-rail-own-limit-reached");
    equal(await page.locator('.own-limit a[href="/account"]').count(), 1, "the way to the limits");
    await page.screenshot({ path: picture("limit-reached.png") });
    const refused = await page.evaluate(() =>
        globalThis.lammerTable.wire.send({
            do: "buy",
            table: "floor",
            cents: 500,
            seen: globalThis.lammerTable.seen,
        }),
    );
    equal(refused.status, 409, "chips beyond the limit");
    await page.click(named('button:has-text("say:page-table-leave")'));
    await says(page, "say:page-rail-take-free-box");

    /* The page shows the round as the house has it, and every session, with this one marked. */
    await page.goto(`${house.url}/account`);
    const played = page.locator("section[aria-labelledby=played-title] tbody tr"),
        own = page.locator("section[aria-labelledby=sessions-title] li");
    await played.first().waitFor();
    const [round, ...earlier] = (await pat.ask("rounds")).rounds;
    equal(await played.count(), 1 + earlier.length, "rounds on the page");
    equal(round.net_cents, -6000, "what the house says the round brought");
    equal(centsOf(await played.first().locator("td").last().innerText()), -6000, "what the page says it brought");
    await own.first().waitFor();
    equal(await own.count(), (await pat.ask("sessions")).sessions.length, "sessions on the page");
    const elsewhere = (await own.allInnerTexts()).filter((text) => said("say:page-sessions-other").test(text));
    equal(await own.count(), elsewhere.length + 1, "sessions but for this one");

    /* A time-out must be confirmed; Escape declines. */
    const pause = section(page, "Time-out");
    await pause.locator(named('button:has-text("say:page-break-take-time-out")')).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    equal((await limits()).time_out_until_ms, undefined, "no time-out after Escape");
    await page.keyboard.press("Enter");
    await page.click(named('dialog button:has-text("say:page-break-yes-time-out")'));
    await says(page, "say:page-break-have-time-out");
    expect(
        Math.abs((await limits()).time_out_until_ms - Date.now() - DAY_MS / 24) < 600000,
        "the time-out lasts an hour",
    );
    await page.goto(`${house.url}/table/floor`);
    await page.click(named('button:has-text("say:page-rail-take-a-seat")'));
    await page.waitForSelector('.note-kind a[href="/account"]');
    expect(
        said("say:page-stop-asked-for-break").test(await page.textContent(".note-kind")) &&
            said("say:time-out-holds").test(await page.textContent(".note-kind")),
        `said kindly: ${await page.textContent(".note-kind")}`,
    );
    await page.click('.note-kind a[href="/account"]');
    await page.waitForSelector(".limit.needs");

    /* A self-exclusion needs the box ticked, and cannot be taken back. */
    const out = section(page, "Self-exclusion");
    await out.locator("select").selectOption({ label: "6 months" });
    await out.locator(named('button:has-text("say:page-break-exclude-myself")')).click();
    await page.waitForSelector("dialog[open]");
    const yes = page.locator(named('dialog button:has-text("say:page-break-exclude-me")'));
    equal(await yes.isDisabled(), true, "not without the tick");
    await axe(page, "the second question");
    await page.screenshot({ path: picture("exclude.png") });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await page.locator("dialog .tick input").focus();
    await page.keyboard.press("Space");
    await yes.click();
    await says(page, "say:page-break-have-excluded");
    const until = (await limits()).excluded_until_ms;
    expect(Math.abs(until - Date.now() - 182 * DAY_MS) < 600000, "the exclusion lasts six months");
    equal(
        (await out.locator("option").allInnerTexts()).join(),
        "1 year,5 years,for good",
        "only longer ones are offered",
    );
    equal((await pat.try("set-limits", { exclude_days: 1 })).status, 409, "a shorter one");

    /* The session ends while a limit is typed: the page asks for the password, and then the limit is set. */
    await (await house.signedOut("sign-in", { person: "pat", password })).ask("sign-out-everywhere");
    const paid = section(page, sentence("say:page-limit-paid-in-a-day"));
    await paid.locator("input").fill("$ 2,000 ");
    await page.keyboard.press("Enter");
    await says(page, "say:page-again-session-ended|pat");
    await page.fill('input[name="password"]', password);
    await page.keyboard.press("Enter");
    await page.waitForSelector('input[name="password"]', { state: "detached" });
    await paid.locator("input").press("Enter");
    await says(page, "say:page-limit-set||$2,000 a day");
    equal(
        (await (await house.signedOut("sign-in", { person: "pat", password })).ask("limits")).limits.deposit_cents,
        200000,
        "the limit in the house's books",
    );
    await paid.locator("input").fill("999,999,999");
    await page.keyboard.press("Enter");
    await says(page, "say:limit-range|10000000");

    /* A guest on a phone: one button for new play money, nothing off the screen. */
    const phone = await newPage(browser, {
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        colorScheme: "dark",
    });
    await phone.goto(`${house.url}/table/floor?play`);
    await phone.waitForSelector(".betting");
    await phone.click(".menu button");
    await phone.click('.menu-list a[href="/account"]');
    await phone.waitForSelector(".wallet button");
    await phone.screenshot({ path: picture("money-phone.png"), fullPage: true });
    await phone.click(named('button:has-text("say:page-rail-new-play-money")'));
    await says(phone, "say:page-wallet-play-money-receipt");
    await phone.waitForFunction(
        () =>
            document.querySelector(".wallet dd")?.textContent === "$1,000" && !document.querySelector(".wallet button"),
    ); /* a full wallet is not filled again */
    equal(await phone.locator(".wallet").count(), 1, "a guest has no real money");
    equal(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "pixels too wide");
    await axe(phone, "my money, dark, on a phone");
});

/* cage_test.mjs - the cashier's counter, as docs/house/money.md describes the ledger: every visit has a receipt and
 * moves a wallet; cashiers do not serve themselves; a fill waits for a second person; cash beyond the house's amount
 * ($10,000.00 a day) is marked. docs/reports.md: a gaming day begins with the house's first shift. The expected sums
 * follow from what the test itself has done. */
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

const house = await House.start("--no-demo");
await house.hire("cass", "carl");
const password = house.password;
const pat = await house.signedOut("register", { person: "pat", password });
const quinn = await house.signedOut("register", { person: "quinn", password });

/* A house so far west or east that its gaming day has another date than the browser's day, which is that of UTC. */
const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes(),
    west = minute + 30 <= 840;
await house.max.ask("set-config", {
    reason: "test",
    config: {
        shifts: [{ name: "all", from: "00:00" }],
        approval_cents: 10000000 /* one cashier is enough here */,
        utc_offset_minutes: west ? -(minute + 30) : 1440 - minute + 30,
    },
});
await house.liveTable("floor", "ma-freebet"); /* its opener is $20,000 */
const dateIn = (days) => new Date(Date.now() + days * 86400000).toISOString().slice(0, 10);
const gamingDay = dateIn(west ? -1 : 1);

const says = (page, message) =>
    page.waitForFunction(
        ([source]) => new RegExp(source).test(document.querySelector("main")?.textContent ?? ""),
        [(message instanceof RegExp ? message : said(message)).source],
    );
const sums = (page) =>
    page.$$eval('[aria-labelledby="day-title"] .figure', (all) =>
        all.map((figure) => `${figure.dataset.figure} ${figure.querySelector("dd").textContent}`).join("; "),
    );
const sumsAre = (page, text) =>
    page
        .waitForFunction(
            ([wanted]) =>
                [...document.querySelectorAll('[aria-labelledby="day-title"] .figure')]
                    .map((figure) => `${figure.dataset.figure} ${figure.querySelector("dd").textContent}`)
                    .join("; ") === wanted,
            [text],
        )
        .catch(async () => equal(await sums(page), text, "the day's sums"));
const real = () => pat.ask("wallet").then((wallet) => wallet.real_cents);

async function axe(page, what) {
    await page.evaluate(axeSource());
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const v of violations.filter((found) => found.impact === "serious" || found.impact === "critical"))
        expect(false, `${what}: ${v.id}: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].failureSummary}`);
}

/* By keyboard: the field, the amount, Enter. */
async function cash(page, way, dollars) {
    await page.locator(`input[name="${way}"]`).fill("");
    await page.keyboard.type(dollars);
    await page.keyboard.press("Enter");
}

await browse(house, async (browser) => {
    const page = await newPage(browser, { timezoneId: "UTC" });
    await page.goto(`${house.url}/cage`);
    await says(page, "say:cage-for-cashiers");
    await signIn(page, house, "cass", "/cage");
    await page.waitForSelector('input[name="person"]');

    /* The house decides which day it is. */
    await page
        .waitForFunction(([date]) => document.querySelector('input[name="day"]')?.value === date, [gamingDay])
        .catch(async () => equal(await page.inputValue('input[name="day"]'), gamingDay, "the day that the page shows"));
    equal(await page.getAttribute('input[name="day"]', "max"), gamingDay, "no later day can be chosen");

    /* An unknown customer is not served; a known one is, with a receipt. */
    await page.fill('input[name="person"]', "nobody");
    await page.keyboard.press("Enter");
    await says(page, "say:nobody-called|nobody");
    await page.fill('input[name="person"]', "pat");
    await page.keyboard.press("Enter");
    await page.waitForSelector('input[name="deposit"]');

    /* The page reads an amount in every way in which people write it, and sends no other text. */
    const payIn = page.locator(named('form[aria-label="say:pay-in"]'));
    for (const text of [
        "1e3",
        "-5",
        "0.001",
        "0",
        "0.00",
        "1,00",
        "1,0000",
        "1 000",
        "12,50",
        "1.000",
        "$",
        ".",
        "ten",
        "99999999999",
        "0x10",
        "$$5",
        "+5",
        "Infinity",
    ]) {
        await page.fill('input[name="deposit"]', text);
        await untilSaid(page, "#foresight-deposit", "say:page-limit-no-amount").catch(() =>
            expect(false, `"${text}" is taken for an amount`),
        );
        equal(await payIn.locator("button").isDisabled(), true, `the button at "${text}"`);
        await page.keyboard.press("Enter");
    }
    for (const [text, sum] of [
        ["1,000", "$1,000"],
        [" $5 ", "$5"],
        ["$ 5", "$5"],
        ["5 $", "$5"],
        [".50", "$0.50"],
        ["1,234,567.8", "$1,234,567.80"],
    ]) {
        await page.fill('input[name="deposit"]', text);
        await page
            .waitForFunction(
                ([wanted]) => document.querySelector("#foresight-deposit").textContent === wanted,
                [sentence(`say:wallet-will-hold|${sum}`)],
            )
            .catch(async () => expect(false, `"${text}": ${await page.textContent("#foresight-deposit")}`));
    }
    await page.fill('input[name="deposit"]', "900000000");
    await page.keyboard.press("Enter");
    await says(page, "say:one-movement|10000000");
    equal(await real(), 0, "what came in although no text was an amount");
    await page.fill('input[name="deposit"]', "");
    await page.locator('input[name="deposit"]').focus();
    await page.keyboard.type("1,300");
    await says(page, "say:wallet-will-hold|$1,300");
    await page.keyboard.press("Enter");
    await says(page, "say:receipt-line||$1,300|||$1,300");
    equal(await real(), 130000, "the wallet after money came in");
    await cash(page, "withdrawal", "120.50");
    await says(page, "say:receipt-line||$120.50|||$1,179.50");
    equal(await real(), 117950, "the wallet after money went out");
    await page.waitForFunction(() =>
        /Paid out\$120\.50In the wallet before\$1,300In the wallet now\$1,179\.50/.test(
            document.querySelector(".receipt")?.textContent ?? "",
        ),
    );
    await page.emulateMedia({ media: "print" });
    const printed = (selector) =>
        page.$$eval(selector, (all) => all.filter((one) => getComputedStyle(one).visibility === "visible").length);
    for (let i = 0; i < 40 && (await printed("h2")) > 0; i++) await page.waitForTimeout(50);
    equal(await printed("h2"), 0, "headings on the paper");
    equal(await printed(".receipt dd"), 6, "lines of the printed receipt");
    await page.emulateMedia({ media: "screen" });
    await page.fill('input[name="withdrawal"]', "5000");
    await says(page, "say:holds-only|$1,179.50");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[role=alert] .said-bad");
    expect(
        said("say:wallet-holds|1179|50").test(await page.textContent(".said-bad")),
        `refused in the house's sentence: ${await page.textContent(".said-bad")}`,
    );
    equal(await real(), 117950, "the wallet after a refusal");
    await cash(page, "deposit", "9000");
    await says(page, "say:must-report-cash");

    /* The answer is lost on the way: the page asks again under the same number, and the money came in once. */
    let lost = 0;
    await page.route("**/api/deposit", async (route) => {
        const reply = await route.fetch();
        if (lost++ < 2) await route.abort();
        else await route.fulfill({ response: reply });
    });
    const before = await real();
    await cash(page, "deposit", "77");
    await says(page, "say:done-once");
    await says(page, /Paid in\$77In the wallet before\$10,179\.50In the wallet now\$10,256\.50/);
    equal(lost, 3, "times that the deposit was sent");
    equal((await real()) - before, 7700, "what came in although it was sent three times");
    await page.unroute("**/api/deposit");

    /* The server stops after it has paid, and is gone for a while: the page says so and repeats the request until it
     * is answered, and the money is paid once. */
    let gone = true;
    await page.route("**/api/withdrawal", async (route) => {
        if (!gone) return route.continue();
        await route.fetch().catch(() => undefined);
        return route.fulfill({
            status: 503,
            contentType: "application/json",
            body: '{"ok":false,"status":503,"why":"the house has stopped"}',
        });
    });
    await cash(page, "withdrawal", "6.50");
    await says(page, "say:house-stopped-asked");
    equal(
        await page.locator(named('form[aria-label="say:pay-out"] button')).isDisabled(),
        true,
        "a second one before the first is known",
    );
    gone = false;
    await says(page, "say:receipt-line|5|$6.50");
    equal(await real(), 1025000, "it was paid out once");
    await page.unroute("**/api/withdrawal");

    /* The next customer comes while a deposit is on its way: its receipt is shown with the name of its customer. */
    let arrive;
    const arrived = new Promise((done) => (arrive = done));
    await page.route("**/api/deposit", async (route) => {
        await arrived;
        await route.continue();
    });
    await cash(page, "deposit", "6.50");
    await page.fill('input[name="person"]', "Quinn");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#visit-title")?.textContent === "quinn");
    await says(page, /On its way: pay in \$6\.50, pat/);
    await page.screenshot({ path: picture("cage-on-its-way.png"), fullPage: true });
    arrive();
    await says(page, "say:receipt-line|6|$6.50|||$10,256.50");
    await says(page, /Customerpat/);
    equal(await page.textContent("#visit-title"), "quinn", "who is at the counter");
    await page.unroute("**/api/deposit");

    /* A self-excluded player cannot pay in, and the cashier sees that beforehand; money is still paid out. */
    await page.waitForSelector('input[name="deposit"]');
    await cash(page, "deposit", "20");
    await says(page, "say:receipt-line|7|$20");
    expect(/Customerpat/.test(await page.textContent(".errands")), "the other one's receipt is still there");
    await page.screenshot({ path: picture("cage-two-receipts.png"), fullPage: true });
    await page.click(named('button:has-text("say:put-away|pat")'));
    await page.waitForFunction(
        () => !/Customerpat/.test(document.querySelector(".errands").textContent),
    ); /* quinn's stays */
    await quinn.ask("set-limits", { exclude_days: 30 });
    await page.fill('input[name="deposit"]', "5");
    await page.locator(named('form[aria-label="say:pay-in"] input[name="reason"]')).focus();
    await page.keyboard.press("Enter");
    for (const message of ["say:exclusion-holds", "say:nothing-paid-in"])
        await untilSaid(page, named('form[aria-label="say:pay-in"]'), message);
    equal(await payIn.locator("button").isDisabled(), true, "nothing is taken in");

    /* Another cashier came first: the house reports the new balance, and the page shows it. */
    const carl = await house.signedOut("sign-in", { person: "carl", password });
    await carl.ask("withdrawal", { person: "quinn", cents: 1500 });
    await cash(page, "withdrawal", "20");
    await says(page, "say:wallet-holds|5|00");
    await untilSaid(page, "#foresight-withdrawal", "say:holds-only|$5");
    await page.fill('input[name="withdrawal"]', "5");

    /* The session ends while the form is filled: the page asks for the password, and nothing is lost. */
    for (const word of ["lock", "unlock"]) await house.admin.ask(word, { person: "cass", reason: "test" });
    await says(page, "say:page-again-session-ended|cass");
    await page.screenshot({ path: picture("cage-session.png") });
    await page.fill('input[name="password"]', password);
    await page.keyboard.press("Enter");
    await page.waitForSelector('input[name="password"]', { state: "detached" });
    equal(await page.inputValue('input[name="withdrawal"]'), "5", "what was typed before");
    await page.locator('input[name="withdrawal"]').focus();
    await page.keyboard.press("Enter");
    await says(page, "say:receipt-line|9|$5|||$0");
    await page.fill('input[name="person"]', "pat");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#visit-title")?.textContent === "pat");
    await page.waitForSelector(named('form[aria-label="say:issue-coupon"]'));

    /* A coupon, seen by its owner. */
    const coupon = page.locator(named('form[aria-label="say:issue-coupon"]'));
    await coupon.locator('input[name="cents"]').fill("10");
    await coupon.locator("button").click();
    await says(page, /Coupon [0-9a-f]{12}: \$10 for pat/);
    await page.waitForSelector(".coupons li");
    const held = (await pat.ask("coupons")).coupons;
    equal(
        held.map((one) => `${one.kind} ${one.cents} ${one.money} ${one.issuer}`).join(),
        "match-play 1000 real cass",
        "the coupon in the house's books",
    );

    await coupon.locator('input[name="cents"]').fill("1e3");
    await coupon.locator("button").click();
    await says(page, /An amount in dollars, such as 100 or 12\.50\./);
    await coupon.locator('input[name="cents"]').fill("1");
    await coupon.locator('select[name="kind"]').selectOption("progressive");
    await coupon.locator('input[name="wager"]').fill("blazing");
    await coupon.locator("button").click();
    await says(page, "say:no-progressive");

    /* The day: $1,300, $9,000, $77, $6.50 and $20 in, $120.50, $6.50, $15 and $5 out. */
    await sumsAre(page, "in $10,403.50; out $147; net +$10,256.50; coupons $10");
    equal(await page.locator(".cage-day tbody tr").count(), 10, "real movements and coupons of the day");
    const receipts = await page.$$eval(".cage-day tbody tr", (rows) =>
        rows
            .map((row) => row.cells[5].textContent)
            .filter(Boolean)
            .map(Number),
    );
    equal(new Set(receipts).size, 9, "a receipt for each visit, no number twice");
    await axe(page, "the cage");
    await page.screenshot({ path: picture("cage.png"), fullPage: true });

    /* A fill waits for the cashier; with it the table has its chips, on a slip. */
    await page.click('button:text-is("play money") >> nth=-1');
    const opened = await sums(page);
    expect(/out \$20,000;/.test(opened), `the opener: ${opened}`);
    await house.sam.ask("fill", { table: "floor", cents: 25000 });
    await page.waitForSelector(named('button:has-text("say:approve")'));
    expect(
        /fill by sam at floor, \$250/.test(
            (await page.textContent('section:has(h2:text-is("Approvals"))')).replace(/\s+/g, " "),
        ),
        "what waits",
    );
    await untilSaid(page, '[data-voice="polite"]', "say:one-request-waits");
    await page.click(named('button:has-text("say:approve")'));
    await says(page, "say:nothing-waits");
    await sumsAre(
        page,
        opened.replace("out $20,000", "out $20,250").replace(/net [^;]*/, (text) => {
            const was = Number(text.replace(/[^0-9−+.]/g, "").replace("−", "-"));
            return `net −$${(-(was - 250)).toLocaleString("en-US")}`;
        }),
    );
    expect(/Fill/.test(await page.textContent(".cage-day tbody tr")), "the fill is the newest line");

    /* A day before the house was founded has no movements. */
    await page.fill('input[name="day"]', dateIn(west ? -3 : -1));
    await says(page, "say:nothing-moved");

    /* Cashiers do not serve themselves. */
    await page.fill('input[name="person"]', "cass");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#visit-title")?.textContent === "cass");
    await says(page, "say:not-for-yourself");
    equal(await page.locator('input[name="deposit"]').count(), 0, "forms to serve themselves");

    /* The same on a phone, in the dark; the pit has the report as a file. */
    const phone = await newPage(browser, {
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        colorScheme: "dark",
    });
    await signIn(phone, house, "cass", "/cage");
    await phone.fill('input[name="person"]', "pat");
    await phone.click(named('button:has-text("say:to-the-counter")'));
    await phone.waitForSelector(".statement");
    await phone.waitForSelector(".cage-day");
    equal(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "pixels too wide");
    equal(
        await phone.$eval(".scroll", (box) => box.scrollWidth - box.clientWidth),
        0,
        "pixels of the day's movements that lie beside the phone",
    );
    await axe(phone, "the cage, dark, on a phone");
    await phone.screenshot({ path: picture("cage-phone.png"), fullPage: true });
    await phone.goto(`${house.url}/pit`);
    await phone.waitForSelector('button:text-is("Cage")');
    const [file] = await Promise.all([
        phone.waitForEvent("download"),
        phone.click(named('button:has-text("say:save-csv")')),
    ]);
    equal(file.suggestedFilename(), "report-cage.csv", "the file's name");
});

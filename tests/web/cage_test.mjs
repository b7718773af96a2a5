/* cage_test.mjs - the cashier's counter, as docs/house.md has the ledger: every visit has a receipt and moves a wallet; nobody serves himself; a fill
 * waits for a second person; cash beyond the house's amount ($10,000.00 a day) is marked. Sums are those of what the test itself has done. */
import { axeSource, browse, equal, expect, House, newPage, picture, signIn } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const password = house.password;
await house.admin.ask("create-person", { person: "cass", password, roles: ["cashier"], reason: "test" });
const pat = await house.somebody("register", { person: "pat", password });
await house.liveTable("floor", "ma-freebet"); /* its opener is $20,000 */

const says = (page, pattern) => page.waitForFunction(([source]) => new RegExp(source).test(document.querySelector("main")?.textContent ?? ""), [pattern.source]);
const sums = (page) => page.$$eval('[aria-labelledby="day-title"] .figure', (all) => all.map((figure) => figure.textContent).join("; "));
const sumsAre = (page, text) => page.waitForFunction(([wanted]) => [...document.querySelectorAll('[aria-labelledby="day-title"] .figure')].map((figure) => figure.textContent).join("; ") === wanted, [text]).catch(async () => equal(await sums(page), text, "the day's sums"));
const real = () => pat.ask("wallet").then((wallet) => wallet.real_cents);

async function axe(page, what) {
    await page.evaluate(axeSource());
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const v of violations.filter((found) => found.impact === "serious" || found.impact === "critical")) expect(false, `${what}: ${v.id}: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].failureSummary}`);
}

/* By keyboard: the field, the amount, Enter. */
async function cash(page, way, dollars) {
    await page.locator(`input[name="${way}"]`).focus();
    await page.keyboard.type(dollars);
    await page.keyboard.press("Enter");
}

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await page.goto(`${house.url}/cage`);
    await says(page, /The cage is for cashiers/);
    await signIn(page, house, "cass", "/cage");
    await page.waitForSelector('input[name="person"]');

    /* Whoever is not there is not served; whoever is, with a receipt. */
    await page.fill('input[name="person"]', "nobody");
    await page.keyboard.press("Enter");
    await says(page, /There is nobody called nobody/);
    await page.fill('input[name="person"]', "pat");
    await page.keyboard.press("Enter");
    await page.waitForSelector('input[name="deposit"]');
    await page.locator('input[name="deposit"]').focus();
    await page.keyboard.type("1,300");
    await says(page, /The wallet will hold \$1,300/);
    await page.keyboard.press("Enter");
    await says(page, /Receipt \d+: \$1,300 from pat\. The wallet holds \$1,300/);
    equal(await real(), 130000, "the wallet after money came in");
    await cash(page, "withdrawal", "120.50");
    await says(page, /Receipt \d+: \$120\.50 to pat\. The wallet holds \$1,179\.50/);
    equal(await real(), 117950, "the wallet after money went out");
    await page.waitForFunction(() => /Paid out\$120\.50In the wallet before\$1,300In the wallet now\$1,179\.50/.test(document.querySelector(".receipt")?.textContent ?? ""));
    await page.emulateMedia({ media: "print" });
    const printed = (selector) => page.$$eval(selector, (all) => all.filter((one) => getComputedStyle(one).visibility === "visible").length);
    for (let i = 0; i < 40 && (await printed("h2")) > 0; i++) await page.waitForTimeout(50);
    equal(await printed("h2"), 0, "headings on the paper");
    equal(await printed(".receipt dd"), 6, "lines of the printed receipt");
    await page.emulateMedia({ media: "screen" });
    await page.fill('input[name="withdrawal"]', "5000");
    await says(page, /The wallet holds only \$1,179\.50/);
    await page.keyboard.press("Enter");
    await page.waitForSelector("[role=alert] .said-bad");
    expect(/The wallet holds \$1179\.50\./.test(await page.textContent(".said-bad")), `refused in the house's sentence: ${await page.textContent(".said-bad")}`);
    equal(await real(), 117950, "the wallet after a refusal");
    await cash(page, "deposit", "9000");
    await says(page, /This is cash that must be reported/);

    /* The answer is lost on the way: the page asks again under the same number, and the money came in once. */
    let lost = 0;
    await page.route("**/api/deposit", async (route) => {
        const reply = await route.fetch();
        if (lost++ < 2) await route.abort();
        else await route.fulfill({ response: reply });
    });
    const before = await real();
    await cash(page, "deposit", "77");
    await says(page, /This was done, once; only the answer was lost/);
    equal(lost, 3, "times that the deposit was sent");
    equal((await real()) - before, 7700, "what came in although it was sent three times");
    await page.unroute("**/api/deposit");

    /* A coupon, seen by its owner. */
    const coupon = page.locator('form[aria-label="Issue a coupon"]');
    await coupon.locator('input[name="cents"]').fill("10");
    await coupon.locator("button").click();
    await says(page, /Coupon [0-9a-f]{12}: \$10 for pat/);
    await page.waitForSelector(".coupons li");
    const held = (await pat.ask("coupons")).coupons;
    equal(held.map((one) => `${one.kind} ${one.cents} ${one.money} ${one.issuer}`).join(), "match-play 1000 real cass", "the coupon in the house's books");

    /* The day: $1,300, $9,000 and $77 in, $120.50 out. */
    await sumsAre(page, "Came in$10,377; Went out$120.50; Together+$10,256.50; Coupons$10");
    equal(await page.locator(".cage-day tbody tr").count(), 5, "real movements and coupons of the day");
    const receipts = await page.$$eval(".cage-day tbody tr", (rows) => rows.map((row) => row.cells[5].textContent).filter(Boolean).map(Number));
    equal(new Set(receipts).size, 4, "a receipt for each visit, no number twice");
    await axe(page, "the cage");
    await page.screenshot({ path: picture("cage.png"), fullPage: true });

    /* A fill waits for the cashier; with it the table has its chips, on a slip. */
    await page.click('button:text-is("play money") >> nth=-1');
    const opened = await sums(page);
    expect(/Went out\$20,000;/.test(opened), `the opener: ${opened}`);
    await house.sam.ask("fill", { table: "floor", cents: 25000 });
    await page.waitForSelector('button:has-text("Approve")');
    expect(/fill by sam at floor, \$250/.test((await page.textContent('section:has(h2:text-is("Approvals"))')).replace(/\s+/g, " ")), "what waits");
    await page.waitForFunction(() => /request waits? for a second person/.test(document.querySelector('[data-voice="polite"]').textContent));
    await page.click('button:has-text("Approve")');
    await says(page, /Nothing waits/);
    await sumsAre(page, opened.replace("Went out$20,000", "Went out$20,250").replace(/Together[^;]*/, (text) => { const was = Number(text.replace(/[^0-9−+.]/g, "").replace("−", "-")); return `Together−$${(-(was - 250)).toLocaleString("en-US")}`; }));
    expect(/Fill/.test(await page.textContent(".cage-day tbody tr")), "the fill is the newest line");

    /* Nobody serves himself. */
    await page.fill('input[name="person"]', "cass");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#visit-title")?.textContent === "cass");
    await page.waitForSelector('input[name="deposit"]');
    await cash(page, "deposit", "5");
    await says(page, /Nobody serves himself at the cage\./);

    /* The same on a phone, in the dark; the pit has the report as a file. */
    const phone = await newPage(browser, { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true, colorScheme: "dark" });
    await signIn(phone, house, "cass", "/cage");
    await phone.fill('input[name="person"]', "pat");
    await phone.click('button:has-text("To the counter")');
    await phone.waitForSelector(".statement");
    await phone.waitForSelector(".cage-day");
    equal(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "pixels too wide");
    await axe(phone, "the cage, dark, on a phone");
    await phone.screenshot({ path: picture("cage-phone.png"), fullPage: true });
    await phone.goto(`${house.url}/pit`);
    await phone.waitForSelector('button:text-is("Cage")');
    const [file] = await Promise.all([phone.waitForEvent("download"), phone.click('button:has-text("Save as CSV")')]);
    equal(file.suggestedFilename(), "report-cage.csv", "the file's name");
});

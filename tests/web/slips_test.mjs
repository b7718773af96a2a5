/* slips_test.mjs - a tray counted by denomination, short in red before anyone signs, withdrawn, counted again and approved; then
 * the close of the day with its signed document. Page, file and document say the same. */
import { readFile } from "node:fs/promises";
import { browse, counted, equal, expect, House, named, newPage, picture, signIn, untilSaid } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
await house.liveTable("floor", "ma-freebet");

await browse(house, async (browser) => {
    const [sam, eve] = [await newPage(browser), await newPage(browser)];
    await signIn(sam, house, "sam", "/slips");
    await signIn(eve, house, "eve", "/slips");
    const closer = async (fives) => {
        await sam.click('.count button:has-text("Closer")');
        await sam.fill('[name="chip-10000"]', "199");
        await sam.fill('[name="chip-500"]', String(fives));
    };
    /* 199 chips of $100 and 19 of $5: $19,995 of $20,000. */
    await closer(19);
    equal(await sam.getAttribute(".count-sum [data-difference]", "data-difference"), "-500", "short");
    equal(await sam.locator(".count-sum .bad").count(), 1, "in red before anyone signs");
    await sam.screenshot({ path: picture("count.png"), fullPage: true });
    await sam.click('.count button[type="submit"]');
    await untilSaid(sam, "body", "say:second-must-approve");
    await eve.waitForSelector('[aria-label="Slips that wait"] .bad:has-text("$5 short")');
    await sam.click(named('[aria-label="Slips that wait"] button:has-text("say:withdraw")'));
    for (const page of [sam, eve]) await page.waitForSelector('[aria-label="Slips that wait"]', { state: "detached" });
    equal((await house.sam.ask("approvals")).approvals.length, 0, "requests after the withdrawal");

    await closer(19);
    await sam.click('.count button[type="submit"]');
    await eve.click('[aria-label="Slips that wait"] button:has-text("Approve")');
    await eve.waitForSelector('[aria-label="Slips"] td.bad:has-text("$5 short")');
    await counted(eve, '[aria-label="Slips"] tbody tr', 2, "slips of the day");
    await eve.evaluate(() => (window.print = () => (window.printed = (window.printed ?? 0) + 1)));
    await eve.click('[aria-label="Print Closer 1"]');
    await eve.waitForSelector(".receipt.is-printed");
    expect(/Closer|closer 1/.test(await eve.textContent(".receipt h2")), "the slip has its number");
    equal(await eve.locator(".receipt tbody tr").count(), 2, "denominations on the slip");
    equal(await eve.evaluate(() => window.printed), 1, "the slip is printed");
    await eve.emulateMedia({ media: "print" });
    await eve.screenshot({ path: picture("slip.png") });
    await eve.emulateMedia({ media: "screen" });

    await eve.goto(`${house.url}/close`);
    await untilSaid(eve, "main", "say:day-can-close");
    await eve.screenshot({ path: picture("close.png"), fullPage: true });
    const shown = await eve.textContent('[data-figure="difference_cents"] dd');
    equal(shown, "−$5", "over or short on the page");
    const [document] = await Promise.all([
        eve.waitForEvent("download"),
        eve.click(named('button:has-text("say:signed-document")')),
    ]);
    const pdf = await readFile(await document.path(), "latin1");
    expect(pdf.startsWith("%PDF-1.4") && /\nsignature [0-9a-f]{128}\n$/.test(pdf), "a signed document");
    expect(pdf.includes("(-$5.00)") && pdf.includes("($19,995.00)"), "the document says what the page says");

    await eve.goto(`${house.url}/pit`);
    await eve.click('button:has-text("Table inventory slips")');
    await counted(eve, '[aria-label="Report"] tbody tr', 2, "slips of the form");
    expect((await eve.textContent("tfoot")).includes("−$5"), "the form has a total");
    await eve.selectOption('.report-paper select[name="money"]', "real");
    await eve.waitForSelector('[aria-label="Report"]', { state: "detached" });
    await eve.selectOption('.report-paper select[name="money"]', "play");
    await counted(eve, '[aria-label="Report"] tbody tr', 2, "slips for play money");
    await eve.screenshot({ path: picture("form.png"), fullPage: true });
    await eve.emulateMedia({ media: "print" });
    await eve.screenshot({ path: picture("form-print.png") });
});

/* clock_test.mjs - the clock never plays silently: seconds as a number, a warning in the last five, and a sentence for
 * what the house did. Alone at a practice table a player has no clock. */
import { browse, counted, equal, expect, House, newPage, pause, picture, said, until, untilSaid } from "./house.mjs";

const house = await House.start();
const admin = await house.administrator();
const HURRIED = 7000;
await admin.ask("terms", {
    table: "ma-freebet",
    decision_ms: HURRIED,
    betting_ms: 3600000,
    cut_ms: 3600000,
    practice: false,
});
await admin.ask("terms", { table: "wa-freebet", decision_ms: 1500, betting_ms: 3600000, cut_ms: 3600000 });

const events = (page) => page.frames_seen.flatMap((m) => m.events ?? []);
const count = (page, word) => events(page).filter((e) => e.event === word).length;

/* Deals until this page must decide; insurance is declined. */
async function reachTurn(page) {
    const decides = async () => {
        if (await page.locator(".action-hit").count()) return true;
        if (said("say:page-rail-insurance-asked").test((await page.textContent(".rail")) ?? ""))
            await page.keyboard.press("n");
        const deal = await page
            .locator(".deal")
            .textContent({ timeout: 100 })
            .catch(() => "");
        if (said("say:page-rail-lay-a-chip").test(deal)) await page.keyboard.press("Space");
        else if (/^(Deal|Repeat)/.test(deal)) await page.keyboard.press("Enter");
        await pause(150);
        return false;
    };
    await until(decides, () => "no round leaves a decision");
}

await browse(house, async (browser) => {
    /* Alone at a practice table: no number, no ring, and the house does not stand. */
    const calm = await newPage(browser, { viewport: { width: 1280, height: 800 } });
    await calm.goto(`${house.url}/table/wa-freebet?play`);
    await reachTurn(calm);
    await pause(4000);
    equal(await calm.locator(".seconds, .clock-ring").count(), 0, "clocks for a player alone at a practice table");
    equal(count(calm, "time-ran-out"), 0, "times that ran out there");
    expect((await calm.locator(".action-hit").count()) > 0, "the player may still decide");
    /* A second player brings the clock. */
    const other = await newPage(browser);
    await other.goto(`${house.url}/table/wa-freebet?play`);
    await until(
        () => count(calm, "time-ran-out") > 0,
        () => "the clock does not run for two players",
    );
    await other.context().close();

    /* Elsewhere: the number counts down, warns in the last five seconds, and the house says what it did. */
    const page = await newPage(browser, { viewport: { width: 390, height: 844 } });
    await page.addInitScript(() => {
        globalThis.ticks = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) {
            if (this.frequency.value === 1320) globalThis.ticks++;
            return start.apply(this, when);
        };
    });
    await page.goto(`${house.url}/table/ma-freebet?play`);
    await reachTurn(page);
    const first = Number(await page.textContent(".seconds"));
    expect(first >= 5 && first <= HURRIED / 1000, `seconds as a number: ${first}`);
    await page.waitForSelector(".seconds.is-late");
    const late = Number(await page.textContent(".seconds"));
    expect(late >= 1 && late <= 5, `the colour changes in the last five: ${late}`);
    await page.screenshot({ path: picture("last-seconds-phone.png") });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.screenshot({ path: picture("last-seconds.png") });
    await until(
        () => count(page, "time-ran-out") > 0,
        () => "time does not run out",
    );
    await untilSaid(page, ".note", "say:page-ev-time-ran-out-you");
    expect((await page.evaluate(() => globalThis.ticks)) >= 3, "the last seconds are heard");
    await page.screenshot({ path: picture("time-ran-out.png") });
    const heard = await page.evaluate(() =>
        [...document.querySelectorAll("[data-voice] p")].map((p) => p.textContent).join(" "),
    );
    expect(said("say:page-ev-time-ran-out-you").test(heard), `it is announced: ${heard}`);

    /* The log and the coach say that time ran out. */
    await page.keyboard.press("?");
    await page.click('role=tab[name="Log"]').catch(() => undefined);
    const kept = await page.evaluate(() => globalThis.lammerTable.table.log.map((line) => line.text).filter(Boolean));
    expect(
        kept.some((line) => said("say:page-ev-time-ran-out-you").test(line)),
        `the log: ${kept.slice(-6).join(" / ")}`,
    );
    const chosen = await page.evaluate(() => JSON.parse(localStorage.getItem("decisions") ?? "[]").at(-1));
    expect(chosen?.byClock === true && chosen.chosen === "stand", `what the coach keeps: ${JSON.stringify(chosen)}`);
    await page.keyboard.press("Escape");

    /* After two lapses in a row the player sits out, and returns with a bet. */
    const sitsOut = async () => {
        const deal = await page
            .locator(".deal")
            .textContent({ timeout: 100 })
            .catch(() => "");
        const out = count(page, "sit-out") > 0;
        if (!out && /^Repeat/.test(deal)) await page.keyboard.press("Enter");
        return out;
    };
    await until(sitsOut, () => "no player sits out after two");
    await untilSaid(page, ".rail", "say:page-ev-sit-out-you");
    await page.screenshot({ path: picture("sits-out.png") });
    await until(
        async () => (await page.locator(".betting").count()) > 0,
        () => "no betting",
    );
    expect(
        said("say:page-rail-you-sit-out").test(await page.textContent(".next")),
        `the line: ${await page.textContent(".next")}`,
    );
    await page.keyboard.press("Space");
    await until(
        async () => !said("say:page-rail-you-sit-out").test((await page.textContent(".next")) ?? ""),
        () => "the player still sits out",
    );

    const coach = await page.context().newPage();
    await coach.goto(`${house.url}/coach`);
    await coach.waitForSelector(".decisions li");
    expect(said("say:page-coach-house-stood").test(await coach.textContent(".decisions")), "the coach names it");
    await counted(coach, "h1", 1, "headings");
});

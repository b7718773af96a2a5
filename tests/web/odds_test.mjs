/* odds_test.mjs - the odds page against `lammer odds`, refusals with their clause, the link, the comparison, the notice, the coach. */
import { browse, equal, expect, House, lammer, named, newPage, picture } from "./house.mjs";

const house = await House.start();
const SETS = [
    ["ma-freebet", ""],
    ["wa-freebet", ""],
    ["ma-blackjack", "decks=8 surrender=on"],
];
const percent = (value) => `${(value * 100).toFixed(4)} %`;

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await page.goto(`${house.url}/odds`);
    await page.waitForSelector('[data-figure="house_edge"]');
    for (const [rules, settings] of SETS) {
        const words = settings
            .split(" ")
            .filter(Boolean)
            .flatMap((setting) => ["--set", setting]);
        const odds = JSON.parse(lammer("odds", "--rules", rules, ...words, "--format", "json"));
        const began = Date.now();
        await page.goto(`${house.url}/odds?rules=${rules}${settings ? `&set=${encodeURIComponent(settings)}` : ""}`);
        await page.waitForFunction(
            ([hash]) => document.body.textContent.includes(hash) && !document.querySelector('[role="progressbar"]'),
            [odds.hash],
        );
        console.log(`${rules} ${settings}: ${Date.now() - began} ms from address to figures`);
        for (const key of ["house_edge", "chart_house_edge", "element_of_risk", "win", "push", "lose"])
            equal(await page.textContent(`[data-figure="${key}"]`), percent(odds.main[key]), `${rules} ${key}`);
        equal(await page.textContent('[data-figure="sd"]'), odds.main.sd.toFixed(6), `${rules} sd`);
        for (const wager of odds.wagers)
            equal(
                await page.textContent(`[data-figure="${wager.id}.house_edge"]`),
                percent(wager.house_edge),
                `${rules} ${wager.id}`,
            );
    }

    /* A new rule set, with a progress bar; a rule that may not be offered is refused with its clause, live. */
    await page.goto(`${house.url}/odds?rules=ma-freebet`);
    await page.waitForSelector('select[name="dealer_22"]');
    await page.waitForFunction(
        () => document.querySelector('[data-figure="house_edge"]') && !document.querySelector('[role="progressbar"]'),
    );
    const before = await page.textContent('[data-figure="house_edge"]');
    const began = Date.now();
    await page.selectOption('select[name="dealer_22"]', "bust");
    await page.waitForSelector(".finding-error, .finding-ruling");
    await page.waitForFunction(
        ([old]) =>
            document.querySelector('[data-figure="house_edge"]').textContent !== old &&
            !document.querySelector('[role="progressbar"]'),
        [before],
    );
    const took = Date.now() - began;
    console.log(`a changed rule: ${took} ms`);
    const nativeBegan = Date.now();
    const bust = JSON.parse(lammer("odds", "--rules", "ma-freebet", "--set", "dealer_22=bust", "--format", "json"));
    const native = Date.now() - nativeBegan;
    console.log(`the program itself: ${native} ms`);
    equal(
        await page.textContent('[data-figure="house_edge"]'),
        percent(bust.main.house_edge),
        "the edge without Push 22's rule",
    );
    expect(
        page.url().includes("dealer_22%3Dbust") || page.url().includes("dealer_22=bust"),
        `the link carries the rule: ${page.url()}`,
    );
    expect(/[A-Z]+-\d/.test(await page.textContent(".findings")), "the finding names a clause");

    await page.goto(`${house.url}/odds?rules=ma-freebet&with=wa-freebet`);
    await page.waitForSelector(".compare");
    expect(/Pot|pot-of-gold/.test(await page.textContent(".compare")), "both sets stand side by side");
    await page.screenshot({ path: picture("odds.png"), fullPage: true });
    const [report] = await Promise.all([
        page.waitForEvent("download"),
        page.click(named('button:has-text("say:download-report")')),
    ]);
    equal(report.suggestedFilename(), "ma-freebet-report.html", "the report's name");

    await page.goto(`${house.url}/rules/ma-freebet`);
    await page.waitForSelector(".notice li");
    const notice = await page.textContent(".notice");
    for (const line of lammer("rules", "notice", "ma-freebet")
        .split("\n")
        .filter((l) => /^ {2}- /.test(l))
        .slice(0, 15)) {
        const sentence = line.slice(4).replace(/ \[.*$/, "");
        expect(notice.includes(sentence), `the notice says: ${sentence}`);
    }

    /* The coach prices a drill as `lammer odds --hand` does. */
    await page.goto(`${house.url}/coach`);
    await page.click('button:has-text("Pairs")');
    await page.waitForSelector(".actions .action");
    const [up, cards] = await page.locator(".drill").evaluate(({ dataset }) => [dataset.up, dataset.cards]);
    await page.locator(".actions .action").first().click();
    await page.waitForSelector(".values");
    const hand = JSON.parse(
        lammer("odds", "--rules", "ma-freebet", "--hand", cards, "--up", up, "--format", "json"),
    ).hand;
    for (const action of hand.actions.filter((a) => ["hit", "stand", "double", "split"].includes(a.action))) {
        const row = await page.locator(`.values tr:has(th:text-matches("^${action.action}"))`).first().textContent();
        expect(
            row.includes(action.value.toFixed(4)),
            `${cards} against ${up}, ${action.action}: ${row} has ${action.value.toFixed(4)}`,
        );
    }
    await page.screenshot({ path: picture("coach.png") });
});

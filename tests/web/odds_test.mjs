/* odds_test.mjs - the odds page against `lammer odds`, refusals with their clause, the link, the comparison, the notice, the coach. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { axeSource, browse, equal, expect, House, LAMMER, lammer, named, newPage, picture, said } from "./house.mjs";

const house = await House.start();
const SETS = [
    ["ma-freebet", ""],
    ["wa-freebet", ""],
    ["ma-blackjack", "decks=8 surrender=on"],
];
const SCREEN = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark" };

const lammerSays = (...words) => spawnSync(LAMMER, words, { encoding: "utf8" }).stderr;

/* Runs in the page: notes which stages the figures pass and when, what is said at first, and where the chart stands
 * meanwhile. */
function watchStages() {
    const watched = { stages: [], places: [], ms: {}, estimate: null };
    const began = performance.now();
    const top = () => Math.round(document.querySelector(".chart").getBoundingClientRect().top + scrollY);
    watched.places.push(top());
    new MutationObserver(() => {
        const standing = document.querySelector(".standing");
        const { stage } = standing.dataset;
        watched.places.push(top());
        if (stage === watched.stages.at(-1) || (stage === "exact" && !watched.stages.length)) return;
        watched.stages.push(stage);
        watched.ms[stage] = Math.round(performance.now() - began);
        if (stage === "estimate")
            watched.estimate = {
                told: globalThis.told.length,
                said: standing.textContent,
                edge: document.querySelector('[data-figure="house_edge"]').textContent,
            };
    }).observe(document.querySelector("main"), {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
    });
    globalThis.watched = watched;
    globalThis.told.length = 0;
}

/* In the page: every question to a worker and every answer, in their order. */
function watchWorkers() {
    const told = (globalThis.told = []);
    let count = 0;
    globalThis.Worker = class extends Worker {
        number = ++count;
        asked = new Map();
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => {
                if (!data.progress) told.push({ worker: this.number, answers: this.asked.get(data.id) });
            });
        }
        postMessage(message) {
            if (message instanceof WebAssembly.Module) told.push({ worker: this.number, module: true });
            else told.push({ worker: this.number, asks: message.question });
            this.asked.set(message.id, message.question);
            super.postMessage(message);
        }
    };
}

/* The estimate waits for one answer of a worker and for none of the game's solution, however busy the machine is. */
function waitedFor(told, estimatedAt) {
    const before = told.slice(0, estimatedAt);
    equal(before.filter(({ answers }) => answers === "estimate").length, 1, "answers that the estimate waits for");
    const work = before.filter(({ answers }) => ["piece", "take", "edges", "odds", "strategy"].includes(answers));
    equal(work.length, 0, "parts of the solution that the estimate waits for");
    equal(before.find(({ asks }) => asks)?.asks, "estimate", "the first question after a change");
}

/* Several workers solve the game, each with its own module and its own parts of the game. */
function sharedOut(told) {
    const parts = told.filter(({ asks }) => asks === "piece");
    const hands = new Set(parts.map(({ worker }) => worker));
    expect(hands.size > 1, `workers that solve the game: ${hands.size}`);
    expect(!hands.has(1), "the worker that answers the page solves no part itself");
}

/* The module computes with vectors: f64x2.add and f64x2.mul are among its instructions. */
async function usesVectors(page) {
    const count = await page.evaluate(async () => {
        const name = performance.getEntriesByType("resource").find((entry) => entry.name.endsWith(".wasm")).name;
        const bytes = new Uint8Array(await (await fetch(name)).arrayBuffer());
        const found = (code) =>
            bytes.reduce((n, byte, i) => n + Number(byte === 0xfd && bytes[i + 1] === code && bytes[i + 2] === 1), 0);
        return found(0xf0) + found(0xf2);
    });
    expect(count > 20, `instructions on vectors in the module: ${count}`);
}

/* axe-core finds nothing serious. */
async function axe(page, what) {
    await page.evaluate(axeSource());
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const v of found.violations.filter((v) => v.impact === "serious" || v.impact === "critical"))
        expect(false, `${what}: ${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).slice(0, 2)}`);
}

/* The dialog shows what `lammer odds --hand` says. */
async function sameValues(page, words, cards, up) {
    await page.waitForSelector(".cell-values .values");
    const { hand } = JSON.parse(lammer("odds", ...words, "--hand", cards, "--up", up, "--format", "json"));
    const rows = await page.$$eval(".cell-values .values tbody tr", (all) => all.map((row) => row.textContent));
    equal(rows.length, hand.actions.length, `${cards} against ${up}: actions`);
    for (const { action, value } of hand.actions)
        expect(
            rows.some((row) => row.startsWith(action) && row.includes(value.toFixed(4))),
            `${cards} against ${up}: ${action} ${value.toFixed(4)} in ${rows}`,
        );
}

/* A cell opens by mouse, by keys and by a finger. */
async function cells(page, words) {
    const cell = (label) => page.locator(`.chart button[aria-label^="${label}"]`).first();
    await cell("Hard 16 against 10:").click();
    await sameValues(page, words, "T 6", "T");
    await axe(page, "a cell");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".cell-values", { state: "detached" });
    equal(
        (await page.evaluate(() => document.activeElement.getAttribute("aria-label"))).split(":")[0],
        "Hard 16 against 10",
        "the focus after a cell",
    );
    for (const key of ["ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await sameValues(page, words, "T 5", "9");
    await page.keyboard.press("Enter"); /* Close has the focus */
    await page.waitForSelector(".cell-values", { state: "detached" });
    equal(await page.locator('.chart button[tabindex="0"]').count(), 2, "stops of the tab key, one for each chart");
}

const percent = (value) => `${(value * 100).toFixed(4)} %`;

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await page.addInitScript(watchWorkers);
    /* The figures of shipped submissions are shown before anything is computed. */
    await page.route(/lammer-.*[.]wasm/, (route) => route.abort());
    await page.goto(`${house.url}/odds`);
    await page.waitForSelector('[data-figure="house_edge"]');
    const filed = JSON.parse(lammer("odds", "--rules", "ma-freebet", "--format", "json"));
    equal(await page.textContent('[data-figure="house_edge"]'), percent(filed.main.house_edge), "without the module");
    await page.unroute(/lammer-.*[.]wasm/);
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
    await page.evaluate(watchStages);
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
    const { stages, places, estimate, ms } = await page.evaluate(() => globalThis.watched);
    console.log(`estimate after ${ms.estimate} ms, edges after ${ms.edges} ms, everything after ${ms.exact} ms`);
    equal(stages.join(" "), "estimate edges exact", "from the estimate to the exact value");
    equal(new Set(places).size, 1, `places of the chart: ${[...new Set(places)]}`);
    expect(said("say:page-odds-estimate").test(estimate.said), `an estimate says so: ${estimate.said}`);
    expect(page.workers().length > 1, "several workers share the work");
    const told = await page.evaluate(() => globalThis.told);
    waitedFor(told, estimate.told);
    sharedOut(told);
    expect(ms.estimate * 4 < ms.exact, `the estimate takes a small part of the time: ${ms.estimate} of ${ms.exact} ms`);
    await usesVectors(page);
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
        Math.abs(parseFloat(estimate.edge.replace("≈ ", "")) - 100 * bust.main.house_edge) < 0.02,
        `the estimate ${estimate.edge} is near ${percent(bust.main.house_edge)}`,
    );
    await cells(page, ["--rules", "ma-freebet", "--set", "dealer_22=bust"]);
    expect(
        page.url().includes("dealer_22%3Dbust") || page.url().includes("dealer_22=bust"),
        `the link carries the rule: ${page.url()}`,
    );
    expect(/[A-Z]+-\d/.test(await page.textContent(".findings")), "the finding names a clause");

    expect(
        said("say:card-is-svg").test(lammerSays("strategy", "--rules", "ma-freebet", "--card")),
        "a card without a drawing is refused",
    );
    await page.goto(`${house.url}/odds?rules=ma-freebet&with=wa-freebet`);
    await page.waitForSelector(".compare");
    expect(/Pot|pot-of-gold/.test(await page.textContent(".compare")), "both sets stand side by side");
    await page.waitForSelector(".differ");
    const diff = JSON.parse(lammer("rules", "diff", "ma-freebet", "wa-freebet", "--format", "json"));
    const differ = await page.$$eval(".differ [data-rule]", (rows) => rows.map((row) => row.dataset.rule));
    const rules = diff.changes.filter((change) => change.rule).map((change) => change.rule.replace(/_/g, " "));
    equal(differ.slice(0, rules.length).sort().join(), rules.sort().join(), "rules that differ");
    equal(differ.length, diff.changes.length, "and wagers");
    expect(
        /1 in 301/.test(await page.getAttribute('.plot[aria-label*="Push 22"]', "aria-label")),
        "a plot says 1 in 301",
    );
    await page.screenshot({ path: picture("odds.png"), fullPage: true });
    const [report] = await Promise.all([
        page.waitForEvent("download"),
        page.click(named('button:has-text("say:page-odds-download-report")')),
    ]);
    equal(report.suggestedFilename(), "ma-freebet-report.html", "the report's name");

    /* The strategy card: the program's own, of the size of a playing card, nothing beyond its edge. */
    const [card] = await Promise.all([
        page.waitForEvent("download"),
        page.click(named('button:has-text("say:page-odds-download-card")')),
    ]);
    const svg = readFileSync(await card.path(), "utf8");
    equal(svg, lammer("strategy", "--rules", "ma-freebet", "--format", "svg", "--card"), "the card of the program");
    expect(/^<svg [^>]*width="88.9mm" height="127.0mm"/.test(svg), `two cards: ${svg.slice(0, 120)}`);
    await page.evaluate(() => (globalThis.print = () => undefined));
    await page.click(named('button:has-text("say:page-odds-print-card")'));
    await page.waitForSelector(".print-card svg", { state: "attached" });
    await page.emulateMedia({ media: "print" });
    const beyond = await page.$$eval(
        ".print-card rect[rx]",
        (cards) =>
            [...document.querySelectorAll(".print-card text")]
                .map((text) => text.getBoundingClientRect())
                .filter((box) => {
                    const inside = (edge) =>
                        box.left >= edge.left &&
                        box.right <= edge.right &&
                        box.top >= edge.top &&
                        box.bottom <= edge.bottom;
                    return !cards.some((one) => inside(one.getBoundingClientRect()));
                }).length,
    );
    equal(beyond, 0, "texts beyond the edge of the card");
    expect(!(await page.isVisible("main")), "only the card is printed");
    await page.screenshot({ path: picture("card.png") });
    await page.emulateMedia({ media: "screen" });

    const phone = await newPage(browser, SCREEN);
    await phone.goto(`${house.url}/odds?rules=ma-blackjack-faceup`);
    await phone.locator('.chart button[aria-label^="Soft 18 against s17"]').tap();
    await sameValues(phone, ["--rules", "ma-blackjack-faceup"], "A 7", "A 6");
    await axe(phone, "a cell on a phone");
    await phone.screenshot({ path: picture("odds-phone.png") });
    await phone.context().close();

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
        lammer(
            ...["odds", "--rules", "ma-freebet", "--hand", cards, "--up", up],
            ...["--post-split", "cdpn", "--format", "json"],
        ),
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

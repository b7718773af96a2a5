/* truth_test.mjs - what the pages say is so: a tie that loses is not called a push, an average is an average, a stack shows its
 * sum, a wager has its name and not its id, a reading can be read where it is named, and the notice for patrons is theirs. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { browse, equal, expect, House, lammer, named, newPage, said } from "./house.mjs";

const RULES = "ma-blackjack-faceup";
const house = await House.start();
await house.hire();
await house.unhurried();
const table = await house.liveTable("open", RULES);

const textOf = (page, selector) =>
    page
        .locator(selector)
        .allTextContents()
        .then((all) => all.join("\n"));
const chips = (page, wanted) =>
    page.waitForFunction((text) => document.querySelector(".chips-now")?.textContent === text, wanted);

/* --- a tie, and what it costs --------------------------------------------------------------------------------- */

async function standOn(page, cards, result) {
    await page.click(".spot-bet[data-spot]");
    await page.waitForSelector(".stack, .chip-in");
    table.cards = cards;
    await table.dealUntilShown(page, ".spot-bet");
    await table.say("deal");
    await table.dealUntilOffered(page, "stand");
    await page.click(".action-stand");
    await table.dealUntil(page, result);
}

/* 17 against 17 where the dealer wins ties. */
async function tie(page) {
    const print = await textOf(page, ".felt text");
    expect(said("say:print-ties").test(print), `the felt prints that the dealer wins ties: ${print}`);
    await standOn(page, ["9h", "Tc", "8c", "7d"], "say:page-rail-you-lost-net|$5");
    await page.click(named('button:has-text("say:page-table-details")'));
    const told = { rail: await textOf(page, ".rail"), account: await textOf(page, ".account") };
    await page.click("#tab-log");
    told.log = await textOf(page, ".log");
    for (const place of ["account", "log"])
        expect(said("say:story-why-tie-loses|17|17").test(told[place]), `the ${place} names the tie: ${told[place]}`);
    told.spoken = await textOf(page, "[data-voice]");
    for (const [place, text] of Object.entries(told))
        expect(!/\bpush/i.test(text), `the ${place} calls a lost tie a push: ${text}`);
    await page.click("#tab-log");
}

/* Two decisions, of which one was a mistake. */
async function average(page) {
    await table.say("open");
    await standOn(page, ["Th", "Td", "Qc", "7h"], "say:page-rail-you-won-net|$5");
    const words = ["odds", "--rules", RULES, "--hand", "9h 8c", "--up", "Tc 7d", "--format", "json"];
    const { cost } = JSON.parse(lammer(...words)).hand.actions.find((one) => one.action === "stand");
    const dollars = (cents) => `$${(cents / 100).toFixed(2)}`;
    await page.goto(`${house.url}/coach`);
    await page.waitForSelector("[data-mistakes]");
    await page.waitForFunction(() => !document.querySelector(".decisions")?.textContent.includes("…"));
    const text = await textOf(page, "[data-mistakes]");
    const sum = Math.round(500 * cost);
    const says = said(`say:page-coach-decisions-were-right-your|||${dollars(sum)}|${dollars(Math.round(250 * cost))}`);
    expect(says.test(text), `the sum ${dollars(sum)} and its half as the average: ${text}`);
}

/* --- stacks and names --------------------------------------------------------------------------------------------- */

/* $155 are four chips. */
async function stack(page) {
    await page.goto(`${house.url}/table/wa-freebet?play`);
    await page.waitForSelector(".betting");
    for (const chip of ["$100", "$25", "$25", "$5"]) {
        await page.click(`.chip-button[aria-label="${chip}"]`);
        await page.click(".spot-bet[data-spot]");
    }
    await chips(page, "$345");
    equal(await page.textContent(".stack-sum"), "$155", "the sum of a stack");
}

async function blazing(page) {
    const spot = page.locator('.spot-bet[data-wager="blazing7"]');
    expect(/Blazing 7's/.test(await spot.getAttribute("aria-label")), "the spot is called Blazing 7's");
    expect(/BLAZING 7's/.test((await textOf(page, ".side-name")).replaceAll("\n", " ")), "the felt prints Blazing 7's");
    await page.click(named('button:has-text("say:page-table-details")'));
    for (const tab of await page.locator('[role="tab"]').all()) {
        await tab.click();
        await page.waitForSelector("#drawer-body");
        expect(
            !/blazing ?7(?!')/i.test(await textOf(page, "body")),
            `${await tab.textContent()}: Blazing 7's by its id`,
        );
    }
}

async function lobby(page) {
    await page.goto(house.url);
    await page.waitForSelector(".lobby-row");
    const rows = await textOf(page, ".lobby-row");
    const { tables } = await house.admin.ask("lobby");
    const wagers = new Map(tables.flatMap((one) => one.wagers ?? []).map(({ wager, title }) => [wager, title]));
    expect(wagers.size > 2, `the tables offer side wagers: ${[...wagers.keys()]}`);
    for (const [id, title] of wagers) {
        expect(rows.includes(title), `the lobby names ${title}`);
        expect(!new RegExp(`(^|[\\s,])${id}([\\s,.]|$)`, "m").test(rows), `the lobby shows the id ${id}`);
    }
}

/* --- readings ------------------------------------------------------------------------------------------------------- */

const cellsOf = (line) => line.split("|").map((cell) => cell.trim().replaceAll("`", ""));
const readings = new Map(
    readFileSync("docs/rules/conflicts.md", "utf8")
        .split("\n")
        .map(cellsOf)
        .filter(([, id]) => /^C-\d+$/.test(id ?? ""))
        .map(([, id, , , , reading]) => [id, reading]),
);

/* Every id that the program or a submission can name, then each one that a page shows, pressed. */
async function everyReading(page) {
    const inSources = execFileSync("grep", ["-rhoE", "\\bC-[0-9]+\\b", "include", "src", "profiles"], {
        encoding: "utf8",
    });
    const without = [...new Set(inSources.split("\n").filter(Boolean))].filter((id) => !readings.has(id));
    equal(without.join(), "", "readings that are named and not written");
    let pressed = 0;
    for (const rules of ["ma-freebet", "wa-freebet", "ma-blackjack"]) {
        await page.goto(`${house.url}/odds?rules=${rules}`);
        await page.waitForSelector(".findings");
        await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
        for (const link of await page.locator("button.clause-id").all()) {
            const id = await link.textContent();
            if (!/^C-\d+$/.test(id)) continue;
            await link.click();
            const text = await page.locator(".clause-text").first().textContent();
            expect(plain(text).includes(plain(readings.get(id))), `${rules}: ${id} leads to its reading: ${text}`);
            await link.click();
            pressed++;
        }
    }
    expect(pressed > 3, `readings that the odds page names: ${pressed}`);
}
const plain = (text) => text.replace(/[`\s]+/g, "");

/* --- the notice for patrons ---------------------------------------------------------------------------------------- */

/* Classes of the notice that a rule of the style sheet knows outside the notice: the logo's, once. */
const sharedClasses = (page) =>
    page.evaluate(() => {
        const own = new Set([...document.querySelectorAll(".notice *")].flatMap((node) => [...node.classList]));
        const logo = new Set([...document.querySelectorAll(".brand, .brand *")].flatMap((node) => [...node.classList]));
        const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText);
        const foreign = (name) =>
            logo.has(name) ||
            rules.some((rule) => new RegExp(`^[^{]*\\.${name}\\b`).test(rule) && !rule.startsWith(".notice"));
        return [...own].filter(foreign);
    });

async function notice(page) {
    for (const rules of ["wa-freebet", "ma-freebet", RULES]) {
        await page.goto(`${house.url}/rules/${rules}`);
        await page.waitForSelector(".notice li");
        equal((await sharedClasses(page)).join(), "", `${rules}: classes that the notice shares with other parts`);
        const text = await textOf(page, ".notice");
        const whole = lammer("rules", "notice", rules);
        expect(said("say:before-table-opens").test(whole), `${rules}: the house's own notice has its duties`);
        expect(!said("say:before-table-opens").test(text), `${rules}: the duties of the house are shown to patrons`);
        expect(!/needs ruling|\bC-\d+\b/.test(text), `${rules}: what needs a ruling is shown to patrons`);
    }
}

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await page.goto(`${house.url}/table/open?play`);
    await page.waitForSelector(".betting");
    await tie(page);
    await average(page);
    await stack(page);
    await blazing(page);
    await lobby(page);
    await everyReading(page);
    await notice(page);
});

/* bet_tools_test.mjs - a bet doubled, kept as a favourite, laid on several boxes and repeated there; insurance for less
 * than half (MFB-7(b).1); what one chip lays at multiple action. By press and by key. */
import { axeSource, browse, counted, equal, expect, House, named, newPage, picture, said, until } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("tools", "ma-freebet", "boxes_per_player=2");
await house.liveTable("multi", "ma-blackjack-multi");

/* The chips of this page's player, as the house has them. */
const chips = (page, wanted, what) =>
    until(
        async () => (await page.textContent(".chips-now")) === wanted,
        () => what,
    );
const stakes = (page) =>
    page.evaluate(() =>
        globalThis.lammerTable.table.boxes
            .flatMap((box) => Object.entries(box.bets))
            .map(([place, bets]) => `${place} ${Object.entries(bets).sort().join(" ")}`)
            .join("; "),
    );
const staked = (page, wanted, what) =>
    until(
        async () => (await stakes(page)) === wanted,
        () => what,
    ).catch(async () => equal(await stakes(page), wanted, what));
const tool = (name) => `[data-tool="${name}"]`;

async function axe(page, what) {
    await page.evaluate(axeSource());
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const v of violations) expect(false, `${what}: ${v.id}: ${v.help}: ${v.nodes[0].html.slice(0, 160)}`);
}

async function doubled(page) {
    await page.click('.spot-bet[data-spot="4"]');
    await page.click('.spot-bet[data-wager="push22"]');
    await chips(page, "$490", "$5 on the box and on Push 22");
    await page.click(tool("double"));
    await staked(page, "4 main,1000 push22,1000", "every bet is doubled");
    await page.keyboard.press("u");
    await staked(page, "4 main,500 push22,500", "one undo takes both back");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("d");
    await staked(page, "4 main,1000 push22,1000", "D doubles as well");
}

async function favoured(page) {
    await page.click(tool("favourites"));
    await page.screenshot({ path: picture("favourites-none.png") });
    await page.click("[data-keep]");
    await counted(page, "[data-favourite]", 1, "a favourite is kept");
    equal(await page.locator("[data-keep]").isDisabled(), true, "it is kept once");
    await page.screenshot({ path: picture("favourites.png") });
    await axe(page, "favourites");
    await page.keyboard.press("Escape");
    await counted(page, ".favourites", 0, "Escape closes them");
    equal(
        await page.evaluate(() => document.activeElement.dataset.tool),
        "favourites",
        "the focus goes back to their button",
    );
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("c");
    await chips(page, "$500", "cleared");
    await page.keyboard.press("6");
    await staked(page, "4 main,1000 push22,1000", "6 lays the first favourite");
    await page.click('.spot-bet[data-wager="push22"]');
    await page.click('.spot-bet[data-spot="4"]');
    await staked(page, "4 main,1500 push22,1500", "more chips");
    await page.keyboard.press("f");
    await page.click("[data-favourite]");
    await staked(page, "4 main,1000 push22,1000", "the favourite replaces what lies there");
}

/* One box bets, then both do; Repeat lays the bet on both boxes and says so. */
async function boxes(page) {
    equal(await page.locator(tool("boxes")).count(), 0, "one box needs no such tool");
    await page.click('role=button[name="Sit at box 3"]');
    await page.waitForSelector(tool("boxes"));
    await page.click(tool("boxes"));
    await staked(page, "3 main,1000 push22,1000; 4 main,1000 push22,1000", "the same on both boxes");
    equal(await page.locator(tool("boxes")).isDisabled(), true, "the boxes have the same now");
    await page.screenshot({ path: picture("tools-two-boxes.png") });
    await until(
        () => page.frames_seen.flatMap((m) => m.events ?? []).filter((e) => e.event === "bet").length > 6,
        () => "the bets do not arrive",
    );
}

/* Half of $10 is offered; $3 are laid, and taken when there is no blackjack. */
async function insured(page) {
    table.cards = ["9h", "9d", "Ac", "7h", "8d", "6h"];
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-insurance-asked");
    equal(await page.textContent(".amount output"), "$5", "the most is offered first");
    expect(
        await page.locator(named('[aria-label="say:page-insure-more"]')).isDisabled(),
        "not above half (MFB-7(b).1)",
    );
    await page.click(named('[aria-label="say:page-insure-less"]'));
    const once = await page.textContent(".amount output");
    await page.keyboard.press("-");
    await until(
        async () => (await page.textContent(".amount output")) !== once,
        () => "minus lays less",
    );
    while ((await page.textContent(".amount output")) !== "$3") await page.keyboard.press("-");
    await page.keyboard.press("+");
    while ((await page.textContent(".amount output")) !== "$3") await page.keyboard.press("-");
    await page.screenshot({ path: picture("insurance-less.png") });
    await axe(page, "insurance");
    await page.click(".action-insure");
    await until(
        async () => /insurance,300/.test(await stakes(page)),
        () => "insurance of $3 lies there",
    );
    await page.keyboard.press("n");
    await until(
        async () => (await table.goOn()).do === "hit" || (await table.goOn()).who === "nobody",
        () => "both boxes have answered",
    );
}

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await page.goto(`${house.url}/table/tools?play`);
    await page.waitForSelector(".betting");
    await doubled(page);
    await favoured(page);
    await boxes(page);
    await insured(page);
    for (let i = 0; i < 2; i++) {
        await table.dealUntilOffered(page, "stand");
        await page.click(".action-stand");
        await page.waitForTimeout(500);
    }
    await table.goOnUntil(() => page.frames_seen.flatMap((m) => m.events ?? []).some((e) => e.event === "over"));
    await table.say("open");
    await page.waitForSelector(".betting");
    expect(
        said("say:page-bets-repeat-boxes|$40|2").test(await page.textContent(".betting .deal")),
        "what would be repeated, and where",
    );
    await page.keyboard.press("r");
    await staked(page, "3 main,1000 push22,1000; 4 main,1000 push22,1000", "repeated on both boxes");

    await page.goto(`${house.url}/table/multi?play`);
    await page.waitForSelector(".betting");
    expect(said("say:page-bets-in-all|$5|$10").test(await page.textContent(".in-all")), "what $5 lays in all");
    await page.click(".spot-bet[data-spot]");
    await chips(page, "$490", "the chips that are left after it");
    await page.screenshot({ path: picture("multiple-action.png") });
    for (const [name, viewport] of [
        ["phone", { width: 390, height: 844 }],
        ["landscape", { width: 844, height: 390 }],
    ]) {
        await page.setViewportSize(viewport);
        await page.screenshot({ path: picture(`tools-${name}.png`) });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide <= 0, `${name}: ${wide} pixels too wide`);
        for (const button of await page.locator(".betting button").all()) {
            const at = await button.boundingBox();
            expect(at.y + at.height <= viewport.height && at.x >= 0, `${name}: a tool is off the screen`);
        }
        await page.click(tool("favourites"));
        const shown = await page.locator(".favourites").boundingBox();
        expect(
            shown.y >= 0 && shown.x >= 0 && shown.y + shown.height <= viewport.height,
            `${name}: favourites are off the screen: ${JSON.stringify(shown)}`,
        );
        await page.screenshot({ path: picture(`favourites-${name}.png`) });
        await page.keyboard.press("Escape");
    }
});

/* delight_test.mjs - a lammer slides from the tray, turns over when it wins and becomes chips; the page says what the
 * house has staked. A greater win is celebrated more: blackjack, Pot of Gold lammer by lammer, 50 times the stake. Any
 * press ends a ceremony, nothing moves with reduced motion, and a screen reader hears a sentence.
 *
 * MFB-6(o)   A lammer is worth the original wager.
 * PT-POG     Three lammers of a round pay 30 to 1, four 60 to 1. */
import { axeSource, browse, counted, equal, expect, House, named, newPage, picture, said, until } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("gold", "wa-freebet");

/* Counts the tones that the page asks the browser for. */
const listen = () => {
    globalThis.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...args) {
        globalThis.tones++;
        return start.apply(this, args);
    };
};

/* A ceremony ends by a timer. The test holds this timer back until it lets it run, however slow the machine is. */
const hold = () => {
    const LASTS = [2000, 3660, 7280]; /* blackjack, three lammers, four lammers at 60 times the stake */
    const { setTimeout } = globalThis;
    const kept = [];
    globalThis.setTimeout = (run, ms, ...rest) => (LASTS.includes(ms) ? -kept.push(run) : setTimeout(run, ms, ...rest));
    globalThis.letGo = () => kept.splice(0).forEach((run) => run());
};

const heard = (page) =>
    page.evaluate(() => [...document.querySelectorAll("[data-voice] p")].map((p) => p.textContent).join(" "));

async function bet(page) {
    await page.waitForSelector(".betting");
    const before = page.frames_seen.length;
    await page.click(".spot-bet[data-spot]");
    await page.click(".spot-bet[data-spot]");
    await page.click('.spot-bet[data-wager="pot-of-gold"]');
    await until(
        () =>
            page.frames_seen
                .slice(before)
                .flatMap((m) => m.events ?? [])
                .filter((e) => e.event === "bet").length > 2,
        () => "the bets do not arrive",
    );
}

const seen = (page, event) => page.frames_seen.flatMap((m) => m.events ?? []).filter((e) => e.event === event).length;

/* Deals until the page offers the decision, presses it and waits until the table has recorded it. */
async function press(page, choice) {
    await table.dealUntilOffered(page, choice);
    await page.waitForTimeout(400); /* a second press so soon would be taken for a slip */
    const before = seen(page, choice);
    await page.click(`.action-${choice}`);
    await until(
        () => seen(page, choice) > before,
        () => `${choice} is not answered`,
    );
}

/* Deals the cards and presses the named choices, one for each decision; the round ends with the last card. */
async function play(page, cards, ...choices) {
    table.cards = cards.split(" ");
    await table.say("deal");
    for (const choice of choices) await press(page, choice);
    const ends = () => seen(page, "over");
    const before = page.rounds ?? 0;
    await table.goOnUntil(() => ends() > before);
    page.rounds = ends();
}

/* Split twice and doubled twice: four lammers. */
const FOUR = ["8h 6d 8c Th 3s Ts 8s 3d 9c Tc Ks", "split", "double", "split", "double", "stand"];

async function slides(page) {
    await bet(page);
    table.cards = "8h 6d 8c Th".split(" ");
    await table.say("deal");
    await table.dealUntilOffered(page, "split");
    await page.click(".action-split");
    await page.waitForSelector(".lammer-set");
    const from = await page.evaluate(() => {
        const style = document.querySelector(".lammer-set").style;
        return [style.getPropertyValue("--from-x"), style.getPropertyValue("--from-y")].map(parseFloat);
    });
    expect(from[1] < -100, `the lammer comes from the tray, ${from}`);
    const moved = await page.evaluate(() =>
        document
            .querySelector(".lammer-set")
            .getAnimations()
            .map((a) => a.animationName),
    );
    equal(moved.join(), "lammer-slide", "it slides");
}

/* The sum of the chips is not under a lammer. */
const sumIsFree = (page) =>
    page.evaluate(() => {
        const sum = document.querySelector(".chips .stack-sum").getBoundingClientRect();
        const apart = (b) => b.right <= sum.left || b.left >= sum.right || b.bottom <= sum.top || b.top >= sum.bottom;
        return [...document.querySelectorAll(".lammer-set circle")].every((one) => apart(one.getBoundingClientRect()));
    });

async function turnsOver(page) {
    table.cards = "3s Ts 3d 9c Ks".split(" ");
    await press(page, "double");
    await counted(page, ".lammer-set", 2, "the lammers of a split and a double");
    await until(
        () => sumIsFree(page),
        () => "a lammer lies on the sum of the chips",
    );
    await press(page, "double");
    await table.goOnUntil(() => seen(page, "over") > 0);
    page.rounds = 1;
    await page.waitForSelector(".lammer-won");
    await page.waitForTimeout(150);
    await page.screenshot({ path: picture("lammer-turns.png") });
    await counted(page, ".lammer-won .lammer-chips", 3, "three lammers turn into chips");
    const staked = said("say:page-house-staked|$30");
    await page.waitForFunction(
        (text) => new RegExp(text).test(document.querySelector(".house-staked")?.textContent),
        staked.source,
    );
    expect(staked.test(await page.textContent("section.unseen")), "the table in words says what the house staked");
}

async function potOfGold(page) {
    await page.waitForSelector('.ceremony[data-rank="2"]');
    equal(await page.locator(".ceremony-lammers svg").count(), 3, "lammer by lammer");
    const delays = await page
        .locator(".ceremony-lammers svg")
        .evaluateAll((all) => all.map((one) => parseFloat(one.style.animationDelay)));
    expect(delays[0] < delays[1] && delays[1] < delays[2], `one after the other: ${delays}`);
    await page.waitForTimeout(1800);
    await page.screenshot({ path: picture("ceremony-pot.png") });
    expect(
        said("say:page-ceremony-spoken|Pot of Gold, 3 lammers|$150").test(await heard(page)),
        `it is spoken: ${await heard(page)}`,
    );
    expect((await page.evaluate(() => globalThis.tones)) > 6, "and rings");
    await page.evaluate(() => globalThis.letGo());
    await counted(page, ".ceremony", 0, "it ends by itself");
}

async function blackjack(page) {
    await table.say("open");
    await bet(page);
    await play(page, "Ah 6d Kc Th 9s");
    await page.waitForSelector('.ceremony[data-rank="1"]');
    await page.waitForTimeout(500);
    await page.screenshot({ path: picture("ceremony-blackjack.png") });
    equal(await page.textContent(".ceremony-room"), "+$15", "3 to 2");
    await page.keyboard.press("q");
    await counted(page, ".ceremony", 0, "a key ends it");
}

async function great(page) {
    await table.say("open");
    await bet(page);
    await play(page, ...FOUR);
    await page.waitForSelector('.ceremony[data-rank="3"]');
    await page.waitForTimeout(2600);
    await page.screenshot({ path: picture("ceremony-great.png") });
    expect(said("say:page-ceremony-times|60").test(await page.textContent(".ceremony-title")), "60 times the stake");
    expect((await page.locator(".coins i").count()) > 20, "coins fall");
    const moving = await page.evaluate(() =>
        document
            .getAnimations()
            .filter((a) => a.effect.target?.closest?.(".ceremony"))
            .flatMap((a) => a.effect.getKeyframes().flatMap((k) => Object.keys(k)))
            .filter((k) => !/^(offset|computedOffset|easing|composite|transform|rotate|opacity)$/.test(k)),
    );
    equal(moving.join(), "", "only transforms and opacity move");
    await page.evaluate(axeSource());
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const v of violations) expect(false, `axe: ${v.id}: ${v.nodes[0].html.slice(0, 160)}`);
    /* The press that ends it is not lost: the chip lies on the box. */
    await table.say("open");
    await page.waitForSelector(".spot-bet[data-spot]");
    await page.click(".spot-bet[data-spot]");
    await counted(page, ".ceremony", 0, "a press ends it");
    await until(
        () => page.evaluate(() => globalThis.lammerTable.table.boxes.some((box) => Object.keys(box.bets).length > 0)),
        () => "and acts",
    );
}

/* With reduced motion the same is shown and stands still. */
async function still(page) {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.keyboard.press("c");
    await bet(page);
    await play(page, ...FOUR);
    await page.waitForSelector(".ceremony.is-still");
    equal(await page.locator(".coins").count(), 0, "nothing falls");
    equal(await page.textContent(".ceremony-now"), "+$300", "the sum is there at once");
    const running = await page.evaluate(
        () => document.getAnimations().filter((a) => a.effect.target?.closest?.(".ceremony")).length,
    );
    equal(running, 0, "nothing moves");
    await page.screenshot({ path: picture("ceremony-still.png") });
    await page.mouse.click(20, 200);
    await counted(page, ".ceremony", 0, "a press ends it as well");
}

await browse(house, async (browser) => {
    const page = await newPage(browser, { reducedMotion: "no-preference" });
    await page.addInitScript(listen);
    await page.addInitScript(hold);
    await page.goto(`${house.url}/table/gold?play`);
    await slides(page);
    await turnsOver(page);
    await potOfGold(page);
    await blackjack(page);
    await great(page);
    await still(page);
    await page.click(named('button:has-text("say:page-table-details")'));
    expect(said("say:page-house-staked|$110").test(await page.textContent(".drawer-body")), "the visit's free stakes");
});

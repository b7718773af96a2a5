/* felt_coach_test.mjs - the coach on the felt, priced as `lammer odds` does: a tag on the hand, the row of the chart, hands that come
 * back, skill and luck told apart at the end of a visit; drills for card counters. On a phone, price and buttons are seen together. */
import {
    axeSource,
    browse,
    counted,
    equal,
    expect,
    House,
    lammer,
    named,
    newPage,
    picture,
    said,
    until,
} from "./house.mjs";

const RULES = "ma-freebet";
const PHONE = { width: 390, height: 844 };
const house = await House.start("--no-demo");
await house.hire();
const table = await house.liveTable("coach", RULES);

/* Games whose up cards and stakes differ: two open cards of the dealer; one hand for a wager on each of three dealer hands. And one
 * in which the player asks for the card of a double face down: then a late blackjack takes the first wager only. */
async function otherGames(browser) {
    const games = [
        {
            rules: "ma-blackjack-faceup",
            cards: ["9h", "Tc", "8c", "7d"],
            up: "Tc 7d",
            says: "stood on 17 against 17",
            stake: 500,
            left: "$495",
        },
        {
            rules: "ma-blackjack-multi",
            cards: ["9h", "Tc", "6d"],
            up: "Tc",
            says: "stood on 15 against a 10",
            stake: 1000,
            left: "$490",
        },
        {
            rules: "ma-blackjack-nohole",
            settings: "double_card=request",
            cards: ["7h", "Tc", "6d"],
            up: "Tc",
            does: "double",
            down: true,
            says: "doubled 13 against a 10",
            stake: 500,
            left: "$495",
        },
    ];
    for (const { rules, settings = "", cards, up, does = "stand", down = false, says, stake, left } of games) {
        const own = cards.filter((card) => !up.includes(card)).join(" ");
        const at = await house.liveTable(rules, rules, settings);
        const page = await coached(browser);
        await page.goto(`${house.url}/table/${rules}?play`);
        await page.waitForSelector(".betting");
        await page.click(".coach-switch");
        await page.click(".spot-bet[data-spot]");
        await page.waitForFunction((chips) => document.querySelector(".chips-now")?.textContent === chips, left);
        at.cards = [...cards];
        await at.say("deal");
        await at.dealUntilOffered(page, does);
        equal(await page.locator(".action-double-down").count(), Number(down), `${rules}: a double face down`);
        await page.click(`.action-${does}${down ? "-down" : ""}`);
        const given = [...(settings ? ["--set", settings] : []), ...(down ? ["--down"] : [])];
        const words = ["odds", "--rules", rules, ...given, "--hand", own, "--up", up, "--format", "json"];
        const { cost } = JSON.parse(lammer(...words)).hand.actions.find((one) => one.action === does);
        const cents = Math.round((cost ?? 0) * stake);
        if (cents) await tag(page, `say:page-coach-tag-cost|−$${(cents / 100).toFixed(2)}|${says}`);
        else await tag(page, `say:page-coach-tag-right|${says}`);
        equal(Number(await page.getAttribute(".coach-tag", "data-cost")), cents, `${rules}: the price of ${says}`);
        await page.click("[data-why]");
        await page.waitForSelector(".coach-why .values");
        await page.screenshot({ path: picture(`coach-${rules}.png`) });
        await axe(page, `why at ${rules}`);
        if (down) {
            at.cards = ["5c"];
            await at.goOn();
            await until(
                () => page.frames_seen.some((m) => (m.events ?? []).some((e) => e.event === "down")),
                () => "the card of the double does not lie face down",
            );
        }
        await page.context().close();
    }
}

/* The two hands of the split, with the cards that lie in the other one when they are decided. */
const FIRST = ["8h 9s", "real", "8c"];
const SECOND = ["8c 9h", "free", "8h 9s 2h"];
const valuesOf = ([hand, kind, seen]) =>
    JSON.parse(
        lammer(
            ...["odds", "--rules", RULES, "--hand", hand, "--up", "Tc", "--kind", kind],
            ...["--seen", seen, "--hands", "2", "--format", "json"],
        ),
    ).hand.actions;

/* What an action costs according to the program, in cents of a bet of $10. */
const costOf = (hand, action) => valuesOf(hand).find((one) => one.action === action).cost * 1000;

async function axe(page, what) {
    await page.evaluate(axeSource());
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const v of violations) expect(false, `${what}: ${v.id}: ${v.help}: ${v.nodes[0].html.slice(0, 160)}`);
}

async function decide(page, choice, ...cards) {
    await table.dealUntilOffered(page, choice);
    await page.waitForTimeout(400); /* a second press so soon would be taken for a slip */
    const before = page.frames_seen.length;
    await page.click(`.action-${choice}`);
    await until(
        () => page.frames_seen.length > before,
        () => `${choice} is not answered`,
    );
    table.cards.push(...cards);
    await table.goOn();
}

/* A page that keeps what its tags said and where they lay, frame by frame: a tag that praises is gone after some seconds. */
async function coached(browser) {
    const page = await newPage(browser, { viewport: PHONE });
    await page.addInitScript(() => {
        globalThis.tags = [];
        const keep = () => {
            requestAnimationFrame(keep);
            const tag = document.querySelector(".coach-tag");
            if (!tag) return;
            const { left, right } = tag.getBoundingClientRect();
            globalThis.tags.push({ text: tag.textContent, left, right });
        };
        keep();
    });
    return page;
}

/* A tag since the last one that was asked for says it, and comes to rest on the screen as a whole. */
async function tag(page, message) {
    await page.waitForFunction((text) => {
        const fits = ({ left, right }) => left >= 0 && right <= innerWidth;
        const at = globalThis.tags.findIndex((one) => new RegExp(text).test(one.text) && fits(one));
        return at >= 0 && globalThis.tags.splice(0, at + 1);
    }, said(message).source);
}

/* 17 is hit against a ten: once for chips, once on a lammer. */
async function round(page) {
    await page.waitForSelector(".betting");
    equal(await page.getAttribute(".coach-switch", "aria-checked"), "false", "the coach is off at first");
    await page.click(".coach-switch");
    await page.click(".spot-bet[data-spot]");
    await page.click(".spot-bet[data-spot]");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$490");
    table.cards = ["8h", "Tc", "8c", "9d"];
    await table.say("deal");
    await decide(page, "split", "9s");
    await tag(page, "say:page-coach-tag-right|split a pair of 8s against a 10");
    await decide(page, "hit", "2h");
    const paid = (costOf(FIRST, "hit") / 100).toFixed(2);
    await tag(page, `say:page-coach-tag-cost|−$${paid}|hit 17 against a 10`);
    await seenTogether(page);
    await onItsSide(page);
    await why(page);
    await decide(page, "stand", "9h");
    await tag(page, "say:page-coach-tag-right|stood on 19 against a 10");
    await decide(page, "hit", "3s");
    const free = (costOf(SECOND, "hit") / 100).toFixed(2);
    await tag(page, `say:page-coach-tag-cost|−$${free}|hit 17 against a 10 on a free hand`);
    const gone = await page.textContent(".coach-tag small");
    expect(said("say:page-coach-by-felt|3").test(gone), `which cards are gone: ${gone}`);
    await page.screenshot({ path: picture("coach-free.png") });
    await decide(page, "stand");
    await table.goOnUntil(() => page.frames_seen.flatMap((m) => m.events ?? []).some((e) => e.event === "over"));
}

async function seenTogether(page) {
    await table.dealUntilOffered(page, "stand");
    await page.screenshot({ path: picture("coach-phone.png") });
    const price = await page.locator(".coach-tag").boundingBox();
    expect(
        price.x >= 0 && price.x + price.width <= PHONE.width && price.y >= 0,
        `the price is on the screen: ${JSON.stringify(price)}`,
    );
    for (const button of await page.locator(".rail .action").all()) {
        const at = await button.boundingBox();
        expect(at.y + at.height <= PHONE.height, "a button is off the screen");
        expect(at.y >= price.y + price.height, "the price covers a button");
    }
}

/* On a phone on its side the price covers neither the dealer's cards nor the hand. */
async function onItsSide(page) {
    await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
    const clear = () =>
        page.evaluate(() => {
            const box = (e) => e.getBoundingClientRect();
            const price = box(document.querySelector(".coach-tag"));
            const apart = (b) =>
                b.right <= price.left || b.left >= price.right || b.bottom <= price.top || b.top >= price.bottom;
            const cards = [...document.querySelectorAll(".card.is-near")];
            return cards.length > 2 && cards.every((card) => apart(box(card))) && price.bottom <= innerHeight;
        });
    await until(clear, () => "the price lies over cards");
    await page.screenshot({ path: picture("coach-landscape.png") });
    await page.setViewportSize(PHONE);
}

/* The row of the chart: ten up cards with the present one marked, and the best choice of each column. */
async function why(page) {
    await page.click("[data-why]");
    await page.waitForFunction(() => {
        const cells = [...document.querySelectorAll(".chart-row td")];
        return cells.length > 0 && cells.every((cell) => cell.textContent !== "…");
    });
    await page.screenshot({ path: picture("coach-why.png") });
    equal(await page.locator(".chart-row thead th").count(), 11, "ten up cards");
    equal(await page.locator(".chart-row td[data-best]").count(), 10, "a best choice for each");
    const own = await page.locator(".chart-row tr:has(th:text-is('stand')) td.is-own").textContent();
    const stands = valuesOf(FIRST);
    equal(own, stands.find((one) => one.action === "stand").value.toFixed(2), "what standing is worth");
    await axe(page, "why");
    for (const button of await page.locator(".rail .action").all()) expect(await button.isEnabled(), "buttons stay");
    await page.keyboard.press("Escape");
    await counted(page, ".coach-why", 0, "Escape closes it");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("y");
    await page.waitForSelector(".coach-why");
    await page.click(".coach-why .close");
}

/* Net = rules + mistakes + luck, each to the cent. */
async function visit(page) {
    await page.click(named('button:has-text("say:page-table-leave")'));
    await page.waitForSelector('.visit-sums[aria-busy="false"]');
    await page.screenshot({ path: picture("visit-end.png") });
    const cents = async (name) =>
        Math.round(
            100 * Number((await page.textContent(`[data-sum="${name}"]`)).replace("−", "-").replace(/[$+,]/g, "")),
        );
    const edge = JSON.parse(lammer("odds", "--rules", RULES, "--wager", "main", "--format", "json")).main.house_edge;
    equal(await cents("VISIT_RULES"), Math.round(-1000 * edge), "the house edge of $10");
    equal(await cents("VISIT_MISTAKES"), -Math.round(costOf(FIRST, "hit") + costOf(SECOND, "hit")), "the mistakes");
    equal(
        (await cents("VISIT_RULES")) + (await cents("VISIT_MISTAKES")) + (await cents("VISIT_LUCK")),
        await cents("VISIT_NET"),
        "luck is the rest",
    );
    const told = await page.textContent("[data-accuracy]");
    expect(said("say:page-visit-accuracy|3|5").test(told), `accuracy: ${told}`);
    expect(said("say:page-visit-streak|1").test(told), `streak: ${told}`);
    await axe(page, "the end of a visit");
    await page.click(".visit-end .close");
    await counted(page, ".visit-end", 0, "it can be closed");
}

const practice = (page) => page.evaluate((rules) => JSON.parse(localStorage.getItem(`practice ${rules}`)), RULES);

/* A mistake comes back after 3 questions and, once answered right, after 9 more (practice.def). */
async function comesBack(page) {
    await page.goto(`${house.url}/coach`);
    equal(Object.keys((await practice(page)).again).join("; "), "8,9 chips 10; 8,9 lammer 10", "hands that wait");
    const answer = async () => {
        await page.waitForSelector(".actions .action-stand");
        await page.keyboard.press("s");
        await page.waitForSelector(".values");
    };
    for (let i = 0; i < 3; i++) {
        await answer();
        await page.keyboard.press("Enter");
    }
    await page.waitForSelector("svg.drill");
    const [cards, up, kind] = await page.$eval("svg.drill", (svg) => [
        svg.dataset.cards,
        svg.dataset.up,
        svg.dataset.kind,
    ]);
    equal(
        cards
            .split(" ")
            .map((card) => card[0])
            .sort()
            .join(""),
        "89",
        "17 again",
    );
    expect("TJQK".includes(up[0]) && kind === "real", `against a ten, for chips: ${up} ${kind}`);
    await answer();
    const { box, due } = (await practice(page)).again["8,9 chips 10"];
    equal(`${box} ${due}`, "1 13", "once right: nine questions later");
    await page.screenshot({ path: picture("coach-again.png") });
}

const hilo = (card) => (/^[2-6]/.test(card) ? 1 : /^[ATJQK]/.test(card) ? -1 : 0);

async function counts(page) {
    await page.click(".counting summary");
    await page.click('[data-part="COUNT_RUNNING"]');
    let running = 0;
    for (let i = 0; i < 6; i++) {
        await page.click(".counting .action-main");
        await page.waitForFunction((n) => (globalThis.groups = n), i + 1);
        const shown = await page.getAttribute(".counting svg", "data-shown");
        for (const card of shown.split(" ")) running += hilo(card);
    }
    await page.fill(".count-field", String(running));
    await page.keyboard.press("Enter");
    await page.waitForSelector('[data-right="true"]');
    await page.click('[data-part="COUNT_TRUE"]');
    const given = await page.$eval("[data-running]", (p) => [Number(p.dataset.running), Number(p.dataset.left)]);
    await page.fill(".count-field", String(Math.floor((given[0] * 52) / given[1]) + 1));
    await page.keyboard.press("Enter");
    await page.waitForSelector('[data-right="false"]');
    await page.click('[data-part="COUNT_DEVIATIONS"]');
    await page.waitForSelector(".counting .actions .action");
    await deviation(page);
    await axe(page, "counting");
}

/* The cards that are gone at a count, computed here again: 36 middle cards and 120 others, of which the count says how many are low. */
function goneAt(count) {
    const low = 60 + (3 * count) / 2;
    const of = (ranks, n) =>
        Array.from({ length: n }, (_, i) => ranks[i % ranks.length] + "cdhs"[Math.floor(i / ranks.length) % 4]);
    return [...of("23456", low), ...of("789", 36), ...of("TJQKA", 120 - low)];
}

async function deviation(page) {
    const [count, hand] = await page.$eval("[data-count]", (p) => [Number(p.dataset.count), p.dataset.hand]);
    const [cards, up] = hand.split("/");
    const words = ["odds", "--rules", "ma-blackjack", "--set", "decks=6", "--hand", cards, "--up", up];
    const removed = ["--removed", goneAt(count).join(" ")];
    const answer = JSON.parse(lammer(...words, ...removed, "--format", "json")).hand.actions;
    const best = answer.filter((a) => a.action !== "surrender").sort((a, b) => b.value - a.value)[0];
    await page.click(`.counting .action-${best.action}`);
    await page.waitForSelector('.counting p[data-right="true"]');
    const worth = await page.locator(".counting .values tr.is-best td").first().textContent();
    equal(worth, best.value.toFixed(4), `${hand} at ${count}`);
    await page.screenshot({ path: picture("counting.png"), fullPage: true });
}

await browse(house, async (browser) => {
    const page = await coached(browser);
    await page.goto(`${house.url}/table/coach?play`);
    await round(page);
    await visit(page);
    await comesBack(page);
    await counts(page);
    await otherGames(browser);
});

/* axe_test.mjs - every page in every state that a visitor, a player or the staff meets, light and dark, on a desk and on a phone:
 * axe-core finds nothing, slight findings included. */
import { axeSource, browse, cuttable, expect, House, named, newPage, picture, signIn, untilSaid } from "./house.mjs";

const house = await House.start();
await house.hire("cass");
await house.unhurried();
const table = await house.liveTable("axe", "ma-blackjack");
const SPOT = ".spot-bet[data-spot]";
let judged = 0;

/* Each page is judged on a desk and on a phone, light and dark. A second colour scheme at the same size changes only what the rules
 * about colours see, so only those rules run on it. */
const DESK = { width: 1280, height: 800 },
    PHONE = { width: 390, height: 844 };
const OF_COLOURS = ["color-contrast", "link-in-text-block"];
const LOOKS = [
    ["light", DESK],
    ["dark", DESK, OF_COLOURS],
    ["dark", PHONE],
    ["light", PHONE, OF_COLOURS],
];

/* Colours change by transitions, one level of the page per frame; axe judges the page when they have ended. */
function settle() {
    let still = 0;
    const finish = (done) => {
        const moving = document.getAnimations().filter((change) => change instanceof CSSTransition);
        for (const change of moving) change.finish();
        still = moving.length ? 0 : still + 1;
        if (still < 6) requestAnimationFrame(() => finish(done));
        else done();
    };
    return new Promise(finish);
}

async function judge(page, state) {
    for (const [colorScheme, viewport, only] of LOOKS) {
        const name = `${state}, ${colorScheme}, ${viewport === DESK ? "desk" : "phone"}`;
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await page.evaluate(settle);
        if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource());
        const violations = await page.evaluate(async (runOnly) => {
            const found = await window.axe.run(document, {
                resultTypes: ["violations"],
                ...(runOnly ? { runOnly } : {}),
            });
            return found.violations.map(({ id, nodes: [first, ...others] }) => ({
                id,
                count: others.length + 1,
                html: first.html,
                summary: first.failureSummary,
            }));
        }, only);
        for (const { id, count, html, summary } of violations)
            expect(false, `${name}: ${id} (${count}): ${html.slice(0, 160)} ${summary}`);
        if (process.env.LAMMER_PICTURES)
            await page.screenshot({ path: picture(`axe-${name.replace(/\W+/g, "-")}.png`) });
        judged++;
    }
    await page.setViewportSize(DESK);
}

/* Opens a page, waits for the element `shows`, and judges the page. */
async function see(page, path, shows, state = path) {
    await page.goto(house.url + path);
    await page.waitForSelector(shows);
    await judge(page, state);
}

async function drawer(page) {
    await page.click(named('button:has-text("say:page-table-details")'));
    for (const tab of await page.locator("role=tab").all()) {
        await tab.click();
        await judge(page, `drawer ${await tab.textContent()}`);
    }
    await page.keyboard.press("Escape");
}

async function deal(page, ...cards) {
    await page.waitForSelector(".betting");
    await page.click(SPOT);
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    await judge(page, "bet laid");
    table.cards = cards;
    await table.say("deal");
}

async function visitor(browser) {
    const page = await newPage(browser);
    await see(page, "/", ".lobby-row", "lobby");
    await page.click(".menu > button");
    await judge(page, "menu");
    await see(page, "/no/such/page", "h1", "404");
    await see(page, "/table/nowhere", "h1", "no such table");
    await see(page, "/sign-in", 'input[name="password"]', "sign-in");
    await page.fill('input[name="login"]', "ghost");
    await page.fill('input[name="password"]', "of the house");
    await page.click('button[type="submit"]');
    await page.waitForSelector("[role=alert]");
    await judge(page, "sign-in refused");
    await see(page, "/rules/wa-freebet", ".notice li", "rules");
    await see(page, "/meter/wa-freebet", "main", "meter");
    await see(page, "/fair", "main", "fair");
    await see(page, "/odds", named('button:has-text("say:page-odds-download-report"):not([disabled])'), "odds");
    await see(page, "/coach", "main h1", "coach without hands");
    await see(page, "/account", "main", "account of a visitor");
    await see(page, "/table/axe", ".action-main", "visitor at a table");
    await page.context().close();
}

async function player(browser) {
    const wire = await cuttable(house);
    const page = await newPage(browser);
    await page.goto(`${wire.url}/table/axe?play`);
    await page.waitForSelector(".betting");
    await judge(page, "betting");
    await deal(page, "9h", "Ad", "8c", "7s");
    await table.dealUntil(page, "say:page-rail-insurance-asked");
    await judge(page, "insurance");
    await page.keyboard.press("n");
    await table.dealUntilOffered(page, "hit");
    await judge(page, "turn");
    await page.keyboard.press("w");
    await page.waitForSelector("#why-not .clause-id");
    await judge(page, "why not");
    await page.keyboard.press("Escape");
    await drawer(page);
    wire.hush(true);
    await page.waitForSelector(".is-stale");
    await judge(page, "connection lost");
    wire.hush(false);
    await page.waitForSelector(".action-stand");
    await page.click(".coach-switch");
    await page.click(".action-stand");
    await page.click("[data-why]");
    await page.waitForSelector(".coach-why .values");
    await judge(page, "coach on the felt");
    await page.click(".coach-why .close");
    table.cards = ["Tc"];
    await table.dealUntilShown(page, ".round-net");
    await judge(page, "settled");
    await page.click(".round-net");
    await page.locator("button.account-net").first().click();
    await page.waitForSelector(".terms");
    await judge(page, "unfolded");
    await page.keyboard.press("Escape");
    await page.click(".emote-menu > button");
    await judge(page, "gestures");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".emote-list", { state: "detached" });
    await table.say("open");
    await page.waitForSelector(".betting");
    await page.keyboard.press("5");
    await page.click(SPOT);
    await page.click(SPOT);
    await page.waitForSelector(".note");
    await judge(page, "refused bet");
    await page.goto(`${wire.url}/coach`);
    await page.waitForSelector(".decisions li");
    await judge(page, "coach");
    await page.goto(`${wire.url}/`);
    await page.waitForSelector(".seated");
    await judge(page, "lobby, seated");
    await page.click(".menu > button");
    await page.click('.menu-list button:has-text("Sign out")');
    await untilSaid(page, "dialog", "say:page-bar-guest-wallet-ends");
    await judge(page, "sign-out");
    await page.keyboard.press("Escape");
    await page.goto(`${wire.url}/account`);
    await page.waitForSelector(".limit");
    await judge(page, "account");
    await page.goto(`${wire.url}/hand/axe/1`);
    await page.waitForSelector(".replay .flip");
    await page.locator(named('.tool:has-text("say:page-hand-check")')).click();
    await page.waitForSelector('[data-proof="open"] li');
    await judge(page, "hand");
    await page.goto(`${wire.url}/hand/axe/99`);
    await untilSaid(page, "main", "say:no-such-round");
    await judge(page, "hand, none");
    await page.goto(`${wire.url}/table/axe`);
    await page.waitForSelector(".rail");
    await page.click(named('button:has-text("say:page-table-leave")'));
    await page.waitForSelector('.visit-sums[aria-busy="false"]');
    await judge(page, "end of a visit");
    wire.cut();
    await page.click(".brand");
    await page.waitForSelector(".page.lobby [role=alert]");
    await judge(page, "lobby without the house");
    await page.click(".menu > button");
    await page.click('.menu-list a[href="/fair"]');
    await untilSaid(page, "main", "say:page-net-the-server-cannot-be");
    await judge(page, "a page that cannot be loaded");
    await page.context().close();
}

async function staff(browser) {
    const sam = await newPage(browser);
    await signIn(sam, house, "sam", "/pit");
    await sam.waitForSelector(".pit-card");
    await sam.waitForSelector(".plot canvas");
    await judge(sam, "pit");
    await sam.click(named('.pit-card button:has-text("say:group-chips")'));
    await sam.click(named('.pit-group button:has-text("say:fill")'));
    await judge(sam, "pit, a fill");
    await see(sam, "/recall/axe/1", ".replay .felt", "recall");
    await sam.context().close();

    const dora = await newPage(browser);
    await signIn(dora, house, "dora", "/dealer/axe");
    await dora.waitForSelector(".d-felt");
    await judge(dora, "dealer, betting");
    await dora.context().close();

    const cass = await newPage(browser);
    await signIn(cass, house, "cass", "/cage");
    await cass.waitForSelector('input[name="person"]');
    await judge(cass, "cage");
    await cass.context().close();
}

await browse(house, async (browser) => {
    await visitor(browser);
    await player(browser);
    await staff(browser);
    console.log(`${judged} looks at pages`);
});

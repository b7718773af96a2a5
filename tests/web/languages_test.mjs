/* languages_test.mjs - the player's pages in other languages.
 *
 * A made-up language has an accent on every letter of the English messages. In this language no page may show a plain word:
 * such a word is not in the catalogue. Then the real languages: chosen by the browser, changed in the menu, kept, with numbers of their
 * own. */
import { execFileSync } from "node:child_process";
import { messagesOf, refusalsOf } from "../../web/messages.mjs";
import { browse, cuttable, equal, expect, House, newPage, playRound } from "./house.mjs";

/* --- the made-up language --------------------------------------------------------------------------------------- */

const PLAIN = "abcdefghijklmnopqrstuvwxyz";
const ACCENTED = "áƀçđéƒğħíĵķļɱñóþɋřšţúṽŵẋýž";
const accent = (letter) => {
    const made = ACCENTED[PLAIN.indexOf(letter.toLowerCase())] ?? letter;
    return letter === letter.toLowerCase() ? made : made.toUpperCase();
};

/* Puts accents on all letters but the names of arguments in braces; the forms after a colon get them too. */
function madeUp(text) {
    let out = "",
        depths = []; /* for each open brace, whether its forms have begun */
    for (const letter of text) {
        const inName = depths.length > 0 && !depths.at(-1);
        if (letter === "{") depths.push(false);
        else if (letter === "}") depths.pop();
        else if (letter === ":" && inName) depths[depths.length - 1] = true;
        out += inName || "{}".includes(letter) ? letter : accent(letter);
    }
    return out;
}

const isKey = (name) => /^[A-Z][A-Z0-9_]*$/.test(name);
const english = messagesOf("en"),
    spanish = messagesOf("es");
const NAMES = Object.keys(spanish).filter((name) => !isKey(name));
const rows = {
    ...Object.fromEntries(Object.entries(english).map(([key, text]) => [key, madeUp(text)])),
    ...Object.fromEntries(NAMES.map((name) => [name, madeUp(name)])),
};
const asModule = (texts) => `export const texts = ${JSON.stringify(texts)};`;
const module = asModule(rows);
const refusals = asModule(Object.fromEntries(Object.entries(refusalsOf("es")).map(([id, text]) => [id, madeUp(text)])));

/* What is data and not a message: names that people or documents gave. */
const DATA = [
    /\d+ \w+ \d{4}, \d+:\d+\s*[ap]\W*m\./g /* times, written by Intl */,
    /\bLammer\b/g,
    /\b[0-9a-f]{4}\b|\b[0-9a-f]{16}\b/g /* guests, hashes of rules */,
    /\b(ia|ma|vendor|wa)-(freebet|blackjack)[-\w]*/g /* submissions */,
    /\b\d+(st|nd|rd|th)\b/g,
    /\bC-\d+\b/g,
    /\b(Ds|Pf|Rh|Rs|Rp)\b/g /* letters of a chart */,
];

/* Everything that a reader can see or hear on the page now. */
const shownOn = (page) =>
    page.evaluate(() => {
        const quoted =
            'script, style, noscript, kbd, textarea, .hash, .clause-id, .side-name, [lang="en"], .menu-language option, [data-voice]';
        const found = [["title", document.title]];
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            const holder = walk.currentNode.parentElement;
            const seen = (holder.closest("select") ?? holder).checkVisibility();
            if (seen && !holder.closest(quoted))
                found.push([holder.tagName + "." + (holder.getAttribute("class") ?? ""), walk.currentNode.data]);
        }
        for (const name of ["aria-label", "title", "placeholder", "alt"])
            for (const node of document.querySelectorAll(`[${name}]`))
                if (!node.closest(quoted)) found.push([`${node.tagName}[${name}]`, node.getAttribute(name)]);
        return found;
    });

const told = new Set();
async function walked(page, where) {
    for (const [at, text] of await shownOn(page)) {
        const rest = DATA.reduce((left, data) => left.replace(data, ""), text);
        if (!/[A-Za-z]{2}/.test(rest) || told.has(`${at} ${rest}`)) continue;
        told.add(`${at} ${rest}`);
        expect(false, `${where}: ${at} is not in the catalogue: "${text.trim()}"`);
    }
}

async function inMadeUp(browser) {
    const page = await newPage(browser, { locale: "es-MX", serviceWorkers: "block" });
    await page.route(/\/(es|pages|refusals)-\w+\.js$/, async (route) => {
        const body = route.request().url().includes("/refusals-") ? refusals : module;
        await route.fulfill({ headers: {}, contentType: "text/javascript", body });
    });
    return page;
}

const at = async (page, house, path, selector) => {
    await page.goto(house.url + path);
    await page.waitForSelector(selector);
    await walked(page, path);
};

const house = await House.start();
await house.unhurried();
await house.hire();

async function walkTable(page) {
    await at(page, house, "/", ".lobby-row");
    await page.click(".menu button");
    await walked(page, "the menu");
    await page.keyboard.press("Escape");
    await page.goto(`${house.url}/`);
    await page.waitForSelector(".hero .deal:not([disabled])");
    await page.click(".hero .deal");
    await page.waitForSelector(".betting");
    await page.waitForSelector(".note");
    await walked(page, "bets, and where the player has cut the shoe");
    await page.keyboard.press("w");
    await page.waitForSelector(".why-not-says");
    await walked(page, "why not");
    await page.keyboard.press("Escape");
    await page.keyboard.press(" ");
    await page.waitForFunction(() => !/^\D*0\D*$/.test(document.querySelector(".deal small")?.textContent ?? "0"));
    await playRound(
        [page],
        () => page.click(".deal"),
        async (p) => {
            await walked(p, "a decision");
            await p.locator(".actions .action-stand").click({ timeout: 2000 });
        },
    );
    await walked(page, "a round is over");
    await page.locator('.bar button[aria-expanded="false"]').first().click();
    for (const tab of await page.locator('[role="tab"]').all()) {
        await tab.click();
        await page.waitForFunction(() => !document.querySelector("#drawer-body")?.textContent?.includes("…"));
        await walked(page, await tab.getAttribute("id"));
    }
}

const labelled = (key) => `button:has-text("${rows[key]}")`;

/* A round by its link, before and after its cards are checked, and a link that leads nowhere. */
async function walkHand(page) {
    const table = await page.evaluate(() => location.pathname.split("/")[2]);
    await at(page, house, `/hand/${table}/1`, ".replay .flip");
    const back = page.locator(".replay-steps .tool").first();
    for (; await back.isEnabled(); await back.click()) await walked(page, "a step of a hand");
    await page.click(labelled("HAND_CHECK"));
    await page.waitForSelector("[data-proof] li");
    await walked(page, "a hand that was checked");
    await at(page, house, `/hand/${table}/99`, "main [role=alert]");
    await at(page, house, `/meter/${table}`, ".big-sum");
}

/* At a dealer's table: insurance, a silent house, the end of the visit; then the lobby, where the chips are cashed. */
async function walkVisit(browser) {
    const table = await house.liveTable("ma-freebet-walk", "ma-freebet");
    const wire = await cuttable(house);
    const page = await inMadeUp(browser);
    const sit = async () => {
        await page.goto(`${wire.url}/table/${table.id}?play`);
        await page.waitForSelector(".betting");
    };
    await sit();
    await page.click(".spot-bet[data-spot]");
    table.cards = ["9h", "Ad", "8c", "7s"];
    await table.dealUntilShown(page, ".stack, .chip-in");
    await table.say("deal");
    await table.dealUntilShown(page, ".action-insure");
    await walked(page, "insurance");
    await page.keyboard.press("n");
    await table.dealUntilOffered(page, "stand");
    await walked(page, "insurance is declined");
    wire.cut();
    await page.waitForSelector(".stale");
    await walked(page, "no connection");
    wire.mend();
    table.cards = ["Tc"];
    await page.click(".action-stand");
    await table.dealUntilShown(page, ".round-net");
    await page.click(labelled("TABLE_LEAVE"));
    await page.waitForSelector('.visit-sums[aria-busy="false"]');
    await walked(page, "the end of a visit");
    await table.say("open");
    await sit();
    await page.goto(wire.url);
    await page.waitForSelector(".seated");
    await walked(page, "the lobby of a player who sits");
    await page.click(".seated .tool");
    await page.waitForSelector(".seated", { state: "detached" });
    await walked(page, "cashed out");
    wire.cut();
    await page.click(".menu > button");
    await page.click('.menu-list a[href="/account"]');
    await page.waitForSelector(".brand");
    await walked(page, "a page that cannot be loaded");
    await page.click(".brand");
    await page.waitForSelector(".page.lobby [role=alert]");
    await walked(page, "the lobby without the house");
    await page.context().close();
}

/* --- the catalogues ------------------------------------------------------------------------------------------------ */

/* Every refusal of the engine, every phrase of a rule and every outcome has a name in each language; and a name that no source
 * says any more is stale. */
function checkNames() {
    const sources = execFileSync(
        "sh",
        ["-c", "cat include/lammer/*.h include/lammer/*.def src/*/*.c src/*/*/*.c profiles/*.yaml"],
        {
            encoding: "utf8",
            maxBuffer: 1 << 28,
        },
    );
    const said = sources.replace(/"\s*\n?\s*"/g, "").replace(/\\"/g, '"');
    const outcomes = [...said.matchAll(/\.outcomes\s*=\s*\{([^}]*)\}/g)].flatMap(([, list]) => [
        ...list.matchAll(/"([^"]+)"/g),
    ]);
    const phrases = [
        ...said.matchAll(/RULE_(?:SUMMED|PRINTED|POSTED)\((?:[^,"]|"[^"]*")*,\s*(?:\/\*[^*]*\*\/\s*)?"([^"]+)"\)/g),
    ];
    const wanted = [...outcomes, ...phrases].map(([, text]) => text).filter((text) => /^\S.*[a-z]{2}/.test(text));
    const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    const FILLED = /%[-.0-9]*(?:lld|[sdu])|\{\w+\}/;
    const sayings = [...said.matchAll(/"([^"\n]*(?:%|\{)[^"\n]*)"/g)].map(
        ([, text]) => new RegExp(`^${text.split(FILLED).map(escaped).join(".*")}$`),
    );
    const plain = said + said.replace(/_/g, " ");
    const parts = (name) =>
        name.split(/\{\w+\}/).every((part) => part.split(", ").every((one) => plain.includes(one.trim())));
    for (const language of ["es", "zh", "vi"]) {
        const names = Object.keys(messagesOf(language)).filter((name) => !isKey(name));
        const like = names.map(
            (name) =>
                new RegExp(
                    `^${name
                        .split(/\{\w+\}/)
                        .map((part) => escaped(part))
                        .join(".+")}$`,
                ),
        );
        const missing = wanted.filter(
            (text) => !text.split(", ").every((part) => like.some((one) => one.test(part) || one.test(text))),
        );
        equal(missing.join(" | "), "", `${language}: phrases of the house without a name`);
        const stale = names.filter(
            (name) => !sayings.some((saying) => saying.test(name.replace(/\{\w+\}/g, "1"))) && !parts(name),
        );
        equal(stale.join(" | "), "", `${language}: names that no source says`);
    }
}
checkNames();

/* --- real languages ------------------------------------------------------------------------------------------------ */

async function inOwnLanguages(browser) {
    for (const [locale, id, tag] of [
        ["es-MX", "es", "es-419"],
        ["zh-CN", "zh", "zh-Hans"],
        ["vi-VN", "vi", "vi"],
    ]) {
        const page = await newPage(browser, { locale });
        const texts = messagesOf(id);
        await page.goto(house.url);
        await page.waitForSelector(".hero .deal:not([disabled])");
        equal(await page.textContent(".hero .deal span"), texts.LOBBY_PLAY_NOW, `${locale} is the browser's language`);
        equal(await page.evaluate(() => document.documentElement.lang), tag, "the language of the page");
        await page.context().close();
    }
}

/* The menu changes the language without leaving the page, and the browser keeps it. */
async function choose(browser) {
    const page = await newPage(browser, { locale: "en-US" });
    const loaded = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(house.url);
    await page.waitForSelector(".hero .deal:not([disabled])");
    expect(!loaded.some((path) => /^\/(es|zh|vi)-/.test(path)), "a language is loaded only when it is wanted");
    await page.click(".menu button");
    await page.selectOption(".menu-language select", "vi");
    const vietnamese = messagesOf("vi");
    await page.waitForFunction(
        (text) => document.querySelector(".hero .deal span")?.textContent === text,
        vietnamese.LOBBY_PLAY_NOW,
    );
    await page.reload();
    await page.waitForSelector(".hero .deal:not([disabled])");
    equal(await page.textContent(".hero .deal span"), vietnamese.LOBBY_PLAY_NOW, "the choice is kept");
    const guest = await page.textContent(".hero .deal small");
    expect(/1\.000\s\$/.test(guest), `money as Vietnamese writes it: ${guest}`);
    const before = loaded.length;
    await page.click(".hero .deal");
    await page.waitForSelector(".betting");
    expect(!loaded.slice(before).some((path) => path.endsWith(".js")), "the lobby has loaded the table already");
    await page.keyboard.press("Shift+H");
    await page.keyboard.press("w");
    await page.waitForSelector(".why-not-says");
    const why = await page.textContent(".why-not-says");
    expect(
        Object.values(refusalsOf("vi")).some(
            (text) => !text.includes("{") && why.toLowerCase().includes(text.toLowerCase()),
        ),
        `a refusal in Vietnamese: ${why}`,
    );
    await page.context().close();
}

await browse(house, async (browser) => {
    const page = await inMadeUp(browser);
    await walkTable(page);
    await walkHand(page);
    await at(page, house, "/account", "#wallets-title");
    await at(page, house, "/coach", ".actions, .values");
    await at(page, house, "/odds", ".chart");
    await at(page, house, "/rules/wa-freebet", ".notice h1");
    await at(page, house, "/fair", ".panel");
    await at(page, house, "/sign-in", "form");
    await at(page, house, "/nowhere", "h1");
    await page.context().close();
    await walkVisit(browser);
    await inOwnLanguages(browser);
    await choose(browser);
});

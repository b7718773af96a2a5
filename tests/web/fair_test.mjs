/* fair_test.mjs - the verifier page: a finished shoe passes, a shoe with one changed card does not, and the hash is BLAKE2b-256.
 *
 * The test computes the seal a second time with Python's hashlib.blake2b, because Node's crypto has only BLAKE2b-512. */
import { spawnSync } from "node:child_process";
import {
    browse,
    equal,
    expect,
    House,
    newPage,
    picture,
    playRound,
    said,
    sentence,
    signIn,
    UNHURRIED,
    untilSaid,
} from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
/* A continuous shuffler has a new shoe for every round: the last one is open as soon as the round is over. */
for (const table of ["always", "again"])
    await house.sam.ask("open-table", {
        table,
        rules: "ma-freebet",
        settings: "shoe=continuous continuous_approved=on",
        dealing: "virtual",
        money: "play",
        title: table,
        ...UNHURRIED,
    });

const sealInPython = (shoe) =>
    spawnSync(
        "python3",
        [
            "-c",
            `
import hashlib, json, sys
s = json.load(sys.stdin)
order = bytes("A23456789TJQK".index(side[i]) * 4 + "cdhs".index(side[i + 1]) for side in s["order"] for i in range(0, len(side), 2))
print(hashlib.blake2b(bytes.fromhex(s["salt"]) + order, digest_size=32).hexdigest())
`,
        ],
        { input: JSON.stringify(shoe), encoding: "utf8" },
    ).stdout.trim();

/* A sealed shoe that is in play for many rounds. */
await house.sam.ask("open-table", {
    table: "sealed",
    rules: "ma-freebet",
    dealing: "virtual",
    money: "play",
    title: "sealed",
    ...UNHURRIED,
});

async function playOne(page, table) {
    await page.goto(`${house.url}/table/${table}?play`);
    await page.waitForSelector(".betting");
    const chips = await page.textContent(".chips-now");
    await page.locator(".spot-bet[data-spot]").first().click();
    await page.waitForFunction((was) => document.querySelector(".chips-now")?.textContent !== was, chips);
    await playRound([page], () => page.click(".deal"));
    await page.waitForFunction(() => globalThis.lammerTable.current);
}

const check = (page) => page.locator('.tool:has-text("' + sentence("say:page-hand-check") + '")').click();

/* A player's account lists every round as a link. Opened later by a stranger in another browser, the link replays the round and
 * proves its cards by the shoe they were dealt from. */
async function anyHand(browser) {
    const password = "correct horse battery";
    await house.signedOut("register", { login: "wanda", person: "wanda", password, name: "Wanda Wins" });
    const page = await newPage(browser);
    await signIn(page, house, "wanda", "/account", password);
    for (const table of ["again", "again", "sealed"]) await playOne(page, table);
    const rounds = (await house.signedOut("sign-in", { login: "wanda", password }).then((p) => p.ask("rounds"))).rounds;
    equal(rounds.map((r) => r.table).join(), "sealed,again,again", "the rounds that the house has kept");

    const later = await newPage(browser); /* another device */
    await signIn(later, house, "wanda", "/account", password);
    const first = rounds[2].round;
    await later.waitForSelector('a[href^="/hand/"]');
    equal(await later.locator('a[href^="/hand/"]').count(), 3, "a link for every round");
    await later.click(`a[href="/hand/again/${first}"]`);
    await later.waitForSelector(".replay .flip");
    await check(later);
    await later.waitForSelector('[data-proof="good"]');

    const told = await (await fetch(`${house.url}/api/hand?table=again&round=${first}`)).text();
    for (const text of ["wanda", "Wanda", '"player":', '"players":', '"chips":', '"racks":'])
        expect(!told.includes(text), `the house tells a stranger ${text}`);
    const { shoes, steps } = JSON.parse(told);
    equal(sealInPython(shoes[0]), shoes[0].commitment, "the seal of an earlier shoe, by Python");
    const { shoe } = await (await fetch(`${house.url}/api/opened-shoe?table=again`)).json();
    expect(shoes[0].number < shoe.number, "its shoe is not the last one that was opened");
    equal(steps.at(-1).event.event, "over", "the round ends");

    const stranger = await newPage(browser);
    await stranger.goto(`${house.url}/hand/again/${first}`);
    await stranger.waitForSelector(".replay .flip");
    await check(stranger);
    await stranger.waitForSelector('[data-proof="good"]');
    expect(!(await stranger.textContent("main")).includes("anda"), "a stranger reads no name");
    await stranger.goto(`${house.url}/hand/sealed/${rounds[0].round}`);
    await stranger.waitForSelector(".replay .flip");
    await check(stranger);
    await stranger.waitForSelector('[data-proof="open"]');
    expect(
        said("say:page-hand-shoe-cards-left").test(await stranger.textContent("[data-proof]")),
        `a sealed shoe says when it is opened: ${await stranger.textContent("[data-proof]")}`,
    );
    await stranger.goto(`${house.url}/hand/sealed/99`);
    await untilSaid(stranger, "main", "say:no-such-round");
}

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await page.goto(`${house.url}/table/always?play`);
    await page.waitForSelector(".betting");
    await page.locator(".spot-bet[data-spot]").click();
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    /* A second browser sits down meanwhile: it commits at once, and its value is in the next shoe. */
    const second = await newPage(browser);
    await second.goto(`${house.url}/table/always?play`);
    await second.waitForFunction(() => Object.keys(globalThis.lammerTable?.table.seats ?? {}).length === 2);
    await second.waitForFunction(() => sessionStorage.getItem("part always")?.includes("next"));
    await second.locator(".spot-bet[data-spot]").click();
    await second.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    await playRound([page, second], async () => {
        await page.click(".deal");
        await second.click(".deal");
    });
    for (const one of [page, second])
        await one.waitForFunction(() => globalThis.lammerTable.table.shoe.parts?.every((part) => part.value));
    equal(
        await page.evaluate(() => globalThis.lammerTable.table.shoe.parts.length),
        2,
        "both browsers shuffle the next shoe",
    );
    await page.waitForFunction(() => globalThis.lammerTable.current && globalThis.lammerTable.table.openedShoe);
    await page.goto(`${house.url}/fair/always`);
    await page.waitForSelector("[data-fair]");
    equal(
        await page.getAttribute("[data-fair]", "data-fair"),
        "good",
        `the shoe checks: ${await page.textContent("main")}`,
    );
    const text = await page.textContent("[data-fair]");
    expect(said("say:page-fair-seal-seen").test(text), "the seal was seen before the first card");
    expect(said("say:page-fair-cards-in-order").test(text), "the dealt cards are compared");
    expect(said("say:page-fair-you-took-part").test(text), "this browser's value is in the shuffle");
    await page.screenshot({ path: picture("fair.png"), fullPage: true });

    /* The bead of the round opens its hand; the link of the hand needs no account, and holds no name. */
    await page.goto(`${house.url}/table/always`);
    await page.waitForSelector(".rail");
    await page.locator('.bar button[aria-expanded="false"]').first().click();
    await page.locator(".beads a").first().click();
    await page.waitForSelector(".replay");
    await page.locator('.tool:has-text("' + sentence("say:page-hand-copy-link") + '")').click();
    await page.waitForFunction(() => location.hash.length > 100);
    const link = page.url();
    const me = await page.evaluate(
        async () => (await (await fetch("/session")).json()) && document.querySelector(".menu-name").textContent,
    );
    const stranger = await newPage(browser);
    await stranger.goto(link);
    await stranger.waitForSelector(".replay");
    await stranger.locator('.tool:has-text("' + sentence("say:page-hand-check") + '")').click();
    await stranger.waitForSelector('[data-proof="good"]');
    expect(said("say:page-hand-in-shoe").test(await stranger.textContent("[data-proof]")), "the cards lie in the shoe");
    expect(!(await stranger.textContent("main")).includes(me), "a stranger reads no name");
    equal((await stranger.locator(".replay .flip").count()) > 3, true, "the cards of the hand are drawn");
    await stranger.screenshot({ path: picture("hand.png") });

    /* A link whose cards were changed replays, but has no proof. */
    const forged = await page.evaluate(async (text) => {
        const through = async (bytes, stream) =>
            new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
        const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
        const hand = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
        const [one, two] = hand.steps.filter((step) => step.event.event === "card");
        [one.event.card, two.event.card] =
            one.event.card === two.event.card ? ["Ac", "Ad"] : [two.event.card, one.event.card];
        const packed = await through(
            new TextEncoder().encode(JSON.stringify(hand)),
            new CompressionStream("deflate-raw"),
        );
        return btoa(String.fromCharCode(...packed))
            .replace(/\+/g, "-")
            .replace(/\//g, "_")
            .replace(/=+$/, "");
    }, new URL(link).hash.slice(1));
    const liar = await newPage(browser);
    await liar.goto(`${link.split("#")[0]}#${forged}`);
    await liar.waitForSelector(".replay");
    await liar.locator('.tool:has-text("' + sentence("say:page-hand-check") + '")').click();
    await liar.waitForSelector('[data-proof="open"]');
    expect(said("say:page-hand-not-in-shoe").test(await liar.textContent("[data-proof]")), "changed cards are noticed");

    /* A visitor who was not there asks the house, and gets the same; the hash agrees with Python's. */
    const other = await newPage(browser);
    await other.goto(`${house.url}/fair/always`);
    await other.waitForSelector('[data-fair="good"]');
    const { shoe } = await (await fetch(`${house.url}/api/opened-shoe?table=always`)).json();
    equal(sealInPython(shoe), shoe.commitment, "the seal by Python");
    expect((await other.textContent("[data-fair]")).includes(sealInPython(shoe)), "the seal on the page");

    /* With two cards exchanged, or one letter of the salt changed, the shoe does not pass. */
    const changed = {
        ...shoe,
        order: [shoe.order[0].slice(2, 4) + shoe.order[0].slice(0, 2) + shoe.order[0].slice(4), ...shoe.order.slice(1)],
    };
    if (changed.order[0] === shoe.order[0]) changed.salt = "00" + shoe.salt.slice(2);
    await other.fill("textarea", JSON.stringify(changed));
    await other.waitForSelector('[data-fair="bad"]');

    /* A shoe with a value that was not committed to does not pass. */
    const [first, ...rest] = shoe.parts;
    const swapped = { ...first, value: "00" + first.value.slice(2) };
    await other.fill("textarea", JSON.stringify({ ...shoe, parts: [swapped, ...rest] }));
    await other.waitForFunction(
        (text) => document.querySelector('[data-fair="bad"]')?.textContent.includes(text),
        sentence("say:page-fair-values-do-not-fit"),
    );

    /* A house that chooses another order once the values are known needs another seal, but this browser has seen the first one. */
    const arranged = { ...shoe, order: changed.order, salt: changed.salt };
    arranged.commitment = sealInPython(arranged);
    await page.evaluate((forgedShoe) => {
        const kept = JSON.parse(sessionStorage.getItem("shoe always"));
        sessionStorage.setItem("shoe always", JSON.stringify({ past: { ...kept.past, shoe: forgedShoe } }));
    }, arranged);
    await page.goto(`${house.url}/fair/always`);
    await page.waitForSelector('[data-fair="bad"]');
    expect(said("say:page-fair-it-is-not-the").test(await page.textContent("main")), "another seal is noticed");

    await anyHand(browser);
});

/* fair_test.mjs - the verifier page: a finished shoe checks, one changed card does not, and the hash is BLAKE2b-256.
 *
 * The seal is computed here a second time, by Node's own crypto (OpenSSL's BLAKE2b-512 has another length, so by libsodium's twin in
 * Python: hashlib.blake2b). */
import { spawnSync } from "node:child_process";
import { browse, equal, expect, House, newPage, picture, playRound, said, sentence, UNHURRIED } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
/* A continuous shuffler has a new shoe for every round: the last one is open as soon as the round is over. */
await house.sam.ask("open-table", {
    table: "always",
    rules: "ma-freebet",
    settings: "shoe=continuous continuous_approved=on",
    dealing: "virtual",
    money: "play",
    title: "always",
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

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await page.goto(`${house.url}/table/always?play`);
    await page.waitForSelector(".betting");
    await page.locator(".spot-bet[data-spot]").click();
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    await playRound([page], () => page.click(".deal"));
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

    /* Two cards exchanged, or one letter of the salt: it does not check. */
    const changed = {
        ...shoe,
        order: [shoe.order[0].slice(2, 4) + shoe.order[0].slice(0, 2) + shoe.order[0].slice(4), ...shoe.order.slice(1)],
    };
    if (changed.order[0] === shoe.order[0]) changed.salt = "00" + shoe.salt.slice(2);
    await other.fill("textarea", JSON.stringify(changed));
    await other.waitForSelector('[data-fair="bad"]');
});

/* second_factor_test.mjs - the second factor of staff in the browser (docs/house/people.md): the account page shows the
 * secret as text, as an address and as a QR code; the sign-in page asks for a code after the password. The codes are
 * computed here by RFC 6238. */
import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { axeSource, browse, equal, expect, House, newPage, packages, picture, signIn, untilSaid } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
function bytesOf(base32) {
    const bits = [...base32].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
    return Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
}
function codeAt(secret, ms) {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30000)));
    const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
    return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1000000).padStart(6, "0");
}
const submit = (page, form = "form") => page.click(`${form} button[type="submit"]`);

/* Dark squares as the page drew them, by row, with the light border. */
async function squares(page) {
    const [path, size] = await page.$eval(".second-factor svg", (svg) => [
        svg.querySelector("path").getAttribute("d"),
        Number(svg.getAttribute("viewBox").split(" ")[3]),
    ]);
    const dark = Array.from({ length: size }, () => Array(size).fill(false));
    for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) dark[y][x] = true;
    return dark;
}

await browse(house, async (browser) => {
    const page = await newPage(browser);
    await signIn(page, house, "sam", "/account");
    await page.fill('.second-factor input[name="password"]', house.password);
    await submit(page, ".second-factor form");
    await page.waitForSelector(".second-factor svg");
    const secret = await page.textContent(".factor-secret"),
        uri = await page.getAttribute('.second-factor a[href^="otpauth:"]', "href");
    equal(new URL(uri).searchParams.get("secret"), secret, "the secret in the address");
    equal(
        JSON.stringify(await squares(page)),
        JSON.stringify(createRequire(join(packages, "of-web.js"))("uqr").encode(uri, { ecc: "M", border: 4 }).data),
        "the squares of the QR code",
    );
    await page.evaluate(axeSource());
    const { violations } = await page.evaluate(() => window.axe.run(".second-factor", { resultTypes: ["violations"] }));
    equal(violations.map((v) => v.id).join(), "", "what axe finds");
    await page.screenshot({ path: picture("second-factor.png"), fullPage: true });

    const confirming = codeAt(secret, Date.now());
    await page.fill('.second-factor input[name="code"]', confirming);
    await submit(page, ".second-factor form");
    await page.waitForSelector(".recovery-codes li");
    const codes = await page.locator(".recovery-codes li").allInnerTexts();
    equal(codes.length, 10, "recovery codes");
    await untilSaid(page, ".second-factor", "say:page-factor-is-on");
    expect(!(await page.content()).includes(secret), "the secret is shown once");

    /* Signed out, the password alone leads to the question for the code. */
    const enter = async () => {
        const late = await newPage(browser);
        await late.goto(`${house.url}/sign-in?to=/account`);
        await late.fill('input[name="login"]', "sam");
        await late.fill('input[name="password"]', house.password);
        await submit(late);
        await late.waitForSelector('input[name="code"]');
        equal(
            (await late.evaluate(() => fetch("/session").then((reply) => reply.json()))).session,
            false,
            "a session before the code",
        );
        return late;
    };
    const give = async (at, code) => {
        await at.fill('input[name="code"]', code);
        await submit(at);
    };
    const wrong = async (at, code, what) => {
        await give(at, code);
        await untilSaid(at, "[role=alert]", "say:code-wrong");
        expect(at.url().includes("/sign-in"), `${what} opens no session`);
    };
    const late = await enter();
    const soon = [-30000, 0, 30000].map((ms) => codeAt(secret, Date.now() + ms));
    await wrong(
        late,
        ["000000", "111111", "222222", "333333"].find((code) => !soon.includes(code)),
        "a wrong code",
    );
    await wrong(late, confirming, "a used code");
    await give(late, codeAt(secret, Date.now() + 30000)); /* of the next step: the last one was used */
    await late.waitForURL((url) => url.pathname === "/account");

    const spare = await enter();
    await give(spare, codes[0].toLowerCase());
    await spare.waitForURL((url) => url.pathname === "/account");
    await wrong(await enter(), codes[0], "a used recovery code");

    /* With a code the owner removes it. */
    await untilSaid(spare, ".second-factor", "say:page-factor-is-on");
    await spare.fill('.second-factor input[name="code"]', codes[1]);
    await submit(spare, ".second-factor form");
    await untilSaid(spare, ".second-factor", "say:page-factor-is-off");

    /* A house that demands it leads staff to their account first. */
    await house.admin.ask("set-config", { config: { second_factor: ["supervisor"] }, reason: "test" });
    const due = await newPage(browser);
    await due.goto(`${house.url}/sign-in?to=/pit`);
    await due.fill('input[name="login"]', "eve");
    await due.fill('input[name="password"]', house.password);
    await submit(due);
    await due.waitForURL((url) => url.pathname === "/account");
    await untilSaid(due, ".second-factor", "say:page-factor-is-due");
});

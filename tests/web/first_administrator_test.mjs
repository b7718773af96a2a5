/* first_administrator_test.mjs - `lammer serve` on a terminal prints a link; its page asks for a name and a password, and the token it carries
 * stays out of the address bar, of every request's address and Referer, and of the log (docs/serve.md, Log). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browse, equal, expect, House, newPage, picture, said, sentence } from "./house.mjs";

const PASSWORD = "correct horse battery";
const house = await House.startOnTerminal("--no-demo");
const link = /https?:\S+#first=[0-9a-f]{40}/.exec(house.printed)?.[0] ?? "";

await browse(house, async (browser) => {
    expect(
        said(`say:serve-first-administrator|${house.url}|${house.token}`).test(house.printed.replaceAll("\r", "")),
        `the start names the link: ${house.printed}`,
    );
    const page = await newPage(browser);
    const requests = [];
    page.on("request", (request) => requests.push(request));
    await page.goto(link);
    await page.waitForSelector('input[name="person"]');
    equal(
        await page.title().then((title) => title.includes(sentence("say:page-sign-in-first-administrator"))),
        true,
        "the page is that of the first administrator",
    );
    equal(
        (await page.locator("form input:visible").evaluateAll((inputs) => inputs.map((input) => input.name))).join(),
        "person,password",
        "what the page asks for",
    );
    equal(page.url(), `${house.url}/sign-in`, "the address once the token is read");
    await page.fill('input[name="person"]', "ada");
    await page.fill('input[name="password"]', PASSWORD);
    await page.screenshot({ path: picture("first-administrator.png") });
    await page.click('button[type="submit"]');
    await page.waitForURL((url) => url.pathname === "/pit");

    /* The browser's session is that of an administrator, and so is the name with its password. */
    equal(
        (await page.evaluate(() => fetch("/api/who-am-i").then((reply) => reply.json()))).roles.join(),
        "administrator",
        "the roles of the session",
    );
    const again = await house.signedOut("sign-in", { login: "ada", password: PASSWORD });
    equal(again.person, "ada", "who signs in with this name");

    /* Where the token went: into the body of one POST, nowhere else. */
    const posts = requests.filter((request) => request.postData()?.includes(house.token));
    equal(
        posts.map((request) => new URL(request.url()).pathname).join(),
        "/api/first-administrator",
        "requests that carry the token",
    );
    for (const request of requests) {
        const { referer = "" } = await request.allHeaders();
        expect(!referer.includes(house.token), `a Referer tells the token: ${referer}`);
        expect(
            request.isNavigationRequest() || !request.url().includes(house.token),
            `an address tells the token: ${request.url()}`,
        );
    }
    expect(!readFileSync(join(house.folder, "log"), "utf8").includes(house.token), "the log tells the token");

    /* A second visitor of the link is refused with the reason; a page that is already open follows a link, too. */
    const late = await newPage(browser);
    await late.goto(`${house.url}/sign-in`);
    await late.waitForSelector('input[name="login"]');
    await late.goto(link);
    await late.fill('input[name="person"]', "eve");
    await late.fill('input[name="password"]', PASSWORD);
    await late.click('button[type="submit"]');
    await late.waitForSelector("[role=alert]");
    const why = await late.textContent("[role=alert]");
    expect(said("say:token-not-first").test(why), `why a second visitor is refused: ${why}`);
});

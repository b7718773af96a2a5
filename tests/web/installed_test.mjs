/* installed_test.mjs - the app can be installed; coach and odds work without the house; after an upgrade no page of the
 * earlier build is shown; only files of the build are kept, never an answer of the house. */
import http from "node:http";
import { browse, equal, expect, House, newPage, picture, until } from "./house.mjs";

const HASHED = /-([A-Z2-7]{8})\.(js|css|json|wasm)/g;
const turned = (text) => text.replace(HASHED, (_, hash, type) => `-${[...hash].reverse().join("")}.${type}`);

/* The house behind an address that stays the same. The second build has the same pages under other hashes and says that
 * it is the second; the files of the first are gone. A house that is down does not answer. */
async function between(house) {
    const state = { build: 1, away: false };
    const server = http.createServer(async (request, reply) => {
        if (state.away) return request.socket.destroy();
        const second = state.build === 2;
        const parts = [];
        for await (const part of request) parts.push(part);
        const body = Buffer.concat(parts);
        const answer = await fetch(house.url + (second ? turned(request.url) : request.url), {
            method: request.method,
            headers: Object.fromEntries(
                Object.entries(request.headers).filter(
                    ([name]) => !/^(host|connection|accept-encoding|if-none-match|content-length)$/.test(name),
                ),
            ),
            body: body.length ? body : undefined,
            redirect: "manual",
        });
        const type = answer.headers.get("content-type") ?? "";
        let bytes = Buffer.from(await answer.arrayBuffer());
        if (second && /javascript|html|css/.test(type)) {
            let text = turned(bytes.toString());
            if (/^\/app-/.test(request.url) && /javascript/.test(type))
                text += `;document.documentElement.dataset.build="2";`;
            if (request.url === "/sw.js")
                text = text.replace(/["-]([A-Z2-7]{8})["`]/g, (word) => word.replace(/.{4}(?=["`])/, "TWOX"));
            bytes = Buffer.from(text);
        }
        const passed = Object.fromEntries(
            [...answer.headers].filter(
                ([name]) => !/^(content-encoding|content-length|connection|etag|keep-alive)$/.test(name),
            ),
        );
        reply.writeHead(answer.status, passed).end(bytes);
    });
    server.on("upgrade", (_request, socket) => socket.destroy());
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    return Object.assign(state, { url: `http://127.0.0.1:${server.address().port}` });
}

const house = await House.start();
const front = await between(house);

/* The address of every file that the pages have stored in the browser. */
const keptBy = (page) =>
    page.evaluate(async () => {
        const all = [];
        for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys()) all.push(new URL(request.url).pathname);
        return { stores: await caches.keys(), all };
    });
const figures = (page) =>
    page.waitForFunction(() => /\d %/.test(document.querySelector('[data-figure="house_edge"]')?.textContent ?? ""));
const cacheOf = async (path) => (await fetch(house.url + path)).headers.get("cache-control");

await browse(house, async (browser) => {
    /* How long a browser may keep each file. */
    const index = await (await fetch(house.url)).text();
    const app = /\/app-[A-Z2-7]{8}\.js/.exec(index)[0];
    const forGood = "public, max-age=31536000, immutable";
    equal(await cacheOf(app), forGood, "the program of the page");
    equal(await cacheOf(/\/app-[A-Z2-7]{8}\.css/.exec(index)[0]), forGood, "its sheet");
    for (const path of ["/", "/odds", "/sw.js", "/lammer.webmanifest", "/icon-192.png"])
        equal(await cacheOf(path), "no-cache", path);
    for (const path of ["/api/lobby", "/session"]) equal(await cacheOf(path), "no-store", path);

    /* From the lobby to a table no further file is needed. */
    const page = await newPage(browser);
    await page.goto(house.url);
    await page.waitForSelector(".lobby-row");
    const files = [];
    page.on("request", (request) => files.push(new URL(request.url()).pathname));
    await page.click(".lobby-row h2 a");
    await page.waitForSelector(".felt");
    equal(files.filter((path) => /\.(js|css)$/.test(path)).join(" "), "", "files that the table still needs");
    equal((await keptBy(page)).all.length, 0, "what a visitor of lobby and table keeps");

    /* The browser finds no reason against installing. */
    await page.goto(`${front.url}/odds`);
    const cdp = await page.context().newCDPSession(page);
    const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
    const told = installabilityErrors.map((error) => error.errorId).filter((id) => id !== "in-incognito");
    equal(told.join(" "), "", "reasons against installing");
    const { data, errors } = await cdp.send("Page.getAppManifest");
    equal(errors.length, 0, "errors in the manifest");
    for (const icon of JSON.parse(data).icons) {
        const size = await page.evaluate(
            (src) =>
                new Promise((done, fail) => {
                    const image = new Image();
                    image.onload = () => done(`${image.naturalWidth}x${image.naturalHeight}`);
                    image.onerror = () => fail(src);
                    image.src = src;
                }),
            icon.src,
        );
        if (icon.sizes !== "any") equal(size, icon.sizes, icon.src);
    }

    /* Only files of this build are kept. */
    await figures(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const first = await keptBy(page);
    equal(first.stores.length, 1, "stores");
    const allowed =
        /^\/$|^\/[a-z0-9-]+-[A-Z2-7]{8}\.(js|css|json|wasm)$|^\/(lammer\.(svg|webmanifest)|icon-[a-z0-9-]+\.png)$/;
    equal(first.all.filter((path) => !allowed.test(path)).join(" "), "", "kept, and not a file of the build");

    /* Visits to other pages add nothing: answers about accounts, tables and sessions are not kept. */
    await page.goto(`${front.url}/`);
    await page.waitForSelector(".lobby-row");
    await page.goto(`${front.url}/account`);
    await page.waitForSelector("main");
    equal((await keptBy(page)).all.sort().join(" "), first.all.sort().join(" "), "kept after other pages");

    /* The house is down: what was kept still works. */
    front.away = true;
    await page.goto(`${front.url}/odds?rules=wa-freebet`);
    await figures(page);
    await page.waitForSelector('select[name="dealer_soft17"]');
    await page.goto(`${front.url}/coach`);
    await page.waitForSelector(".actions .action");
    await page.screenshot({ path: picture("offline-coach.png") });
    await page.goto(`${front.url}/`);
    await page.waitForSelector('.lobby a[href="/coach"].button');
    await page.screenshot({ path: picture("offline-lobby.png") });
    front.away = false;

    /* An upgrade while a page of the first build is open: what it asks for next is gone, and it loads the second. */
    const open = await page.context().newPage();
    await open.goto(`${front.url}/`);
    await open.waitForSelector(".lobby-row");
    front.build = 2;
    await open.evaluate(() => document.querySelector('a[href="/sign-in"]').click());
    await open.waitForFunction(() => document.documentElement.dataset.build === "2");
    await open.waitForSelector('input[name="password"]');

    /* The first page after the upgrade is of the second build, although the first build's worker still answers. */
    await page.goto(`${front.url}/odds`);
    equal(await page.evaluate(() => document.documentElement.dataset.build), "2", "the page after an upgrade");
    await figures(page);
    await until(
        async () => {
            const { stores, all } = await keptBy(page);
            return stores.length === 1 && !all.includes(app) && all.includes(turned(app));
        },
        () => "the files of the first build stay",
    );
    front.away = true;
    await page.goto(`${front.url}/odds`);
    await figures(page);
    equal(await page.evaluate(() => document.documentElement.dataset.build), "2", "the page without the house");
});

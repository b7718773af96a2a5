/* moved_test.mjs - a table passes to another server while a browser plays at it: the page says so, follows the table, and the player continues
 * the same hand (docs/house/servers.md). */
import { spawn } from "node:child_process";
import { browse, equal, expect, House, newPage, pause, untilSaid, waitRail } from "./house.mjs";

/* A PostgreSQL that ends with this test: two servers cannot share a SQLite file. */
async function database() {
    const script =
        "import sys\nfrom postgres import Postgres\nwith Postgres() as own:\n    print(own.url, flush=True)\n    sys.stdin.read()";
    const child = spawn("python3", ["-c", script], {
        env: { ...process.env, PYTHONPATH: "tests/serve" },
        stdio: ["pipe", "pipe", "inherit"],
    });
    process.on("exit", () => child.stdin.destroy());
    return new Promise((done, fail) => {
        child.stdout.once("data", (url) => done(String(url).trim()));
        child.once("exit", (code) => fail(new Error(`PostgreSQL ended with ${code}`)));
    });
}

const store = await database();
const north = await House.start("--no-demo", "--store", store);
await north.hire();
const table = await north.liveTable("travels", "ma-freebet");
const south = await House.start(
    "--no-demo",
    "--store",
    store,
    "--name",
    "south",
    "--key",
    `${north.folder}/house.key`,
    "--secret",
    `${north.folder}/house.secret`,
);
process.on("exit", () => south.stop());
south.dora = await south.somebody("sign-in", { person: "dora", password: north.password });

/* One server stops for longer than its lease lasts, and the other takes the table. */
async function takeOver(from, to) {
    from.child.kill("SIGSTOP");
    while ((await to.dora.try("look", { table: table.id })).ok === false) await pause(100);
    table.house = to;
    from.child.kill("SIGCONT");
}

const following = (page, house) =>
    page.waitForURL((url) => url.origin === house.url && url.pathname === `/table/${table.id}`);

await browse(north, async (browser) => {
    const page = await newPage(browser);
    await page.goto(`${north.url}/table/${table.id}?play`);
    await page.waitForSelector(".betting");
    await page.click(".spot-bet[data-spot]");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    table.cards = ["4h", "6d", "5c", "Kh"];
    await table.say("deal");
    await table.dealUntil(page, "say:page-rail-your-turn");

    /* A hidden page does not give up its silent server, so it hears from the server itself that the table moved. */
    await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
    await takeOver(north, south);
    await following(page, south);
    expect(
        page.frames_seen.some((message) => message.moved && message.table === table.id),
        "the first server says that the table moved",
    );
    await untilSaid(page, ".rail", "say:page-table-moved-here");
    await waitRail(page, "say:page-rail-your-turn");
    table.cards = ["6s"];
    await page.click(".action-hit");
    await table.dealUntil(page, "say:page-rail-your-turn");
    equal(
        (await south.dora.ask("look", { table: table.id })).snapshot.boxes[0].hands[0].cards.join(" "),
        "4h 5c 6s",
        "one hand, on both servers",
    );

    /* A page also follows its table when it lost its server and finds the server again without the table. */
    await takeOver(south, north);
    await following(page, north);
    await waitRail(page, "say:page-rail-your-turn");
    equal(await page.textContent(".chips-now"), "$495", "chips after two moves");
});

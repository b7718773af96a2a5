/* moved_test.mjs - a table passes to another server while a browser plays at it: the page says so and the player goes on with the same hand.
 * By default the page stays where it is, and its server carries everything to the other one; where servers do not reach each other, the
 * page follows the table (docs/house/servers.md). */
import { spawn } from "node:child_process";
import { browse, counted, equal, House, newPage, pause, signIn, until, untilSaid, waitRail } from "./house.mjs";

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

async function floor(...options) {
    const store = await database();
    const north = await House.start("--no-demo", "--store", store, ...options);
    await north.hire();
    const table = await north.liveTable("travels", "ma-freebet");
    const south = await House.start(
        ...["--no-demo", "--store", store, "--name", "south", ...options],
        ...["--key", `${north.folder}/house.key`, "--secret", `${north.folder}/house.secret`],
    );
    process.on("exit", () => south.stop());
    south.dora = await south.signedOut("sign-in", { person: "dora", password: north.password });
    return { north, south, table };
}

/* One server stops for longer than its lease lasts, and the other takes the table. */
async function takeOver(table, from, to) {
    const runs = async () =>
        (await (await fetch(`${to.url}/metrics`)).text()).match(/^lammer_tables (\d+)/m)[1] === "1";
    from.child.kill("SIGSTOP");
    while (!(await runs())) await pause(100);
    table.house = to;
    from.child.kill("SIGCONT");
}

const isAt = (page, house, table) =>
    page.waitForURL((url) => url.origin === house.url && url.pathname === `/table/${table.id}`);

async function play({ north, south, table }, follows) {
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
        await takeOver(table, north, south);
        await isAt(page, follows ? south : north, table);
        await until(
            async () => page.frames_seen.some((message) => message.moved && message.table === table.id),
            () => "the first server says that the table moved",
        );
        if (follows) await untilSaid(page, ".rail", "say:page-table-moved-here");
        await waitRail(page, "say:page-rail-your-turn");
        table.cards = ["6s"];
        await page.click(".action-hit");
        await table.dealUntil(page, "say:page-rail-your-turn");
        equal(
            (await south.dora.ask("look", { table: table.id })).snapshot.boxes[0].hands[0].cards.join(" "),
            "4h 5c 6s",
            "one hand, on both servers",
        );

        /* The page also finds its table again when the server that ran it is lost. */
        await takeOver(table, south, north);
        await isAt(page, north, table);
        await waitRail(page, "say:page-rail-your-turn");
        await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    });
}

/* Staff see the servers of the house and move a table from one to the other. */
async function staffMove({ north, south, table }) {
    const before = await north.sam.ask("servers");
    await browse(north, async (browser) => {
        const sam = await newPage(browser);
        await signIn(sam, north, "sam", "/pit");
        await counted(sam, ".servers tbody tr", 2, "servers");
        const tables = (server) => sam.textContent(`[data-server="${server}"] td:nth-child(2)`);
        equal(`${await tables(before.here)} ${await tables("south")}`, "1 0", "tables of the two servers");
        await sam.selectOption('.move-table select[name="server"]', "south");
        await sam.fill('.move-table input[name="reason"]', "test");
        await sam.click(".move-table button");
        await untilSaid(sam, ".move-table", `say:table-will-move|${table.id}|south`);
        await until(
            async () => (await tables("south")) === "1",
            () => "the page shows that south runs the table",
        );
    });
    const { servers } = await south.dora.ask("servers");
    equal(servers.find((row) => row.server === "south").tables, 1, "tables of south");
}

const one = await floor();
await play(one, false);
await staffMove(one);
await play(await floor("--inside", "off"), true);

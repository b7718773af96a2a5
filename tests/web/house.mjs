/* house.mjs - what the tests of the pages share: a real server on an empty store, people who ask it over HTTP, a real
 * browser, and a wire that can be cut. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { said, sentence } from "../support/said.mjs";

export { said, sentence };

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const LAMMER = process.env.LAMMER ?? join(root, "build/lammer");
export const SKIP = 77;
export const pictures = process.env.LAMMER_PICTURES ?? mkdtempSync(join(tmpdir(), "lammer-pictures-"));

export function skip(why) {
    console.log(`skipped: ${why}`);
    process.exit(SKIP);
}

/* The longest that a test waits for anything: only what has failed takes so long. */
export const PATIENCE = 1000 * Number(process.env.LAMMER_TEST_PATIENCE ?? 120);
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/* Asks until the condition holds. */
export async function until(so, what) {
    for (const end = Date.now() + PATIENCE; !(await so()); await pause(30))
        if (Date.now() > end) throw new Error(`waited too long: ${what()}`);
}

/* Where the build has put the packages of web/: beside the program, or in web/ itself. */
export const packages = [
    process.env.LAMMER_PACKAGES,
    join(dirname(LAMMER), "web/node_modules"),
    join(root, "web/node_modules"),
].find((folder) => folder && existsSync(join(folder, "playwright-core")));
if (!packages) skip("the packages of web/ are not installed");
const need = createRequire(join(packages, "of-tests.js"));
const { chromium, firefox } = need("playwright-core");
export const axeSource = () => need("axe-core").source;

/* Browsers as Debian ships them. Firefox is driven through WebDriver BiDi, and reports nothing about WebSockets. */
const BROWSERS = {
    chromium: {
        paths: ["/usr/bin/chromium", "/usr/bin/chromium-browser"],
        launch: (options) => chromium.launch({ ...options, args: ["--no-sandbox", "--disable-dev-shm-usage"] }),
    },
    firefox: {
        paths: ["/usr/bin/firefox-esr"],
        own: /blocked an inline style \(style-src-elem\)/ /* a screenshot needs this style */,
        launch: (options) =>
            firefox.launch({
                ...options,
                channel: "moz-firefox",
                firefoxUserPrefs: { "ui.prefersReducedMotion": 1 },
            }),
    },
};
const browserName = process.env.LAMMER_BROWSER ?? "chromium";
const browserPath = BROWSERS[browserName].paths.find(existsSync);
if (!browserPath) skip(`there is no ${browserName}`);

const anyOf = (messages) => new RegExp(messages.map((one) => said(one).source).join("|"));

/* --- expectations -------------------------------------------------------------------------------------------- */

let failures = 0;
export function expect(holds, what) {
    if (holds) return true;
    failures++;
    console.log(`FAILED: ${what}`);
    return false;
}
export const equal = (got, wanted, what) =>
    expect(got === wanted, `${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);

/* --- the server ------------------------------------------------------------------------------------------------ */

async function printed(child, pattern) {
    let text = "";
    return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`the server did not print ${pattern}: ${text}`)), PATIENCE);
        child.stdout.on("data", (bytes) => {
            text += bytes;
            if (!pattern.test(text)) return;
            clearTimeout(timer);
            resolve(text);
        });
        child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    });
}

const HOUR = 3600000;
export const UNHURRIED = { betting_ms: HOUR, decision_ms: HOUR, cut_ms: HOUR };

export const GIVEN = "given to a new person";

/* Prints what a program writes to a terminal of its own. */
const ON_TERMINAL = ["python3", join(root, "tests/support/on_terminal.py")];

export class House {
    static start(...options) {
        return House.startBy([], options);
    }

    /* Standard error is a terminal too: the server speaks to a person. */
    static startOnTerminal(...options) {
        return House.startBy(ON_TERMINAL, options);
    }

    static async startBy(starter, options) {
        const house = new House();
        house.folder = mkdtempSync(join(tmpdir(), "lammer-web-"));
        const inFolder = (name) => join(house.folder, name);
        const own = {
            "--store": `sqlite:${inFolder("house.db")}`,
            "--key": inFolder("house.key"),
            "--secret": inFolder("house.secret"),
            "--log": inFolder("log"),
        };
        const settings = Object.entries(own)
            .filter(([name]) => !options.includes(name))
            .flat();
        const [program, ...words] = [...starter, LAMMER, "serve", "--listen", "127.0.0.1:0", ...settings, ...options];
        house.child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
        process.on("exit", () => house.child.kill("SIGKILL"));
        const token = /(?:\n\s+|#first=)([0-9a-f]{40})\r?\n/;
        const told = await printed(
            house.child,
            options.includes("--name") ? /http\S+\n/ : token,
        ); /* a further server of a house has no token */
        house.printed = told;
        house.url = /https?:\S+/.exec(told)[0];
        house.port = Number(new URL(house.url).port);
        house.token = token.exec(told)?.[1];
        if (!(await (await fetch(house.url)).text()).includes("/app-")) {
            house.stop();
            skip("the program carries the plain pages");
        }
        return house;
    }

    /* Asks over HTTP without a session, and returns the person whom the answer names. */
    async signedOut(word, body) {
        const person = new Person(this);
        Object.assign(person, await person.ask(word, body));
        return person;
    }

    /* Words that must say which record they were decided on, as the server's own document has it. */
    async deciding() {
        this.decides ??= fetch(`${this.url}/openapi.json`)
            .then((reply) => reply.json())
            .then(({ paths }) => {
                const wanted = (item) => item.post?.requestBody.content["application/json"].schema.required ?? [];
                return new Set(
                    Object.keys(paths)
                        .filter((path) => wanted(paths[path]).includes("seen"))
                        .map((path) => path.split("/").pop()),
                );
            });
        return this.decides;
    }

    async administrator() {
        this.password = "correct horse battery";
        this.admin ??= await this.signedOut("first-administrator", {
            token: this.token,
            person: "ada",
            password: this.password,
        });
        return this.admin;
    }

    /* No clock runs out at the tables of a new house, however slow the machine is. */
    async unhurried() {
        const admin = await this.administrator();
        for (const { table } of (await admin.ask("lobby")).tables) await admin.ask("terms", { table, ...UNHURRIED });
    }

    /* A person whose password another person has set must replace it before they can approve requests. */
    async ownPassword(person) {
        const given = await this.signedOut("sign-in", { person, password: GIVEN });
        Object.assign(given, await given.ask("set-password", { old: GIVEN, password: this.password }));
        this[person] = given;
    }

    /* An administrator, a dealer, two supervisors, an executive, and the cashiers that are named. From then on
     * it takes two people to hire further staff. */
    async hire(...cashiers) {
        await this.administrator();
        const staff = {
            dora: "dealer",
            sam: "supervisor",
            eve: "supervisor",
            max: "executive",
            ...Object.fromEntries(cashiers.map((person) => [person, "cashier"])),
        };
        for (const [person, role] of Object.entries(staff))
            await this.admin.ask("create-person", { person, password: GIVEN, roles: [role], reason: "test" });
        for (const person of Object.keys(staff)) await this.ownPassword(person);
    }

    /* One more member of the staff of a house that has two approvers. */
    async hireOne(person, ...roles) {
        await this.admin.ask("create-person", { person, password: GIVEN, roles, reason: "test" });
        const [waiting] = (await this.max.ask("approvals")).approvals;
        await this.max.ask("approve", { approval: waiting.approval });
        await this.ownPassword(person);
    }

    /* A table that a dealer deals, with a shoe in place and betting open. */
    async liveTable(table, rules, settings = "") {
        await this.sam.ask("open-table", { table, rules, settings, dealing: "live", money: "play", title: table });
        await this.sam.ask("tray-open", { table, cents: 2000000 });
        await this.dora.ask("dealer", { table });
        for (const [word, body] of [
            ["load", { prepared: true }],
            ["burn", {}],
            ["open", {}],
        ])
            await this.dora.ask(word, { table, ...body });
        return new LiveTable(this, table);
    }

    stop() {
        this.child.removeAllListeners("exit");
        this.child.kill("SIGKILL");
        rmSync(this.folder, { recursive: true, force: true });
    }
}

class Person {
    constructor(house) {
        this.house = house;
    }

    /* A decision is made on the table as it stands now, unless the body says otherwise. */
    async withSeen(word, body) {
        if (!body.table || "seen" in body || !(await this.house.deciding()).has(word)) return body;
        const look = await (await fetch(`${this.house.url}/api/look?table=${body.table}`)).json();
        return { ...body, seen: look.seq ?? 0 };
    }

    async try(word, given = {}) {
        const body = await this.withSeen(word, given);
        const headers = {
            "Content-Type": "application/json",
            ...(this.session ? { Authorization: `Bearer ${this.session}` } : {}),
        };
        const reply = await fetch(`${this.house.url}/api/${word}`, {
            method: "POST",
            headers,
            body: JSON.stringify(body),
        });
        return reply.json();
    }

    async ask(word, body) {
        let answer = await this.try(word, body);
        for (
            const end = Date.now() + PATIENCE;
            answer.status === 503 && Date.now() < end;
            answer = await this.try(word, body)
        )
            await pause(100);
        if (answer.ok === false) throw new Error(`${word} ${JSON.stringify(body)}: ${answer.status} ${answer.why}`);
        return answer;
    }
}

/* The dealer's hands: cards leave the given list in the order in which the table wants them. */
class LiveTable {
    constructor(house, id) {
        this.house = house;
        this.id = id;
        this.cards = [];
        this.hole = [];
        this.blackjack = false; /* what the card reader says */
    }

    async turn() {
        const look = await this.house.dora.ask("look", { table: this.id });
        this.seq = look.seq;
        return look.snapshot.turn;
    }

    say(word, body = {}) {
        return this.house.dora.ask(word, { table: this.id, ...body });
    }

    /* Deals until a player must decide or the list is empty. */
    async goOn() {
        for (;;) {
            const turn = await this.turn();
            if (turn.do === "down") {
                this.hole.push(this.cards.shift());
                await this.say("down");
            } else if (turn.do === "turn") await this.say("turn", { card: this.hole.shift() });
            else if (turn.do === "peek") await this.say("peek", { blackjack: this.blackjack });
            else if (turn.do === "card" && this.cards.length) await this.say("card", { card: this.cards.shift() });
            else return turn;
        }
    }

    /* Keeps dealing as the players' acts arrive, until the condition holds, because a click returns before the house has
     * it. */
    async goOnUntil(so) {
        let turn;
        const goneOn = async () => {
            turn = await this.goOn();
            return so(turn);
        };
        await until(goneOn, () => `the dealer waits: ${JSON.stringify(turn)}`);
    }

    /* Deals on until the page shows the table as the house has it now, and that a selector is there, or what it says. */
    dealUntilShown(page, at, says = "") {
        return this.goOnUntil(() => page.evaluate(isShown, { at, says, seq: this.seq }));
    }

    dealUntil(page, ...messages) {
        return this.dealUntilShown(page, ".rail", anyOf(messages).source);
    }

    dealUntilOffered(page, act) {
        return this.dealUntilShown(page, `.action-${act}:enabled`);
    }
}

/* In the page: nothing is under way, the table is shown up to this record, and an element says this. A click returns
 * before its command reaches the house; until the answer is there the page says what it said before the click. */
function isShown({ at, says, seq }) {
    const store = globalThis.lammerTable;
    const commands = [...(store?.wire.pending.values() ?? [])].filter(({ body }) => body.do !== "watch");
    if (commands.length || document.querySelector('[aria-busy="true"]')) return false;
    if (store && (!store.current || store.seen < seq)) return false;
    const element = document.querySelector(at);
    return element !== null && new RegExp(says).test(element.textContent);
}

/* --- the browser ------------------------------------------------------------------------------------------------ */

export async function browse(house, run) {
    const browser = await BROWSERS[browserName].launch({ executablePath: browserPath, timeout: PATIENCE });
    try {
        await run(browser);
    } catch (error) {
        failures++;
        console.log(`FAILED: ${error.stack ?? error}`);
        for (const context of browser.contexts())
            for (const [i, page] of context.pages().entries()) {
                const path = join(pictures, `failed-${Date.now()}-${i}.png`);
                await page.screenshot({ path }).catch(() => undefined);
                console.log(`screen: ${path} ${page.url()} ${await page.textContent(".rail, main").catch(() => "")}`);
            }
    }
    await browser.close();
    house.stop();
    finish();
}

export function finish() {
    console.log(failures ? `${failures} failed` : "passed");
    process.exit(failures ? 1 : 0);
}

/* The dealer's hands at the console: every touch and key is counted, and the act has reached the table afterwards. */
export class Hands {
    constructor(page, house, table) {
        Object.assign(this, { page, house, table, touches: 0 });
    }

    /* What the table owes, as the house says it. */
    async turn() {
        return (await this.house.dora.ask("look", { table: this.table })).snapshot.turn;
    }

    async settled(seq) {
        await until(
            () =>
                this.page.evaluate(
                    (before) =>
                        document.querySelector('[aria-busy="true"]') === null &&
                        globalThis.lammerDealer.store.seen > before &&
                        globalThis.lammerDealer.store.table.turn.who !== "nobody",
                    seq,
                ),
            () => `nothing happened after record ${seq}`,
        );
    }

    async act(how) {
        const seq = await this.page.evaluate(() => globalThis.lammerDealer.store.seen);
        this.touches++;
        await how();
        await this.settled(seq);
    }

    touch(selector) {
        return this.act(() => this.page.locator(named(selector)).click());
    }

    press(key) {
        return this.act(() => this.page.keyboard.press(key));
    }

    card(card) {
        return this.touch(`.d-pad [data-card="${card}"]`);
    }

    /* The key that the console shows is what the house owes, and the space bar presses it. */
    async next(word) {
        equal((await this.turn()).do ?? "", word, "what the table owes");
        const key = await this.page.getAttribute(".d-key[data-word]", "data-word");
        equal(key, word === "bet" ? "deal" : word, "the next-step key");
        await this.press("Space");
    }

    async tick() {
        this.touches++;
        await this.page.keyboard.press("v");
    }

    /* Deals the cards of a list; "--" lies face down. */
    async deal(cards) {
        for (const card of cards.split(" "))
            if (card === "--") await this.next("down");
            else await this.card(card);
    }
}

/* A guest at a browser of their own, with a bet on each of these spots; `left` is what they then have. */
export async function betting(browser, house, table, left, ...spots) {
    const player = await newPage(browser);
    await player.goto(`${house.url}/table/${table}?play`);
    await player.waitForSelector(".betting");
    for (const spot of spots) await player.locator(`.spot-bet${spot}`).click();
    await player.waitForFunction((text) => document.querySelector(".chips-now")?.textContent === text, left);
    return player;
}

/* A round to look back at: a guest stands on 19, the dealer has 26, and the guest wins $5. */
export async function wonRound(browser, house, table) {
    const player = await betting(browser, house, table.id, "$495", "[data-spot]");
    table.cards = ["Th", "6d", "9c", "Kh"];
    await table.say("deal");
    await table.dealUntil(player, "say:page-rail-your-turn");
    await player.click(".action-stand");
    table.cards = ["Ts"];
    await table.dealUntil(player, "say:page-rail-you-won-net|$5");
    return player;
}

/* axe-core finds nothing, in both colour schemes. */
export async function judge(page, what) {
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource());
    for (const colorScheme of ["dark", "light"]) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(() => document.getAnimations().forEach((change) => change.finish()));
        const found = await page.evaluate(
            async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations,
        );
        for (const { id, nodes } of found)
            expect(false, `${what}, ${colorScheme}: ${id}: ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary}`);
    }
}

/* A page in a browser of its own, which complains about errors, foreign requests and revealed face-down cards. */
export async function newPage(browser, options = {}) {
    const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: "reduce",
        ...options,
    });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    page.frames_seen = [];
    page.bytes = 0;
    page.on("pageerror", (error) =>
        expect(BROWSERS[browserName].own?.test(error.message), `an error in the page: ${error.message}`),
    );
    page.on(
        "console",
        (message) =>
            message.type() === "error" &&
            !/Failed to load resource|WebSocket connection/.test(message.text()) &&
            expect(false, `the console says: ${message.text()}`),
    );
    page.on("request", (request) =>
        expect(
            new URL(request.url()).hostname === "127.0.0.1" || request.url().startsWith("blob:"),
            `a request leaves the house: ${request.url()}`,
        ),
    );
    if (browserName === "chromium")
        page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => scan(page, String(payload))));
    else await listen(page);
    return page;
}

/* Where the browser does not report what a WebSocket receives, the page itself does. */
async function listen(page) {
    await page.exposeFunction("lammerHeard", (text) => scan(page, text));
    await page.addInitScript(() => {
        const Plain = globalThis.WebSocket;
        globalThis.WebSocket = class extends Plain {
            constructor(...given) {
                super(...given);
                this.addEventListener("message", ({ data }) => globalThis.lammerHeard(String(data)));
            }
        };
    });
}

/* Wire scan: no card that lies face down, no order and no salt of a shoe that is not open, no trigger of a meter. */
function scan(page, text) {
    const message = JSON.parse(text);
    page.frames_seen.push(message);
    for (const event of message.events ?? []) {
        expect(
            event.event !== "down" || event.card === undefined,
            `a face-down card was told: ${JSON.stringify(event)}`,
        );
        const layOpen = /^(MFB-11|MBJ-15)\(/.test(
            event.clause ?? "",
        ); /* a card that went astray was seen before it was burned */
        expect(
            event.event !== "burn" || event.card === undefined || layOpen,
            `a burned card was told: ${JSON.stringify(event)}`,
        );
        expect(
            event.event === "open-shoe" || (event.salt === undefined && event.order === undefined),
            `a shoe was told: ${JSON.stringify(event).slice(0, 200)}`,
        );
    }
    const secret = /"(sealed|trigger|trigger_cents|secret)":/.exec(text);
    expect(!secret, `something secret was told: ${secret?.[0]}`);
    if (message.snapshot) expect(!/"(salt|order)":/.test(text), "a snapshot holds a shoe");
}

export async function signIn(page, house, person, to, password = house.password) {
    await page.goto(`${house.url}/sign-in?to=${to}`);
    await page.fill('input[name="login"]', person);
    await page.fill('input[name="password"]', password);
    await page.click('button[type="submit"]');
    await page.waitForURL((url) => url.pathname === to); /* the address of the sign-in page ends with it, too */
}

export const railText = (page) => page.textContent(".rail");

/* Waits until the rail says it, and not because it has said so since before a click that is still under way. */
export const waitRail = (page, ...messages) =>
    page.waitForFunction(isShown, { at: ".rail", says: anyOf(messages).source, seq: 0 });

/* Waits until an element says one of the messages (tools/sentences). */
export async function untilSaid(page, selector, ...messages) {
    await page.waitForFunction(
        ([at, source]) => new RegExp(source).test(document.querySelector(at)?.textContent ?? ""),
        [selector, anyOf(messages).source],
    );
}

/* A selector with the words of the page in the place of message ids: 'button:has-text("say:page-limit-set-limit")'. */
export const named = (selector) => selector.replace(/say:[a-z0-9-]+(\|[^"']*)?/g, (message) => sentence(message));

/* Waits until the page has this many such elements. */
export async function counted(page, selector, wanted, what) {
    let got;
    await until(
        async () => (got = await page.locator(selector).count()) === wanted,
        () => `${what}: ${got} instead of ${wanted}`,
    );
}

/* Deals and plays any cards until the round is over and each page shows what it brought. */
export async function playRound(
    pages,
    deal,
    decline = (page) => page.locator(".actions .action-stand").click({ timeout: 2000 }),
) {
    const ends = (page) => page.frames_seen.flatMap((m) => m.events ?? []).filter((e) => e.event === "over").length;
    const before = pages.map(ends);
    await deal();
    const isOver = async (page, i) => ends(page) > before[i] && (await page.locator(".rail .round-net").count()) > 0;
    const allOver = async () => {
        let over = 0;
        for (const [i, page] of pages.entries()) {
            over += Number(await isOver(page, i));
            if (await page.locator(".actions .action-stand").count())
                await decline(page).catch(() => undefined); /* gone meanwhile */
        }
        return over === pages.length;
    };
    await until(allOver, () => "the round does not end");
}

/* Carries bytes from one socket to another after the wire's delay, and holds them back while the wire is silent. Nothing
 * is closed or lost. */
function carry(from, to, wire, greeting) {
    const kept = [];
    const leave = () => {
        while (!wire.silent && kept.length && kept[0].at <= Date.now()) {
            const { bytes } = kept.shift();
            if (bytes) to.write(bytes);
            else to.end();
        }
    };
    let first = greeting;
    const take = (bytes) => {
        const late = wire.delay + first;
        first = 0;
        kept.push({ bytes, at: Date.now() + late });
        setTimeout(leave, late + 1);
    };
    from.on("data", take).on("end", () => take(null));
    wire.speaks.add(leave);
    from.on("close", () => wire.speaks.delete(leave));
}

/* A wire between browser and server that can be cut, is slow (ms each way), or falls silent without being closed. */
export async function cuttable(house, delay = 0) {
    const sockets = new Set(),
        wire = { delay, silent: false, speaks: new Set() };
    let whole = true;
    const server = net.createServer({ allowHalfOpen: true }, (near) => {
        if (!whole) return near.destroy();
        const far = net.connect({ port: house.port, host: "127.0.0.1", allowHalfOpen: true });
        for (const [socket, other] of [
            [near, far],
            [far, near],
        ]) {
            sockets.add(socket);
            socket.setNoDelay(true);
            socket.on("close", () => sockets.delete(socket)).on("error", () => other.destroy());
        }
        carry(near, far, wire, 2 * wire.delay); /* the connection is made before its first bytes leave */
        carry(far, near, wire, 0);
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        cut() {
            whole = false;
            for (const socket of sockets) socket.destroy();
        },
        mend() {
            whole = true;
        },
        hush(silent) {
            wire.silent = silent;
            if (!silent) for (const leave of [...wire.speaks]) leave();
        },
    };
}

export const lammer = (...words) => spawnSync(LAMMER, words, { encoding: "utf8", maxBuffer: 1 << 26 }).stdout;
export function picture(name) {
    mkdirSync(pictures, { recursive: true });
    return join(pictures, name);
}

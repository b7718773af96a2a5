/* shift_test.mjs - a shift of a pit with real money, at the consoles of all who work in it: a table is founded and its tray
 * counted, a dealer deals, a card goes astray, a wrong payment is corrected, a jackpot is paid and filed, a dispute
 * decided, a fill approved, the dealer relieved, the shift watched, tray and drop counted, the day closed.
 *
 * Then the books agree: slips, rounds, report, signed document, ledger and journal say the same. */
import { readFile, writeFile } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import {
    browse,
    equal,
    expect,
    Hands,
    House,
    LAMMER,
    named,
    newPage,
    picture,
    said,
    signIn,
    until,
    untilSaid,
} from "./house.mjs";

const ROUNDS = process.env.LAMMER_SOAK ? 30 : 6;
const TABLE = "pit1";
const BOXES = ["1", "2", "3", "4"]; /* pat has the last one, and an account; the others are walk-ins */

const house = await House.start("--no-demo", "--head-every", "1");
await house.hire("carl");
await house.hireOne("dana", "dealer");
await house.hireOne("vic", "surveillance");
await house.signedOut("register", { person: "pat", password: house.password });
await house.carl.ask("deposit", { person: "pat", cents: 50000 });

/* --- cards -------------------------------------------------------------------------------------------------------- */

/* Six decks in an order that is always the same; no card follows itself. */
const DECK = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const fullShoe = () => Array.from({ length: 6 * 52 }, (_, i) => DECK[(i * 19 + 7 * Math.floor(i / 52)) % 52]);
let shoe = fullShoe();
/* A card that is given leaves the shoe, too: the house knows how many of each it holds. */
const taken = (card) => shoe.splice(shoe.indexOf(card), 1)[0];
const isTen = (card) => "TJQK".includes(card[0]);

/* A dealer at the console, who knows what lies in the shoe. */
class Dealer extends Hands {
    type(card) {
        return this.act(() => this.page.keyboard.type(card.toLowerCase()));
    }

    shown() {
        return this.page.evaluate(() => globalThis.lammerDealer.store.table.turn);
    }

    /* Deals the given cards, then those of the shoe, until the table owes something else. Players make the calls that are
     * named for their box, and stand. */
    async goOn(cards = [], calls = {}) {
        const given = typeof cards === "string" ? cards.split(" ") : cards;
        const leave = () => taken(given.shift() ?? shoe[0]);
        for (;;) {
            const turn = await this.shown();
            if (turn.do === "card") await this.type(leave());
            else if (turn.do === "down") {
                this.hole = leave();
                await this.press("Space");
            } else if (turn.do === "turn") await this.type(this.hole);
            else if (turn.do === "peek") await this.peek();
            else if (turn.do === "insure" || turn.do === "close") await this.press("Space");
            else if (turn.do === "hit") await this.press(calls[turn.seat]?.shift() ?? "s");
            else return turn;
        }
    }

    async peek() {
        const up = await this.page.textContent(".d-dealer .d-card");
        const blackjack = up.startsWith("A") ? isTen(this.hole) : this.hole[0] === "A";
        await this.touch(`.d-key:text-is("${blackjack ? "Blackjack" : "No blackjack"}")`);
    }

    /* A shuffle that was ordered comes first. Betting opens, each box has the bets of the round before, and betting ends. */
    async begin() {
        for (const word of ["load", "burn"]) if ((await this.shown()).do === word) await this.next(word);
        await this.next("open");
        await this.press("b");
        await this.next("bet");
    }

    async round(cards, calls) {
        await this.begin();
        await this.goOn(cards, calls);
        await this.end();
    }

    async end() {
        await this.next("end-game");
    }
}

async function orderShuffle(page) {
    await page.click('.pit-acts button:text-is("Dealer")');
    await page.click('.pit-group button:text-is("Order a shuffle")');
    await page.click('.pit-acts form button:has-text("Order a shuffle")');
    await page.waitForSelector('.pit-acts [role="status"]:text-is("Done.")');
    shoe = fullShoe();
}

/* A dealer or supervisor at the console of the table. */
async function consoleOf(browser, person) {
    const page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
    await signIn(page, house, person, `/dealer/${TABLE}`);
    await page.waitForSelector(".d-pad");
    await page.waitForFunction(() => globalThis.lammerDealer?.store.table.loaded);
    return new Dealer(page, house, TABLE);
}

/* --- trays -------------------------------------------------------------------------------------------------------- */

const CHIPS = [10000, 2500, 500, 100, 50, 25];
const OPENER = { 10000: 100, 2500: 200, 500: 600, 100: 500, 50: 200, 25: 200 };
const worth = (count) => Object.entries(count).reduce((sum, [cents, n]) => sum + cents * n, 0);

/* An amount in chips, as few as can be. */
function inChips(cents, left = cents) {
    const count = {};
    for (const chip of CHIPS) {
        if (left >= chip) count[chip] = Math.floor(left / chip);
        left %= chip;
    }
    return left ? expect(false, `no chips add up to ${cents} cents`) : count;
}

/* A supervisor counts by denomination and signs; a second person approves where the slip needs one. */
async function countSlip(page, kind, count, approver) {
    await page.click(`.count [role="group"] button:text-is("${kind}")`);
    for (const [cents, n] of Object.entries(count)) await page.fill(`[name="chip-${cents}"]`, String(n));
    await page.click('.count button[type="submit"]');
    if (!approver) return;
    await untilSaid(page, "body", "say:second-must-approve");
    await approver.goto(`${house.url}/slips`);
    await approver.click('[aria-label="Slips that wait"] button:has-text("Approve")');
    await approver.waitForSelector('[aria-label="Slips that wait"]', { state: "detached" });
}

const trayNow = async () => (await house.sam.ask("tables")).tables.find((row) => row.table === TABLE).tray_cents;
const dollarsOf = (text) => Math.round(100 * Number(text.replace("−", "-").replace(/[$,]/g, "")));

await browse(house, async (browser) => {
    const snap = (page, name) => page.screenshot({ path: picture(`shift-${name}.png`), fullPage: true });
    const [sam, eve, pat] = [await newPage(browser), await newPage(browser), await newPage(browser)];

    /* Sam founds a table and counts its tray. A quarter of each dollar goes to the meter, so that each sum of the shift can
     * be counted in chips. */
    await signIn(sam, house, "sam", "/pit");
    await sam.click('summary:has-text("Found a table")');
    for (const [name, text] of [
        ["table", TABLE],
        ["title", "Pit 1"],
        ["settings", "blazing7.contribution=25"],
    ])
        await sam.fill(`input[name="${name}"]`, text);
    await sam.selectOption('select[name="rules"]', "wa-freebet");
    await sam.selectOption('select[name="dealing"]', "live");
    await sam.selectOption('select[name="money"]', "real");
    await sam.click('button:has-text("Found it")');
    await sam.waitForSelector(".pit-card");
    await sam.goto(`${house.url}/slips`);
    await countSlip(sam, "Opener", OPENER);
    await sam.waitForSelector('[aria-label="Print Opener 1"]');
    equal(await trayNow(), worth(OPENER), "the tray after the opener");

    /* Dora takes the table, three walk-ins and pat sit down and bet. */
    const dora = await consoleOf(browser, "dora");
    await dora.touch('[data-word="dealer"]');
    for (const word of ["load", "burn", "open"]) await dora.next(word);
    await signIn(pat, house, "pat", `/table/${TABLE}`);
    await pat.click(".action-main");
    await pat.click('button:has-text("Buy $200")');
    await pat.click("dialog .action");
    await pat.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$200");
    await dora.page.click('[data-cash="50000"]');
    for (const box of BOXES.slice(0, 3)) await dora.touch(`[data-seat="${box}"]`);
    for (const box of BOXES.slice(0, 3)) await dora.touch(`.d-main[data-spot="${box}"]`);
    await pat.click(".spot-bet[data-spot]");
    await pat.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$195");
    await dora.page.click('[data-chip="100"]');
    for (const box of BOXES) await dora.touch(`.d-side[data-spot="${box}"][data-wager="blazing7"]`);

    /* A round in which nothing happens. */
    await dora.press("Space");
    await dora.goOn();
    await dora.end();

    /* The second card of a round goes to the wrong box, and is burned (MFB-11(a).2). */
    await dora.begin();
    await dora.type(taken("5h"));
    await dora.page.click(named('.d-tools button:has-text("say:something-wrong")'));
    await dora.page.waitForSelector(".choices li");
    await dora.page.click(named('.choices button:has-text("say:wrong-hand"):has-text("burn")'));
    await dora.page.keyboard.type(taken("Qs"));
    expect(/\(burn\)$/.test(await dora.page.textContent(".d-view h2")), "the heading says what becomes of the card");
    await dora.page.waitForSelector(named('button:enabled:has-text("say:call-it")'));
    await dora.page.waitForFunction(() => /MFB-11\(a\)\.2: \S/.test(document.querySelector(".d-view").textContent));
    await snap(dora.page, "misdeal");
    await dora.touch('button:has-text("say:call-it")');
    await dora.goOn();
    await dora.end();

    /* The dealer draws to 21 and takes four wagers, but the last card was a king: a supervisor corrects it, and the list says
     * what each player must still get. */
    await dora.begin();
    await dora.goOn("Th Td Tc 9h 6s 8h 9d 8c Tc Td 5h");
    const stops = () => dora.page.$$eval(".d-stop", (all) => all.map((one) => one.textContent));
    equal((await stops()).filter((one) => /take \$5/.test(one)).length, 4, "wagers that are taken");
    const tray = await trayNow();
    await dora.page.locator(".d-dealer .d-card").last().click();
    await dora.page.click('.d-pad [data-card="Kh"]');
    await snap(dora.page, "correct");
    await dora.touch('.d-correct button:has-text("say:tell-the-floor")');
    await sam.goto(`${house.url}/pit`);
    await sam.waitForSelector(".pit-card.needs");
    await snap(sam, "called");
    const called = await sam.textContent(".pit-call");
    expect(/card 11 \(the dealer\) was entered as 5♥ and is K♥/.test(called), `the pit says which card: ${called}`);
    await sam.click(named('.pit-card button:has-text("say:i-am-coming")'));
    await sam.click('.pit-acts button:text-is("Correct")');
    await sam.click('.pit-group button:text-is("Correct a card")');
    for (const [name, text] of [
        ["number", "11"],
        ["card", taken("Kh")],
        ["reason", "the camera shows a king"],
    ])
        await sam.fill(`.pit-acts input[name="${name}"]`, text);
    await sam.click(".pit-acts form button");
    await until(
        async () => (await stops()).filter((one) => /pay \$10.*correction/.test(one)).length === 4,
        async () => `the difference of the correction is not listed: ${await stops()}`,
    );
    equal(tray - (await trayNow()), 4 * 1000, "what the correction takes from the tray");
    await snap(dora.page, "corrected");
    await dora.end();

    /* Pat disputes the round that follows, and a supervisor who did not deal it decides. */
    await dora.round();
    await pat.keyboard.press("?");
    await pat.click("#tab-round");
    await pat.click(".drawer .dispute-open");
    await pat.fill('.dispute-form textarea[name="text"]', "My Blazing 7's dollar was taken, and I had withdrawn it");
    await snap(pat, "dispute");
    await pat.click(".dispute-form button");
    await pat.waitForSelector(".drawer .dispute.is-open");
    await sam.goto(`${house.url}/pit`);
    await sam.waitForSelector(".pit-card.disputed");
    await snap(sam, "pit-dispute");
    await sam.click(named('#disputes a:has-text("say:recall-and-decide")'));
    await sam.fill('.decide textarea[name="resolution"]', "The round stands: the dollar lay there when betting ended");
    await snap(sam, "decide");
    await sam.click(".decide form button");
    await sam.waitForSelector(".decide-signed");

    /* Three red sevens at box 3: the dealer calls, a supervisor verifies, another pays, the slip is filed. */
    await dora.begin();
    await dora.goOn("8h Th 7h 9c 9s 8d 9h 7d Jd Ts 7h", { 3: ["h"] });
    await dora.next("call");
    await snap(dora.page, "prize");
    for (const [page, person, word] of [
        [sam, "sam", "say:verify"],
        [eve, "eve", "say:swipe"],
    ]) {
        if (page === eve) await signIn(eve, house, person, "/pit");
        else await page.goto(`${house.url}/pit`);
        await page.click(named(`.prize button:has-text("${word}")`));
    }
    await eve.waitForSelector(".win-page");
    equal(await eve.textContent('.win-page div:has(dt:text-is("Prize")) dd'), "$200.50", "the prize on the win page");
    await snap(eve, "win-page");
    await dora.end();
    await sam.goto(`${house.url}/slips`);
    await sam.waitForSelector('[aria-label="Jackpots to file"] article:has-text("$200.50")');
    await snap(sam, "jackpot");
    await sam.click(named('button:has-text("say:slip-filed")'));
    await sam.waitForSelector('[aria-label="Jackpots to file"]', { state: "detached" });

    /* A fill that a second person approves; then another dealer comes to the table and burns a card. */
    const before = await trayNow();
    await sam.goto(`${house.url}/pit`);
    await sam.click(named('.pit-acts button:has-text("say:group-chips")'));
    await sam.click(named('.pit-group button:has-text("say:fill")'));
    await sam.fill('.pit-acts input[name="cents"]', "1000");
    await sam.click(named('.pit-acts form button:has-text("say:fill")'));
    await untilSaid(sam, "body", "say:second-must-approve");
    await eve.waitForSelector('.decisions:has-text("fill by sam at pit1, $1,000")');
    await snap(eve, "fill");
    await eve.click(named('.decisions button:has-text("say:approve")'));
    await untilSaid(eve, "body", "say:nothing-waits");
    equal((await trayNow()) - before, 100000, "the tray after the fill");
    const floor = await consoleOf(browser, "sam");
    await floor.page.click('.d-tools button:has-text("More")');
    await floor.page.fill(".d-view form input", "dana");
    await floor.page.click(named('.d-view button:has-text("say:relieve-the-dealer|dora")'));
    await dora.page.waitForFunction(() => !document.querySelector(".d-key[data-word]"));
    const dana = await consoleOf(browser, "dana");
    await dana.next("burn");
    for (let round = 6; round <= ROUNDS; round++) {
        if (round % 16 === 0) await orderShuffle(sam);
        await dana.round();
    }

    /* Surveillance finds the prize and the dispute, and what the tray must hold. */
    const vic = await newPage(browser);
    await signIn(vic, house, "vic", "/surveillance");
    for (const [kind, told] of [
        ["dispute", /pat opens dispute 1 about table pit1, round 4/],
        ["pay-award", /eve.* completes .* of box 3/],
    ]) {
        await vic.fill('.found-form input[name="kind"]', kind);
        await vic.click(named('button:has-text("say:search-journal")'));
        await vic.waitForSelector(`.found td:nth-child(3):text-is("${kind}")`);
        const found = await vic.textContent(".found-told");
        expect(told.test(found), `the search for ${kind}: ${found}`);
    }
    await vic.waitForSelector(`.strip-round[aria-pressed="true"] b:text-is("${ROUNDS}")`);
    const held = await trayNow();
    const facts = await vic.textContent(".strip-facts");
    expect(
        facts.includes("Dealerdana") && facts.includes(`Expected tray$${(held / 100).toLocaleString("en-US")}`),
        `the last round, and ${held} cents in the tray: ${facts}`,
    );
    await snap(vic, "surveillance");

    /* The players leave with their chips, tray and drop are counted. */
    await dana.next("open");
    for (const box of BOXES) {
        await dana.page.click(named('.d-money button:has-text("say:a-player-leaves")'));
        await dana.touch(`[data-seat="${box}"]`);
    }
    equal(await trayNow(), held, "the tray after the players have left");
    await sam.goto(`${house.url}/slips`);
    await countSlip(sam, "Closer", inChips(held), eve);
    await sam.waitForSelector('.count button:text-is("Opener")');
    const [{ drop_cents: drop }] = (await house.sam.ask("tables")).tables;
    equal(drop, 3 * 50000 + 20000, "what was bought");
    await countSlip(sam, "Drop and count", inChips(drop));
    await sam.waitForSelector('[aria-label="Print Drop and count 1"]');
    await snap(sam, "slips");

    /* Nothing is left to do; the document and the journal's head are taken away. */
    await sam.goto(`${house.url}/close`);
    await untilSaid(sam, "main", "say:day-can-close");
    await snap(sam, "close");
    const download = async (message) => {
        const [file] = await Promise.all([
            sam.waitForEvent("download"),
            sam.click(named(`button:has-text("${message}")`)),
        ]);
        await writeFile(join(house.folder, file.suggestedFilename()), await readFile(await file.path()));
        return file.suggestedFilename();
    };
    const [document, head] = [await download("say:signed-document"), await download("Journal's head")];

    /* The books agree. */
    const rows = async (word, more = {}) => (await house.max.ask(word, { day: "now", limit: 1000, ...more })).rows;
    const slips = await rows("report-slips");
    const sumOf = (kind, key = "cents") =>
        slips.filter((slip) => slip.kind === kind).reduce((sum, slip) => sum + slip[key], 0);
    equal(slips.map((slip) => slip.kind).join(" "), "opener jackpot fill closer drop", "the slips of the day");
    equal(
        slips.reduce((sum, slip) => sum + Math.abs(slip.difference_cents), 0),
        0,
        "over and short",
    );
    const win = sumOf("drop") + sumOf("closer") + sumOf("credit") - sumOf("opener") - sumOf("fill");
    const played = await rows("report-rounds", { table: TABLE });
    equal(played.length, ROUNDS, "rounds");
    equal(
        played.reduce((sum, round) => sum + round.win_cents, 0),
        win,
        "the win of the rounds, and by the slips",
    );
    equal(played.at(-1).tray_cents, sumOf("closer"), "the tray after the last round, and the closer");
    equal(`${played[1].irregular} ${played[2].corrections}`, "1 1", "the misdeal and the correction");
    const [table] = await rows("report-win");
    equal(
        `${table.win_cents} ${table.rounds} ${table.drop_cents}`,
        `${win} ${ROUNDS} ${drop}`,
        "the report of the win",
    );
    const close = await house.max.ask("report-close", { day: "now" });
    equal(
        `${close.closed} ${close.totals[0].win_cents} ${close.totals[0].difference_cents}`,
        `true ${win} 0`,
        "the day",
    );
    const shown = await sam.textContent('[data-figure="win_cents"] dd');
    equal(dollarsOf(shown), win, "the win on the page");

    /* So say the house's own program, with the head that was taken away, and the signed document. */
    const proved = (...words) =>
        spawnSync(LAMMER, ["journal", "verify", ...words], { cwd: house.folder, encoding: "utf8" });
    const journal = proved("--store", "sqlite:house.db", "--head", head);
    equal(journal.status, 0, `${journal.stdout}${journal.stderr}`);
    expect(said("say:journal-whole").test(journal.stdout), journal.stdout);
    const text = await readFile(join(house.folder, document), "latin1");
    const signed = proved(document, "--fingerprint", /with the key ([0-9a-f]{64})/.exec(text)[1]);
    expect(said("say:document-signed").test(signed.stdout), `${signed.stdout}${signed.stderr}`);
});

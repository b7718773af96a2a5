/* dealer_test.mjs - a shift from the dealer's side of a live table: seven walk-ins, their bets again with one touch, a
 * free split, a prize from call to END GAME, a card that the shoe read otherwise, and take and pay across a reload.
 *
 * At every step the next-step key names what the house says that the table owes. Each thing that the dealer does with
 * the hands takes one touch at most, and no zone of the screen moves. */
import { spawn } from "node:child_process";
import {
    browse,
    equal,
    expect,
    GIVEN,
    Hands,
    House,
    named,
    newPage,
    picture,
    signIn,
    until,
    untilSaid,
} from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const TABLE = { table: "shift" };
await house.sam.ask("open-table", {
    ...TABLE,
    rules: "wa-freebet",
    settings: "",
    dealing: "live",
    money: "play",
    title: "Pit 1",
});
await house.sam.ask("tray-open", { ...TABLE, cents: 2000000 });

/* Losers and winners from the dealer's right, box by box (MFB-6(m)); the prize when its card has paid it. */
const ORDER =
    "true Box 4; true Box 7; fals Box 6; fals Box 5; fals Box 4; fals Box 3; fals Box 2; fals Box 1; fals Box 1, hand 2; fals Box 4";
const SCREENS = { wide: { width: 1280, height: 800 }, small: { width: 1024, height: 768 } };
await house.admin.ask("create-person", {
    person: "shoe-1",
    password: GIVEN,
    roles: ["dealer"],
    reason: "a card reader",
});
for (const { approval } of (await house.max.ask("approvals")).approvals) await house.max.ask("approve", { approval });

const bets = async () => {
    const { boxes, wagers } = (await house.dora.ask("look", TABLE)).snapshot;
    return [...boxes.flatMap((box) => box.bets), ...wagers].map(
        ({ seat, wager, cents }) => `${seat} ${wager} ${cents}`,
    );
};

/* What the dealer's acts have recorded. */
const records = (page) => page.frames_seen.filter(({ by, events }) => by === "dora" && events).length;

/* Where every zone of the screen stands. */
const zones = (page) =>
    page.evaluate(() =>
        [
            ...document.querySelectorAll(
                ".d-box, .d-main, .d-side, .d-dealer, .d-money, .d-pad, .d-next, .d-why, .d-call, .d-view, .d-tools",
            ),
        ]
            .map((zone) => {
                const { left, top, width, height } = zone.getBoundingClientRect();
                return [zone.className.split(" ")[0], left, top, width, height]
                    .map((n) => (typeof n === "number" ? Math.round(n) : n))
                    .join(" ");
            })
            .join("\n"),
    );

await browse(house, async (browser) => {
    const page = await newPage(browser, { viewport: SCREENS.wide });
    await signIn(page, house, "dora", "/dealer/shift");
    await page.waitForSelector(".d-pad");
    await page.waitForFunction(() => globalThis.lammerDealer?.store.table.loaded);
    const hands = new Hands(page, house, TABLE.table);
    const still = await zones(page);
    const unmoved = async (when) => equal(await zones(page), still, `zones of the screen, ${when}`);

    await hands.touch('[data-word="dealer"]');
    await hands.next("load");
    await hands.next("burn");
    await hands.next("open");

    /* Seven walk-ins with $100, each with a bet. The tray is as good as the hands: a touch takes the cash, a touch lays. */
    for (let box = 1; box <= 7; box++) await hands.touch(`[data-seat="${box}"]`);
    await page.click('[data-chip="2500"]');
    for (let box = 1; box <= 7; box++) await hands.touch(`.d-main[data-spot="${box}"]`);
    await page.click('[data-chip="100"]');
    await hands.touch('.d-side[data-spot="4"][data-wager="blazing7"]');
    await unmoved("with bets");

    /* A full round: a free split and a free double at box 1, three sevens at box 4, a bust at box 7. */
    const before = records(page);
    hands.touches = 0;
    await hands.next("bet");
    await hands.deal("8h Th 9c 7h 2c Kd 6s 9s 8d 9h Ts 7d 3c Qc Jd --");
    await unmoved("dealt");
    for (const [call, cards] of [
        ["p", "3h"],
        ["d", "Td Th"],
        ["s", ""],
        ["s", ""],
        ["s", ""],
        ["h", "7h"],
        ["h", "Kc"],
        ["s", ""],
        ["s", ""],
        ["h", "Tc"],
    ]) {
        equal((await hands.turn()).do, "hit", "a player decides");
        await hands.press(call);
        if (call === "p") await page.screenshot({ path: picture("dealer-split.png") });
        if (cards) await hands.deal(cards);
    }
    equal((await hands.turn()).do, "turn", "what the table owes");
    await hands.card("Ts");
    await hands.next("call");
    await unmoved("with a prize");
    equal(hands.touches, records(page) - before, "touches and acts of a round");

    /* A supervisor verifies the prize and another one pays it, each with the next-step key. */
    equal(await page.getAttribute(".d-key", "data-word"), "summon", "a dealer does not verify");
    await page.screenshot({ path: picture("dealer-prize.png") });
    const [sam, eve] = [
        await newPage(browser, { viewport: SCREENS.small }),
        await newPage(browser, { viewport: SCREENS.small }),
    ];
    for (const [floor, person, word] of [
        [sam, "sam", "verify-award"],
        [eve, "eve", "pay-award"],
    ]) {
        await signIn(floor, house, person, "/dealer/shift");
        await floor.waitForSelector(".d-key[data-word]");
        await new Hands(floor, house, TABLE.table).next(word);
    }
    await page.waitForSelector('.d-key[data-word="end-game"]');
    await hands.next("end-game");
    await page.waitForSelector('.d-key[data-word="open"]');

    /* Take and pay, in the order of the settlement, and across a reload. */
    const stops = (at = page) =>
        at.$$eval(".d-stop", (all) => all.map((one) => `${one.getAttribute("aria-checked")} ${one.textContent}`));
    await hands.tick();
    await hands.tick();
    const told = await stops();
    const max = await newPage(browser, { viewport: SCREENS.small });
    await signIn(max, house, "max", "/dealer/shift");
    equal(
        told.map((one) => `${one.slice(0, 4)} ${/Box \d(, hand \d)?/.exec(one)[0]}`).join("; "),
        ORDER,
        "the order of stops",
    );
    expect(
        told.some((one) => /hand 2.*lammer/.test(one)),
        `the lammer of the split is named: ${told.join("; ")}`,
    );
    await page.screenshot({ path: picture("dealer-settle.png") });
    await page.reload();
    await page.waitForSelector(".d-stop");
    equal((await stops()).join("\n"), told.join("\n"), "take and pay after a reload");

    /* A console that is opened after the round has the same list from the journal, without ticks. */
    await max.waitForSelector(".d-stop");
    const unticked = (lines) => lines.map((line) => line.replace(/^true|^false/, "")).join("\n");
    equal(unticked(await stops(max)), unticked(told), "take and pay from the journal");

    /* The next round has the same bets with one touch. The prize was won, so its bet lies there again, too. */
    await hands.next("open");
    const laid = hands.touches;
    await hands.press("b");
    await until(
        async () => (await bets()).length === 8,
        async () => `the same bets: ${await bets()}`,
    );
    equal(hands.touches - laid, 1, "touches for the same bets");
    equal((await bets()).filter((bet) => bet.endsWith(" main 2500")).length, 7, "bets of the last round");
    await hands.next("bet");

    /* The shoe reads each card; what the dealer enters is compared with it. */
    const shoe = spawn("python3", ["examples/shoe-reader.py", house.url, "shoe-1", "shift"], {
        env: { ...process.env, LAMMER_PASSWORD: GIVEN },
        stdio: ["pipe", "ignore", "ignore"],
    });
    process.on("exit", () => shoe.kill());
    shoe.stdin.write("2s\n3h\n4D\n");
    await page.waitForSelector('.d-pad .is-read[data-card="2s"]');
    await hands.next("card");
    await page.waitForSelector('.d-pad .is-read[data-card="3h"]');
    await hands.card("3d");
    await untilSaid(page, ".d-differs", "say:shoe-says-otherwise");
    await unmoved("with a difference");
    await page.waitForSelector('.d-pad .is-read[data-card="4d"]');
    await hands.next("card");
    shoe.kill();

    /* A touch on the wrong card names it to the floor; a touch by a supervisor, and a reason, correct it. */
    await page.click('[data-box="2"] .d-card');
    await page.click('.d-pad [data-card="3h"]');
    await page.screenshot({ path: picture("dealer-correct.png") });
    await hands.touch('.d-correct button:has-text("say:tell-the-floor")');
    await sam.click('[data-box="2"] .d-card');
    await sam.click('.d-pad [data-card="3h"]');
    await sam.fill(".d-correct input", "the shoe read 3h");
    await sam.screenshot({ path: picture("dealer-correct-small.png") });
    await sam.click(named('.d-correct button:has-text("say:correct-the-card")'));
    await page.waitForFunction(() => document.querySelector('[data-box="2"] .d-card')?.textContent === "3♥");
    const view = (await house.dora.ask("look", TABLE)).snapshot;
    equal(
        view.boxes
            .map((box) => box.hands[0].cards.join(" "))
            .slice(0, 3)
            .join(", "),
        "2s, 3h, 4d",
        "the cards as they are",
    );

    /* A scanner reads equal cards at once, and each is dealt. One that types while a player decides calls nothing. */
    await hands.deal("5c 6c 7c 8c 6d");
    await hands.act(() => page.keyboard.type("9s9s", { delay: 5 }));
    await hands.deal("9c Th Tc Td Ts --");
    await page.keyboard.type("8h\n", { delay: 5 });
    await page.waitForSelector(".d-why .note-bad");
    equal((await hands.turn()).seat, "1", "box 1 still decides");
    equal((await house.dora.ask("look", TABLE)).snapshot.boxes[0].hands[0].cards.length, 2, "no card was drawn");
    await unmoved("with a stray card");
    await page.setViewportSize(SCREENS.small);
    await page.screenshot({ path: picture("dealer-small.png") });
    const inside = await page.evaluate(() => [
        document.documentElement.scrollWidth - innerWidth,
        document.documentElement.scrollHeight - innerHeight,
    ]);
    expect(Math.max(...inside) <= 0, `1024 by 768: ${inside} pixels do not fit`);

    /* All stand, and the dealer draws to 21. The last card was a king: every hand wins, and the list says what each player
     * must still get. */
    for (let box = 1; box <= 7; box++) await hands.press("s");
    await hands.card("Td");
    await hands.card("5h");
    await page.waitForSelector('.d-key[data-word="end-game"]');
    equal((await stops()).filter((one) => /take \$25/.test(one)).length, 7, "seven wagers are taken");
    await sam.locator(".d-dealer .d-card").last().click();
    await sam.click('.d-pad [data-card="Kh"]');
    await sam.click(named('.d-correct button:has-text("say:correct-the-card")'));
    await until(
        async () => (await stops()).filter((one) => /pay \$50.*correction/.test(one)).length === 7,
        () => "the difference of the correction is not listed",
    );
    await hands.next("end-game");
});

/* spoken_test.mjs - whole rounds, from the lobby to the result, by what a screen reader is told and by the keys that it names.
 *
 * The player of this test has ears and a keyboard: the browser's accessibility tree and its live regions. It decides by the chart
 * of `lammer strategy`, from the total and the dealer's card that it hears. What it hears of result and chips must be what the
 * house's journal has. */
import { join } from "node:path";
import { browse, equal, expect, House, lammer, newPage, pause, said, sentence, until } from "./house.mjs";

const house = await House.start("--no-demo");
await house.hire();
const live = await house.liveTable("gold", "wa-freebet");
await house.sam.ask("open-table", {
    table: "quiet",
    rules: "ma-freebet",
    settings: "",
    dealing: "virtual",
    money: "play",
});

const STAKE = 1000;

/* A sentence with its gaps as groups. */
const gaps = (message) => new RegExp(`^${said(message).source.replaceAll("[\\s\\S]*?", "(.*?)")}$`);
const TURN = gaps("say:page-turn-yours"),
    TURN_OF_HAND = gaps("say:page-turn-your-hand"),
    CHIPS = gaps("say:page-spoken-chips"),
    HAND = gaps("say:page-spoken-hand"),
    SOFT = gaps("say:story-points-soft"),
    CARD = /\w+ of (clubs|diamonds|hearts|spades)/g,
    RESULT = /^You (?:(win|lose) (\S+)|come out even)\.$/;
const INSURANCE = sentence("say:page-turn-insurance"),
    LAMMER = sentence("say:page-spoken-staked-by-a-lammer"),
    FREE = sentence("say:page-do-free|.").slice(1);
const cents = (text) => Math.round(100 * Number(text.replace(/[$,]/g, "")));

/* --- ears and keyboard ------------------------------------------------------------------------------------------ */

class Ear {
    static async of(page) {
        const ear = new Ear();
        ear.page = page;
        ear.tree = await page.context().newCDPSession(page);
        ear.known = new Set(); /* lines of live regions that were heard */
        ear.heard = [];
        return ear;
    }

    /* Everything that is exposed now, in reading order; what is new in a live region is heard. */
    async read() {
        const { nodes } = await this.tree.send("Accessibility.getFullAXTree");
        const byId = new Map(nodes.map((node) => [node.nodeId, node]));
        const all = [];
        const walk = (id, inside) => {
            const node = byId.get(id);
            if (!node) return;
            const has = Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value]));
            const place = has.live ? "live" : node.role?.value === "region" ? node.name?.value : inside;
            const one = { role: node.role?.value, name: node.name?.value ?? "", place, ...has };
            if (!node.ignored) all.push(one);
            if (one.role === "StaticText" && place === "live")
                this.hear(`${node.backendDOMNodeId} ${one.name}`, one.name);
            for (const child of node.childIds ?? []) walk(child, place);
        };
        walk(nodes[0].nodeId, "");
        return all;
    }

    hear(line, text) {
        if (this.known.has(line)) return;
        this.known.add(line);
        this.heard.push(text);
    }

    /* The groups of the last line that was heard and fits, among those since a mark. */
    last(pattern, since = 0) {
        return this.heard
            .slice(since)
            .map((text) => pattern.exec(text))
            .findLast(Boolean);
    }

    async until(so, what) {
        await until(
            async () => so(await this.read()),
            () => `${what}; heard: ${this.heard.slice(-8).join(" | ")}`,
        );
    }

    async tabTo(name) {
        for (let i = 0; i < 60; i++) {
            await this.page.keyboard.press("Tab");
            const focused = (await this.read()).find((one) => one.focused && one.role !== "RootWebArea");
            if (focused && name.test(focused.name)) return;
        }
        throw new Error(`Tab does not reach ${name}`);
    }

    /* Presses the key that the button's own description names, after a pause: the same key at once would be taken for a slip, and
     * the page moves the focus shortly after it has shown a button. Space and Enter act on the button that has the focus. */
    async press(name) {
        let button;
        await this.until((all) => {
            const can = all.filter((one) => one.keyshortcuts && !one.disabled && !one.busy);
            return (button = can.find((one) => one.name.startsWith(name)));
        }, `no button "${name}" names its key`);
        await pause(500);
        const focused = (await this.read()).find((one) => one.focused && one.role === "button");
        if (focused && focused.name !== button.name && /^(Space|Enter)$/.test(button.keyshortcuts))
            await this.tabTo(new RegExp(`^${button.name.replace("$", "\\$")}$`));
        await this.page.keyboard.press(button.keyshortcuts);
    }
}

/* --- the player -------------------------------------------------------------------------------------------------- */

const charts = {};
const chartOf = (rules) => (charts[rules] ??= JSON.parse(lammer("strategy", "--rules", rules, "--format", "json")));

const CODES = {
    H: ["hit"],
    S: ["stand"],
    D: ["double", "hit"],
    Ds: ["double", "stand"],
    P: ["split"],
    Rh: ["surrender", "hit"],
    Rs: ["surrender", "stand"],
    Rp: ["surrender", "split"],
};

/* What the chart says to "soft 17" against "ace of spades", where these choices are offered. */
function decide(rules, points, up, choices, onLammer) {
    const chart = chartOf(rules);
    const rank = up.split(" ")[0];
    const column = chart.columns.indexOf({ ace: "A", jack: "10", queen: "10", king: "10" }[rank] ?? rank);
    const soft = SOFT.exec(points),
        total = Number(soft ? soft[1] : points);
    const rows = chart.charts[onLammer ? "free" : "real"];
    const pair = soft ? "A" : total === 20 ? "T" : String(total / 2);
    const ofPair = choices.includes("split") ? rows.pairs[pair]?.[column] : undefined;
    const code = ofPair && ofPair !== "-" ? ofPair : rows[soft ? "soft" : "hard"][total]?.[column];
    return CODES[code]?.find((one) => choices.includes(one)) ?? `nothing for ${points} against ${up}`;
}

const inWords = (all) => all.filter((one) => one.place === sentence("say:page-spoken-table-in-words"));

/* Whether the table in words says of a hand that only a lammer stakes it. */
const isOnLammer = (all, hand) =>
    inWords(all).some((one) => HAND.exec(one.name)?.[1] === hand && one.name.includes(LAMMER));

const NAMES = {
    hit: "say:page-rail-hit",
    stand: "say:page-rail-stand",
    double: "say:page-rail-double",
    split: "say:page-rail-split",
    surrender: "say:page-rail-surrender",
};

class Player {
    constructor(ear, rules) {
        Object.assign(this, { ear, rules, rounds: 0, did: new Set(), insures: false });
    }

    chips() {
        return cents(this.ear.last(CHIPS)?.[1] ?? "");
    }

    async bet() {
        const before = this.chips();
        await this.ear.press(sentence("say:page-rail-bet|$5"));
        await this.ear.until(() => this.chips() === before - 500, "the first chip is not spoken");
        await this.ear.press(sentence("say:page-rail-add|$5"));
        await this.ear.until(() => this.chips() === before - STAKE, "the second chip is not spoken");
    }

    async answer(line) {
        const [, hand = "1", points, up, list] = TURN_OF_HAND.exec(line) ?? [
            undefined,
            "1",
            ...TURN.exec(line).slice(1),
        ];
        const offers = list.split(", ");
        const choices = offers.map((one) => one.replace(FREE, ""));
        const act = decide(this.rules, points, up, choices, isOnLammer(await this.ear.read(), hand));
        expect(NAMES[act], `the player can decide: ${act}, heard "${line}"`);
        this.did.add(offers.includes(act + FREE) ? `${act}, free` : act);
        await this.ear.press(sentence(NAMES[act]));
    }

    /* Answers what is asked until a result is heard. `goOn` is the dealer's part. */
    async play(goOn) {
        let asked = this.ear.heard.length;
        this.began = asked;
        const isQuestion = (line) => line === INSURANCE || TURN.test(line) || TURN_OF_HAND.test(line);
        await this.ear.until(async () => {
            await goOn();
            const at = this.ear.heard.findLastIndex((line, i) => i >= asked && isQuestion(line));
            if (at >= 0) {
                asked = at + 1;
                if (this.ear.heard[at] !== INSURANCE) await this.answer(this.ear.heard[at]);
                else {
                    this.did.add(this.insures ? "insurance" : "no insurance");
                    await this.ear.press(
                        this.insures ? `${sentence("say:page-rail-insure")} $` : sentence("say:page-rail-no-thanks"),
                    );
                }
            }
            return this.ear.last(RESULT, this.began);
        }, "no result is spoken");
        const [, way, money] = this.ear.last(RESULT, this.began);
        this.rounds++;
        return way ? (way === "win" ? 1 : -1) * cents(money) : 0;
    }

    /* The spoken result and chips are those of the journal. */
    async compare(table, net) {
        const store = `sqlite:${join(house.folder, "house.db")}`;
        const told = lammer("journal", "show", "--store", store, "--table", table, "--round", String(this.rounds));
        const after = new RegExp(`^rack/${table}/.* (\\S+)$`, "m").exec(told)?.[1] ?? "";
        const [, way, money] = /^ {2}Box \d (?:(wins|loses) (\S+)|comes out even)\.$/m.exec(told) ?? [];
        const round = `round ${this.rounds} at ${table}`;
        equal(net, way ? (way === "wins" ? 1 : -1) * cents(money) : 0, `${round}: the spoken result`);
        await this.ear.until(
            () => this.chips() === cents(after),
            `${round}: the journal has ${after}, spoken ${this.chips()}`,
        );
        const words = inWords(await this.ear.read()).map(({ name }) => name);
        equal(
            cents(words.map((text) => CHIPS.exec(text)?.[1]).find(Boolean) ?? ""),
            cents(after),
            `${round}: in words`,
        );
        const spoken = this.ear.heard.slice(this.began).join(" ");
        for (const card of words.join(" ").match(CARD) ?? [])
            expect(spoken.includes(card), `${round}: the ${card} was not spoken: ${spoken}`);
    }
}

async function sit(page, rules, ...names) {
    await page.goto(house.url);
    const ear = await Ear.of(page);
    for (const name of names) {
        await ear.until((all) => all.some((one) => name.test(one.name) && !one.disabled), `nothing is named ${name}`);
        await ear.tabTo(name);
        await page.keyboard.press("Enter");
    }
    await ear.until(
        () => ear.last(/^You sit at box \d\.$/) && ear.last(CHIPS),
        "it is not spoken that the player sits",
    );
    return new Player(ear, rules);
}

/* --- rounds ------------------------------------------------------------------------------------------------------- */

const ROUNDS = [
    { cards: "Th Ad 7c 8h", net: -1000 } /* no insurance, 17 stands */,
    { cards: "9h Ac 9c Kd", net: 0, blackjack: true, insures: true },
    { cards: "8h 6d 8c Th 3s Ts 2d 9c Ks", net: 4000 } /* a free split, a free double on chips, one on a lammer */,
    { cards: "Ah 6d 6c Th 4s 5d", net: 0 } /* soft 17 doubled for chips: 21 against 21 */,
    { cards: "5h 9d 2c 8h 7s 6c", net: 1000 } /* 7, 14, 20 against 17 */,
    { cards: "Th 9d 6c 8h Ks", net: -1000 },
    { cards: "Ah 6d Kc Th 9s", net: 1500 },
];

async function playLive(page) {
    const player = await sit(page, "wa-freebet", /Washington$/, said("say:page-rail-play-as-guest"));
    for (const { cards, net, blackjack = false, insures = false } of ROUNDS) {
        Object.assign(live, { cards: cards.split(" "), blackjack });
        player.insures = insures;
        await player.bet();
        await live.say("deal");
        const heard = await player.play(() => live.goOn());
        equal(heard, net, `${cards}: the spoken result`);
        await player.compare("gold", heard);
        await live.say("open");
    }
    for (const act of ["no insurance", "insurance", "split, free", "double, free", "double", "hit", "stand"])
        expect(player.did.has(act), `by ear: ${act}; there were ${[...player.did].join("; ")}`);
}

async function playVirtual(page) {
    const player = await sit(page, "ma-freebet", said("say:page-lobby-play-now"));
    for (let i = 0; i < 3; i++) {
        await player.bet();
        await player.ear.press(sentence("say:page-table-deal"));
        await player.compare("quiet", await player.play(() => undefined));
    }
}

await browse(house, async (browser) => {
    await playLive(await newPage(browser));
    await playVirtual(await newPage(browser));
});

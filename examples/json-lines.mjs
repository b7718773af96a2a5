#!/usr/bin/env node
// json-lines.mjs [LAMMER [ROUNDS]] - deals rounds of Free Bet Blackjack by `lammer deal --json`, from JavaScript.
//
// The program is the engine with nothing around it: this client shuffles, deals, keeps the dealer's face-down card to itself and
// decides for the player. docs/json-lines.md is the whole conversation, docs/json-lines.schema.json its schema.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createInterface } from "node:readline";

// One request, one answer.
class Table {
    constructor(program, rules) {
        this.process = spawn(program, ["deal", "--json", "--rules", rules], { stdio: ["pipe", "pipe", "inherit"] });
        this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    }

    async ask(request) {
        this.process.stdin.write(JSON.stringify(request) + "\n");
        const answer = JSON.parse((await this.lines.next()).value);
        if (!answer.ok) throw new Error(`${request.do}: ${answer.why} [${answer.clause ?? ""}]`);
        for (const event of answer.events ?? []) console.log("  " + Object.values(event).join(" "));
        return answer;
    }

    close() {
        this.process.stdin.end();
    }
}

function shuffledShoe(decks) {
    const shoe = [];
    for (let deck = 0; deck < decks; deck++)
        for (const rank of "A23456789TJQK") for (const suit of "cdhs") shoe.push(rank + suit);
    for (let i = shoe.length - 1; i > 0; i--) {
        const j = randomInt(i + 1);
        [shoe[i], shoe[j]] = [shoe[j], shoe[i]];
    }
    return shoe;
}

const isBlackjack = (a, b) => (a[0] === "A" && "TJQK".includes(b[0])) || (b[0] === "A" && "TJQK".includes(a[0]));

// Takes what the house pays for, else hits below 17.
async function decide(table) {
    const { legal } = await table.ask({ do: "legal", seat: "1" });
    for (const word of ["split", "double"])
        if (legal.some((offer) => offer.do === word && offer.most === 0)) return { do: word, seat: "1" };
    const { boxes } = await table.ask({ do: "state" });
    const hand = boxes[0].hands.find((one) => one.state === "open");
    return { do: hand.total < 17 ? "hit" : "stand", seat: "1" };
}

// The answer to what the table waits for.
async function answerTo(turn, table, shoe, dealer) {
    switch (turn.do) {
        case "card": {
            const card = shoe.pop();
            if (turn.seat === "dealer") dealer.up ??= card;
            return { do: "card", card };
        }
        case "down":
            dealer.hole = shoe.pop();
            return { do: "down" };
        case "peek":
            return { do: "peek", blackjack: isBlackjack(dealer.up, dealer.hole) };
        case "turn":
            return { do: "turn", card: dealer.hole };
        case "insure":
            return { do: "close" };
        default:
            return decide(table);
    }
}

async function playRound(table, shoe) {
    const dealer = {};
    await table.ask({ do: "open" });
    await table.ask({ do: "bet", seat: "1", cents: 1000 });
    let { turn } = await table.ask({ do: "deal" });
    while (turn.do !== "open") ({ turn } = await table.ask(await answerTo(turn, table, shoe, dealer)));
    return (await table.ask({ do: "net", seat: "1" })).cents;
}

const [program = "build/lammer", rounds = "1"] = process.argv.slice(2);
const table = new Table(program, "ma-freebet");
const shoe = shuffledShoe(6);
await table.ask({ do: "load" });
await table.ask({ do: "burn" });
shoe.pop();
let net = 0;
for (let round = 0; round < Number(rounds) && shoe.length > 60; round++) net += await playRound(table, shoe);
console.log(`net ${net} cents`);
table.close();

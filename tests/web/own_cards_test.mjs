/* own_cards_test.mjs - cards dealt face down to a player alone (MBJ-6a): the page shows them to their player together
 * with the last record, so that the player can act on them at once; another player's page shows their backs. */
import { browse, equal, expect, House, newPage, playRound, until } from "./house.mjs";

const TABLE = "ma-blackjack-6to5"; /* dealt from the hand */
const house = await House.start();
await house.unhurried();

/* The cards of a box as a page shows them; null is a back. */
const shown = (page, seat) =>
    page.evaluate((box) => {
        const { table } = globalThis.lammerTable;
        return table.boxes.find((one) => String(one.number) === box)?.hands[0]?.slots.map((slot) => slot.card) ?? [];
    }, seat);

const ownCards = (page) => page.frames_seen.filter((message) => message.own).flatMap((message) => message.events);

await browse(house, async (browser) => {
    const [ann, bob] = [await newPage(browser), await newPage(browser)];
    for (const page of [ann, bob]) {
        await page.goto(`${house.url}/table/${TABLE}?play`);
        await page.waitForSelector(".betting");
        await page.click(".spot-bet[data-spot]");
        await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    }
    await ann.click(".deal");
    let looked = false;
    const decline = async (page) => {
        if (page === ann && !looked) await look();
        await page.locator(".actions .action-stand").click({ timeout: 2000 });
    };
    const look = async () => {
        const told = ownCards(ann).slice(-2),
            seat = told[0]?.seat;
        if (!(await ann.locator(".actions .action-stand").count())) return;
        looked = true;
        equal((await shown(ann, seat)).join(" "), told.map((event) => event.card).join(" "), "the player's own cards");
        expect(
            (await shown(bob, seat)).every((card) => card === null),
            "another page shows backs",
        );
        const { seq, seen } = await ann.evaluate(() => ({
            seq: globalThis.lammerTable.table.seq,
            seen: globalThis.lammerTable.seen,
        }));
        equal(seq, seen, "own cards belong to the last record that the page received");
    };
    for (let round = 0; round < 20 && !looked; round++) {
        /* a dealer blackjack leaves nothing to decide */
        if (round) await ann.click(".deal");
        await playRound([ann, bob], () => bob.click(".deal"), decline);
        if (!looked)
            for (const page of [ann, bob]) {
                await page.waitForSelector(".betting");
                await page.click(".spot-bet[data-spot]");
            }
    }
    expect(looked, "a round came to a decision");
    await until(
        async () => ownCards(bob).length > 0,
        () => "the other player was told own cards as well",
    );
});

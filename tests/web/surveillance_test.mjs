/* surveillance_test.mjs - those who watch: a search by box and amount leads to the act, the strip tells what the tray must hold,
 * a bookmark is kept, and `lammer journal verify` proves the file that the browser took away. */
import { readFile, writeFile } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import {
    browse,
    equal,
    expect,
    House,
    judge,
    LAMMER,
    named,
    newPage,
    picture,
    said,
    signIn,
    until,
    wonRound,
} from "./house.mjs";

const house = await House.start("--no-demo", "--head-every", "1");
await house.hire();
await house.hireOne("vic", "surveillance");
const table = await house.liveTable("floor", "ma-freebet");

/* Takes both files of a press, and keeps them under the names that the page gives them. */
async function taken(page, button) {
    const files = [];
    const hear = (file) => files.push(file);
    page.on("download", hear);
    await page.click(button);
    await until(
        () => files.length === 2,
        () => `${files.length} files`,
    );
    page.off("download", hear);
    for (const file of files)
        await writeFile(join(house.folder, file.suggestedFilename()), await readFile(await file.path()));
    return page.textContent(".strip-verify code");
}

function proved(command) {
    const [, ...words] = command.split(" ");
    return spawnSync(LAMMER, words, { cwd: house.folder, encoding: "utf8" });
}

await browse(house, async (browser) => {
    const player = await wonRound(browser, house, table);
    await player.context().close();
    const vic = await newPage(browser);
    await signIn(vic, house, "vic", "/surveillance");

    /* One search; a record leads to its round, at the act. */
    await vic.fill('.found-form input[name="seat"]', "4");
    await vic.fill('.found-form input[name="cents"]', "5");
    await vic.fill('.found-form input[name="kind"]', "bet");
    await vic.click(named('button:has-text("say:search-journal")'));
    await vic.waitForSelector(".found tbody tr");
    equal(await vic.locator(".found tbody tr").count(), 1, "bets of $5 or more at box 4");

    /* The strip: what the tray must hold, by keys. */
    await vic.waitForSelector(".strip-round");
    await vic.locator(".strip-round").first().focus();
    await vic.keyboard.press("Home");
    const facts = await vic.textContent(".strip-facts");
    for (const wanted of ["Dealerdora", "Staked$5", "Win of the house−$5", "Expected tray$19,495"])
        expect(facts.includes(wanted), `the facts of round 1 have ${wanted}: ${facts}`);
    await vic.keyboard.press("b");
    await vic.waitForSelector('.bookmarks a[href="/recall/floor/1"]');
    await judge(vic, "surveillance");
    for (const [width, height] of [
        [1440, 900],
        [390, 844],
    ]) {
        await vic.setViewportSize({ width, height });
        const wide = await vic.evaluate(() => document.documentElement.scrollWidth);
        expect(wide <= width, `the page on ${width} pixels is ${wide} wide`);
        await vic.screenshot({ path: picture(`surveillance-${width}.png`), fullPage: true });
    }
    await vic.setViewportSize({ width: 1440, height: 900 });

    /* The house's own program proves both files, and finds an altered one. */
    const looks = async () => Boolean((await house.max.ask("journal-head")).head);
    await until(looks, () => "the first head");
    const whole = await taken(vic, named('button:has-text("say:file-of-table")'));
    const right = proved(whole);
    equal(right.status, 0, `${whole}: ${right.stdout}${right.stderr}`);
    expect(said("say:journal-whole").test(right.stdout), right.stdout);
    const file = join(house.folder, "journal-floor.jsonl");
    await writeFile(file, (await readFile(file, "utf8")).replace('"cents":500', '"cents":900'));
    equal(proved(whole).status, 1, "the proof of an altered file");

    /* The record's round, at the act; arrow keys step. */
    await vic.click(".found tbody button");
    await vic.waitForSelector(".replay .felt");
    const step = async () => Number(/(\d+) of/.exec(await vic.textContent(".replay-steps"))[1]);
    const before = await step();
    await vic.keyboard.press("ArrowRight");
    await until(
        async () => (await step()) === before + 1,
        () => "the next step by key",
    );
    await vic.keyboard.press("b");
    await vic.goto(`${house.url}/surveillance`);
    await vic.waitForSelector('.bookmarks a[href^="/recall/floor/1?at="]');
});

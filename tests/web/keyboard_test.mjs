/* keyboard_test.mjs - from the lobby to a finished round without a mouse, and what a screen reader is told on the way. */
import { browse, equal, expect, House, newPage, waitRail } from "./house.mjs";

const house = await House.start();

/* Presses Tab until the element that has the focus says it. */
async function tabTo(page, pattern, most = 60) {
    for (let i = 0; i < most; i++) {
        await page.keyboard.press("Tab");
        const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
        if (pattern.test(name)) return name;
    }
    throw new Error(`Tab does not reach ${pattern}`);
}

async function playRound(page) {
    for (let i = 0; i < 30; i++) {
        await waitRail(page, /Your turn|Hand \d of|Insurance|You won|You lost|Even/, 60000);
        const text = await page.textContent(".rail");
        if (/You won|You lost|Even/.test(text)) return;
        const asked = page.frames_seen.length;
        await page.keyboard.press(/Insurance/.test(text) ? "n" : "s");
        for (let wait = 0; wait < 50 && page.frames_seen.length === asked; wait++) await page.waitForTimeout(40);
        await page.waitForTimeout(60);
    }
    throw new Error("the round does not end");
}

await browse(house, async (browser) => {
    const page = await newPage(browser);
    const began = Date.now();
    await page.goto(house.url);
    await page.waitForSelector(".lobby-row");
    await tabTo(page, /Play now/);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".betting");
    expect(/^\/table\//.test(new URL(page.url()).pathname), "Play now leads to a table");

    /* A chip by number, a bet by Space, a side wager by Tab, taken back by U. */
    await page.keyboard.press("2");
    equal(await page.locator('.chip-button[aria-checked="true"]').getAttribute("aria-label"), "$5", "the chosen chip");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    await tabTo(page, /Add \$5 to Push 22/);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$490");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("u");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    await page.keyboard.press("Enter");
    await playRound(page);
    expect(Date.now() - began < 30000, `a newcomer plays a round within 30 s: ${Date.now() - began} ms`);

    const heard = await page.evaluate(() => [...document.querySelectorAll("[data-voice] p")].map((p) => p.textContent).join(" "));
    expect(/wins?|loses?|lose|win|Place your bets/i.test(heard), `the result is announced: ${heard}`);
    const words = await page.textContent('section[aria-label="The table in words"]');
    expect(/Dealer/.test(words) && /you/.test(words), `the table in words: ${words}`);

    /* Sound: on until somebody wants silence, and then it is kept. */
    equal(await page.getAttribute('button[aria-label="Sound"]', "aria-pressed"), "true", "sound is on");
    await page.keyboard.press("m");
    await page.waitForSelector('button[aria-label="Sound"][aria-pressed="false"]');
    equal(await page.evaluate(() => localStorage.getItem("silent")), "yes", "silence is kept");
    await page.keyboard.press("m");

    /* Repeat and deal with one key; the keys are listed under "?". */
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !/You won|You lost|Even/.test(document.querySelector(".rail").textContent), null, { timeout: 20000 });
    await playRound(page);
    await page.keyboard.press("?");
    await page.waitForSelector(".keys");
    await page.keyboard.press("Escape");
    expect((await page.locator(".keys").count()) === 0, "Escape closes the list");
    await page.keyboard.press("?");
    await page.click('role=tab[name="Round"]');
    expect(/2 rounds/.test(await page.textContent(".drawer-body")), "running totals count two rounds");
});

/* keyboard_test.mjs - from the lobby to a finished round without a mouse, and what a screen reader is told on the way. */
import { browse, counted, equal, expect, House, named, newPage, playRound, said, sentence, until } from "./house.mjs";

const house = await House.start();
await house.unhurried();

/* Presses Tab until the text of the focused element matches. */
async function tabTo(page, pattern, most = 60) {
    for (let i = 0; i < most; i++) {
        await page.keyboard.press("Tab");
        const name = await page.evaluate(
            () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
        );
        if (pattern.test(name)) return name;
    }
    throw new Error(`Tab does not reach ${pattern}`);
}

/* Enter deals; no insurance by N, stand by S. */
async function playByKeys(page) {
    const decline = async () => {
        const asked = page.frames_seen.length;
        await page.keyboard.press(
            said("say:page-rail-insurance-asked").test(await page.textContent(".rail")) ? "n" : "s",
        );
        /* no answer comes to a key that is pressed while the last picture of the turn goes away */
        await until(
            async () => page.frames_seen.length > asked || !(await page.locator(".actions .action-stand").count()),
            () => "the house does not answer",
        );
    };
    await playRound([page], () => page.keyboard.press("Enter"), decline);
}

/* What a screen reader reads, and nothing else: the voice, the names of buttons, the table in words. */
async function playByEar(page) {
    const heard = () =>
        page.evaluate(() => [...document.querySelectorAll("[data-voice] p")].map((p) => p.textContent).join(" "));
    const buttons = (name) => page.getByRole("button", { name, exact: false });
    const words = page.getByRole("region", { name: sentence("say:page-spoken-table-in-words") });
    await page.evaluate(() => document.querySelector(".felt").remove()); /* no picture */
    await buttons(/^(Deal|Repeat)/).press("Enter");
    await until(
        async () => {
            if (/\b(win|lose|come out even)\b/.test(await heard())) return true;
            /* Repeat: the first press may have ended the celebration of a blackjack in the round before */
            for (const name of [/^No, thanks/, /^Stand/, /^Repeat/])
                if (await buttons(name).count())
                    await buttons(name)
                        .press("Enter", { timeout: 1000 })
                        .catch(() => undefined); /* gone meanwhile */
            return false;
        },
        () => "the round does not end by ear",
    );
    expect(/Dealer/.test(await words.textContent()), `the table in words: ${await words.textContent()}`);
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
    await playByKeys(page);
    console.log(`a newcomer has played a round after ${Date.now() - began} ms`);

    const heard = await page.evaluate(() =>
        [...document.querySelectorAll("[data-voice] p")].map((p) => p.textContent).join(" "),
    );
    expect(/\b(win|lose|come out even)\b/.test(heard), `the result is announced: ${heard}`);
    const words = await page.textContent(named('section[aria-label="say:page-spoken-table-in-words"]'));
    expect(/Dealer/.test(words) && /you/.test(words), `the table in words: ${words}`);

    /* Sound is on until the player mutes it, and then stays off. */
    equal(await page.getAttribute('button[aria-label="Sound"]', "aria-pressed"), "true", "sound is on");
    await page.keyboard.press("m");
    await page.waitForSelector('button[aria-label="Sound"][aria-pressed="false"]');
    equal(await page.evaluate(() => localStorage.getItem("silent")), "yes", "silence is kept");
    await page.keyboard.press("m");

    /* Repeat and deal with one key; the keys are listed under "?". */
    await playByKeys(page);
    await page.keyboard.press("?");
    await page.waitForSelector(".keys");
    await page.keyboard.press("Escape");
    await counted(page, ".keys", 0, "Escape closes the list");
    await page.keyboard.press("?");
    await page.click('role=tab[name="Round"]');
    expect(/2 rounds/.test(await page.textContent(".drawer-body")), "running totals count two rounds");
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.querySelectorAll("[data-voice] p").forEach((p) => p.remove()));
    await playByEar(page);
});

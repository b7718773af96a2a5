/* sizes_test.mjs - a phone, a desk and a wall, dark and light: nothing falls off the screen, everything can be touched. */
import { browse, expect, House, named, newPage, picture, signIn, waitRail } from "./house.mjs";

const house = await House.start();
await house.hire();
const SCREENS = {
    phone: {
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        colorScheme: "dark",
    },
    desk: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
    wall: { viewport: { width: 3840, height: 2160 }, colorScheme: "dark" },
};
/* Pages, and what they show when loaded. */
const PAGES = {
    "/odds": named('button:has-text("say:page-odds-download-report"):not([disabled])'),
    "/coach": "main",
    "/rules/ma-freebet": ".notice li",
    "/fair": "main",
    "/sign-in": "main",
    "/meter/wa-freebet": "main",
    "/account": "main",
};

/* Nothing is wider than the screen, and what is pressed at a table is large enough for a finger. */
async function fits(page, what) {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide <= 0, `${what}: ${wide} pixels too wide`);
    const small = await page.evaluate(() =>
        [...document.querySelectorAll(".rail button, .bar button")]
            .map((b) => ({ text: b.textContent, box: b.getBoundingClientRect() }))
            .filter(
                ({ box }) =>
                    box.height < 30 || box.width < 24 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1,
            )
            .map(({ text, box }) => `${text} ${box.width}x${box.height} at ${box.left},${box.top}`),
    );
    expect(small.length === 0, `${what}: too small or off the screen: ${small.join("; ")}`);
}

/* The bar of a table with as much as a player may have before them, in play money and in real money. Which amount a
 * round leaves is chance. */
async function fitsRich(page, what) {
    const before = await page.evaluate(() => document.querySelector(".chips-now").firstChild.data);
    const amount = (text) =>
        page.evaluate((text) => void (document.querySelector(".chips-now").firstChild.data = text), text);
    const real = (on) =>
        page.evaluate((on) => {
            const tag = [...document.querySelectorAll(".bar .tag")].at(-1);
            tag.classList.toggle("tag-real", on);
            [tag.textContent, tag.dataset.was] = on ? ["REAL MONEY", tag.textContent] : [tag.dataset.was, ""];
        }, on);
    await amount("$12,345.50");
    await fits(page, `${what}, rich`);
    await real(true);
    await fits(page, `${what}, rich in real money`);
    await page.screenshot({ path: picture(`${what.replace(" ", "-")}-real.png`) });
    await real(false);
    await amount(before);
}

await browse(house, async (browser) => {
    for (const [name, screen] of Object.entries(SCREENS)) {
        const place = await House.start(); /* each leaves a round undecided */
        await place.unhurried();
        const page = await newPage(browser, screen);
        await page.goto(place.url);
        await page.waitForSelector(".lobby-row");
        await fits(page, `${name} lobby`);
        await page.screenshot({ path: picture(`lobby-${name}.png`) });
        await page.goto(`${place.url}/table/wa-freebet?play`);
        await page.waitForSelector(".betting");
        await page.locator(".spot-bet[data-spot]").click();
        await page.locator('.spot-bet[data-wager="push22"]').click();
        await waitRail(page, "say:page-rail-press-deal");
        await page.waitForTimeout(200);
        await fits(page, `${name} betting`);
        await fitsRich(page, `${name} betting`);
        await page.screenshot({ path: picture(`betting-${name}.png`) });
        await page.click(".deal");
        await waitRail(
            page,
            "say:page-rail-your-turn",
            "say:page-rail-insurance-asked",
            "say:page-rail-you-won-net",
            "say:page-rail-you-lost-net",
        );
        await fits(page, `${name} deciding`);
        await page.screenshot({ path: picture(`deciding-${name}.png`) });
        await page.click(named('button:has-text("say:page-table-details")'));
        for (const tab of ["Pay tables", "Log", "Shoe", "Keys", "Round"]) {
            await page.click(`role=tab[name="${tab}"]`);
            await fits(page, `${name} ${tab}`);
        }
        for (const [path, whole] of Object.entries(PAGES)) {
            await page.goto(place.url + path);
            await page.waitForSelector(name === "phone" ? whole : "main");
            await page.waitForTimeout(200);
            await fits(page, `${name} ${path}`);
        }
        await page.context().close();
        place.stop();
    }
    const staff = await newPage(browser);
    await signIn(staff, house, "sam", "/pit");
    await staff.waitForSelector(".pit-card");
    await staff.waitForTimeout(1500);
    await fits(staff, "pit");
    await staff.screenshot({ path: picture("pit-desk.png") });
    await staff.goto(`${house.url}/dealer/wa-freebet`);
    await staff.waitForSelector(".d-felt");
});

/* speed_test.mjs - first load, the first bet on a mobile network, from a tap to the screen, frames while cards are dealt. Bytes
 * are held to their bound. Times depend on the machine: those that are held to a bound have it multiplied by what other programs
 * take of the processor, and the best of several tries counts. */
import { browse, cuttable, expect, House, newPage } from "./house.mjs";

const house = await House.start();
await house.unhurried();
const quantile = (list, share) =>
    list.slice().sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))];
const p50 = (list) => quantile(list, 0.5),
    p95 = (list) => quantile(list, 0.95);

/* 4G as WebPageTest has it: 9 Mbit/s, 170 ms there and back. */
const LINK = { delay: 85, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 };
const FIRST_BET_MS = 2500;
const FRAME_MS = 1000 / 60;
const TRIES = 4;

/* How many times longer a second of work takes here than on a machine without other work. */
function crowd() {
    const began = Date.now(),
        before = process.cpuUsage();
    while (Date.now() - began < 200);
    const { user, system } = process.cpuUsage(before);
    return Math.max(1, (1000 * (Date.now() - began)) / (user + system));
}

/* From an empty browser to the first accepted bet. */
async function firstBet(browser, wire) {
    const page = await newPage(browser);
    const link = await page.context().newCDPSession(page);
    await link.send("Network.enable");
    await link.send("Network.emulateNetworkConditions", { offline: false, latency: 0, ...LINK });
    const began = Date.now();
    await page.goto(wire.url, { waitUntil: "commit" });
    await page.click(".hero .deal:not([disabled])");
    await page.click(".spot-bet[data-spot]");
    await page.waitForFunction(() => document.querySelector(".chips-now")?.textContent === "$495");
    const took = Date.now() - began;
    await page.context().close();
    return took;
}

async function onMobileNetwork(browser) {
    const wire = await cuttable(house, LINK.delay);
    let best = Infinity,
        bound = 0;
    for (let i = 0; i < TRIES && best > bound; i++) {
        const before = crowd();
        const took = await firstBet(browser, wire);
        bound = FIRST_BET_MS * Math.max(before, crowd());
        best = Math.min(best, took);
        console.log(`first bet on 4G after ${took} ms; bound on this machine now ${bound.toFixed(0)} ms`);
    }
    expect(best <= bound, `the first bet on 4G took ${best} ms, more than ${bound.toFixed(0)}`);
}

await browse(house, async (browser) => {
    await onMobileNetwork(browser);
    const page = await newPage(browser, { reducedMotion: "no-preference" });
    const sizes = [];
    page.on("response", (reply) =>
        sizes.push(
            reply
                .request()
                .sizes()
                .then((s) => s.responseBodySize + s.responseHeadersSize)
                .catch(() => 0),
        ),
    );
    const began = Date.now();
    await page.goto(house.url);
    await page.waitForSelector(".hero .deal:not([disabled])");
    const interactive = await page.evaluate(() => performance.now());
    const lobby = (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
    await page.click(".hero .deal");
    await page.waitForSelector(".betting");
    const atTable = Date.now() - began;
    const first = (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
    console.log(
        `first load: lobby ${(lobby / 1024).toFixed(1)} KiB, with the table ${(first / 1024).toFixed(1)} KiB on the wire`,
    );
    console.log(`interactive after ${interactive.toFixed(0)} ms, seated with chips after ${atTable} ms`);
    expect(first < 100 * 1024, `first load has ${first} bytes`);

    /* From the tap to the chip on the felt, by the browser's own clock. */
    const taps = [];
    for (let i = 0; i < 20; i++) {
        taps.push(
            await page.evaluate(
                () =>
                    new Promise((done) => {
                        const before = document.querySelector(".chips-now").textContent,
                            start = performance.now();
                        const look = () =>
                            document.querySelector(".chips-now").textContent !== before
                                ? done(performance.now() - start)
                                : requestAnimationFrame(look);
                        document.querySelector(".spot-bet[data-spot]").click();
                        requestAnimationFrame(look);
                    }),
            ),
        );
    }
    console.log(
        `tap to screen: p50 ${p50(taps).toFixed(0)} ms, p95 ${p95(taps).toFixed(0)} ms (20 bets, each durable)`,
    );

    /* Frames while a round is dealt. */
    await page.evaluate(() => {
        globalThis.frames_ms = [];
        let last = performance.now();
        const frame = (now) => {
            globalThis.frames_ms.push(now - last);
            last = now;
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
    await page.click(".deal");
    await page.waitForFunction(() => document.querySelectorAll(".flip").length >= 3);
    await page.waitForTimeout(1500);
    await page.waitForFunction(() => globalThis.frames_ms.length > 2);
    const frames = (await page.evaluate(() => globalThis.frames_ms)).slice(2);
    console.log(
        `frames while dealing: ${frames.length}, p50 ${p50(frames).toFixed(1)} ms, p95 ${p95(frames).toFixed(1)} ms, worst ${Math.max(...frames).toFixed(0)} ms`,
    );
    expect(p50(frames) < 1.1 * FRAME_MS, `a frame takes ${p50(frames).toFixed(1)} ms while cards are dealt`);
});

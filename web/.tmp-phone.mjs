import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [name, w, h, s] of [["phone", 360, 740, 2], ["4k", 3840, 2160, 1]]) {
const page = await b.newPage({ viewport: { width: w, height: h }, deviceScaleFactor: s });
page.on("pageerror", (e) => console.log("pageerror:", e.message));
await page.goto("http://127.0.0.1:7800/"); await page.waitForSelector(".lobby-row"); await page.screenshot({ path: `/tmp/web/shots/${name}-lobby.png` });
await page.goto("http://127.0.0.1:7800/table/ma-freebet"); await page.waitForSelector(".spot-sit"); await page.waitForTimeout(300); await page.screenshot({ path: `/tmp/web/shots/${name}-0.png` });
await page.click("text=Play as a guest"); await page.waitForSelector(".betting", { timeout: 20000 });
await page.click(".spot-bet >> nth=0"); await page.click(".spot-bet >> nth=1"); await page.waitForTimeout(500); await page.screenshot({ path: `/tmp/web/shots/${name}-1.png` });
await page.click(".deal");
for (let i = 0; i < 20; i++) { await page.waitForTimeout(1500); if (await page.$(".action-stand")) { await page.screenshot({ path: `/tmp/web/shots/${name}-2.png` }); await page.click(".action-stand"); } if (/You won|You lost|Even/.test(await page.textContent(".rail"))) break; }
await page.screenshot({ path: `/tmp/web/shots/${name}-3.png` });
await page.click("text=Leave");await page.waitForTimeout(400); await page.close(); }
await b.close();

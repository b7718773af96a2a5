import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const base = "http://127.0.0.1:7800";
const page = await b.newPage({ viewport: { width: 1440, height: 900 } });
page.on("console", (m) => ["error","warning"].includes(m.type()) && console.log("console:", m.text()));
page.on("pageerror", (e) => console.log("pageerror:", e.message));
await page.goto(base + "/"); await page.waitForSelector(".lobby-row"); 
await page.screenshot({ path: "/tmp/web/shots/lobby.png" });
await page.click(".hero .deal");
await page.waitForSelector(".betting", { timeout: 8000 }).catch(() => console.log("no betting"));
await page.waitForTimeout(600);
await page.screenshot({ path: "/tmp/web/shots/table0.png" });
console.log(await page.textContent(".rail").catch(()=>""));
await page.click(".spot-bet >> nth=0"); await page.click(".spot-bet >> nth=1"); await page.click(".spot-bet >> nth=2"); await page.waitForTimeout(400);
await page.screenshot({ path: "/tmp/web/shots/table1.png" });
console.log(await page.textContent(".rail"));
await page.keyboard.press("Enter");
for (let i = 0; i < 24; i++) {
  await page.waitForTimeout(1200);
  const text = await page.textContent(".rail");
  await page.screenshot({ path: `/tmp/web/shots/play${i}.png` });
  if (await page.$(".action-stand")) await page.click(".action-stand");
  else if (/You won|You lost|Even/.test(text)) break;
}
await page.click("text=Details"); await page.waitForTimeout(300); await page.screenshot({ path: "/tmp/web/shots/drawer.png" });
await b.close();

/* shipped.mjs OUT.json - writes the figures, the chart and the estimate of each shipped submission, which the odds page shows
 * before it has computed anything. The WebAssembly build of the program computes them (LAMMER_WASM and LAMMER_PACKAGES as for
 * build.mjs). */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const { build } = createRequire(join(process.env.LAMMER_PACKAGES, "of-web.js"))("esbuild");
const bundled = await build({
    entryPoints: [join(here, "../bindings/wasm/index.ts")],
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "warning",
});
const source = Buffer.from(bundled.outputFiles[0].contents).toString("base64");
const { load } = await import(`data:text/javascript;base64,${source}`);
const lammer = await load(readFileSync(process.env.LAMMER_WASM));

const shipped = {};
for (const { name } of lammer.profiles()) {
    const table = await lammer.open(name);
    const estimate = table.estimate();
    const odds = table.odds();
    shipped[name] = { estimate, odds, strategy: odds.main ? table.strategy() : null };
}
writeFileSync(process.argv[2], JSON.stringify(shipped));

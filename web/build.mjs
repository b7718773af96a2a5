/* build.mjs OUTDIR - bundles the pages into one flat folder, each file with its .gz beside it.
 *
 * LAMMER_PACKAGES names the folder of the packages, web/node_modules where it is not set.
 * LAMMER_WASM names the WebAssembly build of odds; without it the pages that need it say that it is not there. */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const packages = process.env.LAMMER_PACKAGES ?? join(here, "node_modules");
const { build } = createRequire(join(packages, "of-web.js"))("esbuild");
const out = process.argv[2];
if (!out) {
    console.error("usage: node build.mjs OUTDIR");
    process.exit(2);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

/* The clauses, by id: what the felt shows when a player asks why. */
function clauses() {
    const file = join(here, "../docs/rules/clauses.md");
    const found = {};
    if (!existsSync(file)) return found;
    for (const line of readFileSync(file, "utf8").split("\n")) {
        const cells = line.split("|").map((cell) => cell.trim());
        const id = cells[1]?.replace(/`/g, "");
        if (cells.length >= 4 && id && /^[A-Z0-9]+-[^ ]+$/.test(id)) found[id] = cells[3] ?? "";
    }
    return found;
}

/* Shipped submissions: name and title. */
function profiles() {
    const folder = join(here, "../profiles");
    return readdirSync(folder)
        .filter((name) => name.endsWith(".yaml"))
        .sort()
        .map((name) => {
            const title = /^title:\s*(.+)$/m.exec(readFileSync(join(folder, name), "utf8"));
            return { name: name.slice(0, -5), title: title ? title[1].replace(/^["']|["']$/g, "") : name.slice(0, -5) };
        });
}

const wasm = process.env.LAMMER_WASM;
if (wasm && existsSync(wasm)) cpSync(wasm, join(out, "lammer.wasm"));

await build({
    absWorkingDir: here,
    nodePaths: [packages],
    entryPoints: { app: "src/app.tsx", thinker: "src/odds/thinker.ts" },
    outdir: out,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2020",
    minify: true,
    legalComments: "none",
    chunkNames: "[name]-[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "text" },
    define: { PROFILES: JSON.stringify(profiles()) },
    logLevel: "warning",
});

cpSync(join(here, "index.html"), join(out, "index.html"));
for (const name of readdirSync(join(here, "static"))) cpSync(join(here, "static", name), join(out, name));
writeFileSync(join(out, "clauses.json"), JSON.stringify(clauses()));

for (const name of readdirSync(out)) {
    const bytes = readFileSync(join(out, name));
    if (statSync(join(out, name)).size > 600) writeFileSync(join(out, name + ".gz"), gzipSync(bytes, { level: 9 }));
}

/* build.mjs OUTDIR - bundles the pages into one flat folder, each file with its .gz beside it.
 *
 * A file whose name ends in a hash of its content never changes, so the server lets browsers keep it for good; the
 * page, the manifest, the icons and the service worker keep their names and are asked for each time.
 *
 * LAMMER_PACKAGES names the folder of the packages, web/node_modules where it is not set.
 * LAMMER_WASM names the WebAssembly build of odds; without it the pages that compute odds say that it is missing.
 * LAMMER_SHIPPED names the file that shipped.mjs has written; without it the odds page computes all its figures itself. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { messages } from "./messages.mjs";

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

/* Eight letters, like the hashes that esbuild puts into file names. */
function hashOf(...contents) {
    const hash = createHash("sha256");
    for (const content of contents) hash.update(content);
    return [...hash.digest().subarray(0, 8)].map((byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[byte % 32]).join("");
}

/* Writes a file under a name with its hash, and returns its address. */
function keep(name, type, content) {
    const file = `${name}-${hashOf(content)}.${type}`;
    writeFileSync(join(out, file), content);
    return "/" + file;
}

/* Rows of a table of docs/rules: each id with the cells after it. */
function ruleRows(name) {
    const file = join(here, "../docs/rules", name);
    if (!existsSync(file)) return [];
    return readFileSync(file, "utf8")
        .split("\n")
        .map((line) => line.split("|").map((cell) => cell.trim()))
        .map(([, id, ...cells]) => [id?.replace(/`/g, ""), cells])
        .filter(([id, cells]) => id && cells.length >= 2 && /^[A-Z0-9]+-[^ ]+$/.test(id));
}

/* Clauses and our readings of them, by id: what the felt shows when a player asks why. */
function clauses() {
    const found = {};
    for (const [id, cells] of ruleRows("clauses.md")) found[id] = cells[1] ?? "";
    for (const [id, [, question, where, reading]] of ruleRows("conflicts.md"))
        if (/^C-\d+$/.test(id)) found[id] = `${question} (${where}) Here: ${reading}`;
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

/* After how many questions a hand that was answered wrong comes back, by its step. */
function practice() {
    const rows = readFileSync(join(here, "../include/lammer/program/practice.def"), "utf8");
    return [...rows.matchAll(/^PRACTICE\(\d+, (\d+)\)/gm)].map(([, wait]) => Number(wait));
}

/* What the lobby and the table need is one file. Each part that is loaded later imports all of it; otherwise esbuild
 * would cut it into the pieces that the parts share, and the browser would request each piece by itself. */
const core = {
    name: "core",
    setup(build) {
        const later = new Set();
        build.onResolve({ filter: /^\.\.?\// }, async ({ path, resolveDir, kind }) => {
            if (kind !== "dynamic-import") return undefined;
            const found = await build.resolve(path, { resolveDir, kind: "import-statement" });
            later.add(found.path);
            return found;
        });
        build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
            if (!later.has(path)) return undefined;
            const contents = `${readFileSync(path, "utf8")}\nimport ${JSON.stringify(join(here, "src/core.ts"))};\n`;
            return { contents, loader: extname(path).slice(1) };
        });
    },
};

/* Bundles sources; the metafile of the result says which file each of them became. */
const bundle = (options) =>
    build({
        absWorkingDir: here,
        nodePaths: [packages],
        outdir: out,
        entryNames: "[name]-[hash]",
        chunkNames: "[name]-[hash]",
        bundle: true,
        format: "esm",
        target: "es2020",
        supported: { "class-field": true } /* as modules' browsers have them: no helper in a file of its own */,
        minify: true,
        legalComments: "none",
        plugins: [messages],
        logLevel: "warning",
        metafile: true,
        ...options,
    });

/* The files that were made from a source, and the files that these load at once. */
function filesOf(made, source) {
    const outputs = made.metafile.outputs;
    const found = new Set();
    const add = (path) => {
        if (!path || found.has(path)) return;
        found.add(path);
        for (const { path: next, kind } of outputs[path].imports) if (kind === "import-statement") add(next);
        add(outputs[path].cssBundle);
    };
    add(Object.keys(outputs).find((path) => outputs[path].entryPoint === source));
    return [...found].map((path) => "/" + basename(path));
}

const given = (path) => (path && existsSync(path) ? readFileSync(path) : null);
const wasm = given(process.env.LAMMER_WASM);
const files = {
    clauses: keep("clauses", "json", JSON.stringify(clauses())),
    wasm: wasm ? keep("lammer", "wasm", wasm) : "",
    shipped: keep("shipped", "json", given(process.env.LAMMER_SHIPPED) ?? "{}"),
};
const thinker = await bundle({
    entryPoints: ["src/odds/thinker.ts"],
    define: { FILES: JSON.stringify(files) },
});
files.thinker = filesOf(thinker, "src/odds/thinker.ts")[0];
/* The sheets of the consoles, which players neither load nor keep. */
const sheets = {};
for (const name of ["dealer", "staff"]) {
    const source = `src/css/${name}.css`;
    sheets[name] = filesOf(await bundle({ entryPoints: [source] }), source)[0];
}

const pages = await bundle({
    entryPoints: ["src/app.tsx"],
    splitting: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "text" },
    plugins: [core, messages],
    define: {
        FILES: JSON.stringify({ ...files, ...sheets }),
        PROFILES: JSON.stringify(profiles()),
        PRACTICE: JSON.stringify(practice()),
    },
});
const app = filesOf(pages, "src/app.tsx");

/* This script is part of the page. */
const early = await bundle({ entryPoints: ["src/early.ts"], format: "iife", write: false });

const asWritten = readdirSync(join(here, "static"));
for (const name of asWritten) cpSync(join(here, "static", name), join(out, name));
/* The browser requests the parts of the first file together with it, not after it. */
const parts = app.slice(1).filter((name) => name.endsWith(".js"));
const page = readFileSync(join(here, "index.html"), "utf8")
    .replace(
        "/app.css",
        app.find((name) => name.endsWith(".css")),
    )
    .replace("/app.js", app[0])
    .replace(' src="/early.js">', () => `>${early.outputFiles[0].text.trim()}`)
    .replace("/lammer.svg", keep("icon", "svg", readFileSync(join(here, "static/lammer.svg"))))
    .replace("</head>", `${parts.map((name) => `<link rel="modulepreload" href="${name}" />`).join("")}</head>`);
writeFileSync(join(out, "index.html"), page);

/* The files that coach, odds and rules need without a network; the version changes when any of them changes. */
const kept = new Set(["/", ...asWritten.filter((name) => name !== "old.js").map((name) => "/" + name)]);
for (const name of [...app, ...Object.values(files)]) if (name) kept.add(name);
for (const name of ["coach", "odds", "rules"])
    for (const file of filesOf(pages, `src/pages/${name}.tsx`)) kept.add(file);
for (const path of Object.keys(pages.metafile.outputs))
    if (pages.metafile.outputs[path].entryPoint?.startsWith("messages:")) kept.add("/" + basename(path));
const version = hashOf(page, ...[...kept].sort(), ...asWritten.map((name) => readFileSync(join(out, name))));
await bundle({
    entryPoints: { sw: "src/offline/keeper.ts" },
    entryNames: "[name]",
    format: "iife",
    define: { KEPT: JSON.stringify([...kept]), VERSION: JSON.stringify(version) },
});

for (const name of readdirSync(out)) {
    const bytes = readFileSync(join(out, name));
    const packs = statSync(join(out, name)).size > 600 && !name.endsWith(".png");
    if (packs) writeFileSync(join(out, name + ".gz"), gzipSync(bytes, { level: 9 }));
}

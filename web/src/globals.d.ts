/* What build.mjs puts in. */
declare const PROFILES: { name: string; title: string }[];
declare const FILES: Record<"clauses" | "wasm" | "thinker", string>; /* addresses, with the hash of each file */

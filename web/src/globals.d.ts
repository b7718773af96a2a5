/* What build.mjs puts in. */
declare const PROFILES: { name: string; title: string }[];

/* Constants that build.mjs defines. */
declare module "messages:all" {
    const languages: Record<string, () => Promise<{ default: Record<string, string> }>>;
    export default languages;
}
declare module "messages:*" {
    const messages: Record<string, string>;
    export default messages;
}
declare const PROFILES: { name: string; title: string }[];
declare const FILES: Record<
    "clauses" | "wasm" | "shipped" | "thinker",
    string
>; /* addresses, with the hash of each file */

/* Constants that build.mjs defines. */
declare module "messages:all" {
    type Part = () => Promise<{ default: Record<string, string> }>;
    const languages: Record<string, { name: string; tag: string; first?: Part; pages: Part }>;
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
declare const PRACTICE: number[]; /* practice.def: after how many questions a hand comes back, by its step */

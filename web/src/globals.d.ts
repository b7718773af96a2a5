/* early.ts: the page's name, its first connection, and how to make another. */
declare var lammerEarly: { page: string; connect: () => WebSocket; socket: WebSocket | null };

/* Constants that build.mjs defines. */
declare module "messages:all" {
    type Part = () => Promise<{ texts: Record<string, string> }>;
    const languages: Record<string, { name: string; tag: string; first: Part; pages: Part; refusals?: Part }>;
    export default languages;
}
declare const PROFILES: { name: string; title: string }[];
declare const FILES: Record<
    "clauses" | "wasm" | "shipped" | "thinker" | "dealer" | "staff",
    string
>; /* addresses, with the hash of each file */
declare const PRACTICE: number[]; /* practice.def: after how many questions a hand comes back, by its step */

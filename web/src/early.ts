/* early.ts - stands in the page itself and opens its connection while the other scripts are on their way (build.mjs). The server
 * knows it by its hash. The page draws a name: under that name the house puts this connection into a session that begins later. */
const drawn = crypto.getRandomValues(new Uint8Array(16));
const page = [...drawn].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const connect = () => new WebSocket(`${location.origin.replace("http", "ws")}/ws?page=${page}`, "lammer.1");
globalThis.lammerEarly = { page, connect, socket: globalThis.WebSocket ? connect() : null };

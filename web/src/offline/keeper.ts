/* keeper.ts - the service worker: coach, odds and rules without a network.
 *
 * It keeps the files of one build and nothing else: never an answer of the house, never money. A page comes from the
 * network whenever there is one, so an upgrade is seen at once. A kept file has its hash in its name, so it cannot be
 * another build's. A new build has a new worker, which drops the files of the old build. */
declare const KEPT: string[];
declare const VERSION: string;

interface Happening extends Event {
    waitUntil(done: Promise<unknown>): void;
}
interface Asked extends Happening {
    request: Request;
    respondWith(reply: Promise<Response>): void;
}
const worker = self as unknown as {
    location: Location;
    clients: { claim(): Promise<void> };
    skipWaiting(): Promise<void>;
    addEventListener<E extends Event>(name: string, listener: (event: E) => void): void;
};

const STORE = `lammer-${VERSION}`;
const HASHED = /-[A-Z2-7]{8}\.[a-z0-9]+$/;

/* Files without a hash in their name are requested again, because the browser's own cache could hold those of the last build. */
async function fill(): Promise<void> {
    const store = await caches.open(STORE);
    await store.addAll(
        KEPT.map((path) => new Request(path, { cache: HASHED.test(path) ? "default" : "reload", credentials: "omit" })),
    );
    await worker.skipWaiting();
}

async function dropOthers(): Promise<void> {
    for (const name of await caches.keys()) if (name !== STORE) await caches.delete(name);
    await worker.clients.claim();
}

const kept = async (path: string) => (await caches.open(STORE)).match(path);

async function fromNetworkFirst(request: Request, path: string): Promise<Response> {
    try {
        return await fetch(request);
    } catch (lost) {
        const found = await kept(path);
        if (found) return found;
        throw lost;
    }
}

async function fromStoreFirst(request: Request, path: string): Promise<Response> {
    return (await kept(path)) ?? fetch(request);
}

worker.addEventListener<Happening>("install", (event) => event.waitUntil(fill()));
worker.addEventListener<Happening>("activate", (event) => event.waitUntil(dropOthers()));
worker.addEventListener<Asked>("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== worker.location.origin || pathname.startsWith("/api/")) return;
    if (request.mode === "navigate") event.respondWith(fromNetworkFirst(request, "/"));
    else if (KEPT.includes(pathname) && HASHED.test(pathname)) event.respondWith(fromStoreFirst(request, pathname));
    else if (KEPT.includes(pathname)) event.respondWith(fromNetworkFirst(request, pathname));
});

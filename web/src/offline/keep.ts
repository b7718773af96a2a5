/* keep.ts - when the files of coach and odds are kept for the time without a network: once a visitor has opened one of
 * these pages or has installed the app, not before; they are larger than everything that a table needs. */

const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

export function keepOffline(): void {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
}

export function keepOfflineOnceInstalled(): void {
    if (isInstalled()) keepOffline();
    addEventListener("appinstalled", keepOffline);
}

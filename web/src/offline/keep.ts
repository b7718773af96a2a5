/* keep.ts - decides when to store the files of coach and odds for offline use: once a visitor has opened one of these
 * pages or installed the app, because the files are larger than everything that a table needs. */

const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

export function keepOffline(): void {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
}

export function keepOfflineOnceInstalled(): void {
    if (isInstalled()) keepOffline();
    addEventListener("appinstalled", keepOffline);
}

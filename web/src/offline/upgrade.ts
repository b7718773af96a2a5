/* upgrade.ts - reloads a page of an earlier build when it needs a file that the house no longer has. */

/* Only if the house answers, because reloading offline would lose the page; and only once, because a file that the new
 * page lacks too stays missing. */
export async function loadAgain(): Promise<void> {
    const reply = await fetch("/", { cache: "no-store" }).catch(() => null);
    const mine = document.querySelector<HTMLScriptElement>("script[type=module]")?.getAttribute("src");
    if (reply?.ok && mine && !(await reply.text()).includes(mine)) location.reload();
}

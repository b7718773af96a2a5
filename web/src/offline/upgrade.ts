/* upgrade.ts - a page of an earlier build that asks for a file which the house no longer has: the page is loaded again,
 * and is the new one then. */

/* Without the house a new load would lose the page, and a file that is missing from the page as it is now stays missing. */
export async function loadAgain(): Promise<void> {
    const reply = await fetch("/", { cache: "no-store" }).catch(() => null);
    const mine = document.querySelector<HTMLScriptElement>("script[type=module]")?.getAttribute("src");
    if (reply?.ok && mine && !(await reply.text()).includes(mine)) location.reload();
}

/* rules.tsx - the notice for patrons: what must be posted at the table, as the program itself writes it. */
import { useEffect, useState } from "preact/hooks";
import { odds, problemOf, settingsOf } from "../odds/ask";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { message } from "../words/catalogue";

/* The program's page without its own style, and without what it tells the house alone. */
function bodyOf(html: string): DocumentFragment {
    const page = new DOMParser().parseFromString(
        html.replace(/<style[^]*?<\/style>|\sstyle="[^"]*"/g, ""),
        "text/html",
    );
    const all = document.createDocumentFragment();
    for (const node of [...page.body.childNodes]) all.append(document.importNode(node, true));
    all.querySelectorAll("script, link, meta, title, .for-house").forEach((node) => node.remove());
    return all;
}

export function RulesPage({ id }: { id: string }) {
    const [why, setWhy] = useState("");
    const [html, setHtml] = useState("");
    const settings = new URLSearchParams(location.search).get("set") ?? "";
    useTitle(message("LOBBY_RULES"));
    useEffect(() => {
        odds()
            .ask(id, settingsOf(settings), "notice", [])
            .then(setHtml)
            .catch((error) => setWhy(problemOf(error)));
    }, [id, settings]);
    return (
        <>
            <Bar title={message("RULES_RULES_OF_THE_TABLE")} />
            <main class="page notice">
                {why && <p role="alert">{why}</p>}
                {!why && !html && <p class="dim">{message("APP_ONE_MOMENT")}</p>}
                <div
                    ref={(node) => {
                        if (node && html) node.replaceChildren(bodyOf(html));
                    }}
                />
                {html && (
                    <p>
                        <a href={`/odds?rules=${id}${settings ? `&set=${encodeURIComponent(settings)}` : ""}`}>
                            {message("RULES_THE_ODDS_OF_THESE")}
                        </a>
                    </p>
                )}
            </main>
        </>
    );
}

/* rules.tsx - the notice for patrons: what must be posted at the table, as the program itself writes it. */
import { useEffect, useState } from "preact/hooks";
import { odds, problemOf, settingsOf } from "../odds/ask";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { dollars } from "../table/money";
import { isNamed, language, message, named } from "../words/catalogue";
import { paysText } from "../words/pays";

const FORMS: [like: RegExp, say: (found: RegExpExecArray) => string][] = [
    [/^(.+), table (\w+)$/, ([, wager, paytable]) => joined(named(wager), message("ODDS_TABLE", { paytable }))],
    [/^needs ruling (.+)$/, ([, id]) => message("RULES_NEEDS_RULING", { id })],
    [/^Rules (\S+), (\S+)$/, ([, name, hash]) => message("RULES_HASH", { name, hash })],
    [/^\$([\d.,]+) to \$([\d.,]+)$/, ([, least, most]) => message("RANGE", { least: sum(least), most: sum(most) })],
    [/^[\d,]+ (to|for) \d+$|^[\d.]+ % of the meter$/, ([text]) => paysText(text)],
];
const joined = (...parts: string[]) => parts.join(message("COMMA"));
const sum = (digits: string) => dollars(Math.round(Number(digits.replace(/,/g, "")) * 100));

/* Translates a text of the notice; a text without a translation stays as it is and is marked as English. */
function translate(node: Text) {
    const text = node.data.trim();
    const [like, say] = FORMS.find(([form]) => form.test(text)) ?? [];
    if (!/[a-z]{2}/i.test(text) || language() === "en") return;
    if (like || isNamed(text)) node.data = node.data.replace(text, () => (like ? say!(like.exec(text)!) : named(text)));
    else node.parentElement?.setAttribute("lang", "en");
}

function textsIn(all: DocumentFragment): Text[] {
    const walk = document.createTreeWalker(all, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walk.nextNode()) found.push(walk.currentNode as Text);
    return found;
}

/* The program's page without its own style, and without the parts that only the house reads. */
function bodyOf(html: string): DocumentFragment {
    const page = new DOMParser().parseFromString(
        html.replace(/<style[^]*?<\/style>|\sstyle="[^"]*"/g, ""),
        "text/html",
    );
    const all = document.createDocumentFragment();
    for (const node of [...page.body.childNodes]) all.append(document.importNode(node, true));
    all.querySelectorAll("script, link, meta, title, .for-house").forEach((node) => node.remove());
    textsIn(all).forEach(translate);
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

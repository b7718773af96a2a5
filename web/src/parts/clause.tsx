/* clause.tsx - a clause by its id; its text is fetched when it is asked for. */
import { useState } from "preact/hooks";
import { message } from "../words/catalogue";

let book: Promise<Record<string, string>> | null = null;

function load(): Promise<Record<string, string>> {
    book ??= fetch(FILES.clauses)
        .then((reply) => reply.json())
        .catch(() => ({}));
    return book;
}

/* The clause itself, or the nearest one above it: MFB-6(h)(1).1, then MFB-6(h)(1), then MFB-6(h). */
export async function clauseText(id: string): Promise<string> {
    const all = await load();
    for (let at = id; at; at = at.replace(/(\.\d+|\([^()]*\))$/, "")) {
        const exact =
            all[at] ?? Object.entries(all).find(([key]) => key.startsWith(at + ".") || key.startsWith(at + "("))?.[1];
        if (exact) return exact;
        if (!/(\.\d+|\([^()]*\))$/.test(at)) break;
    }
    return message("CLAUSE_THE_TEXT_OF_THIS");
}

export function ClauseLink({ id }: { id: string }) {
    const [text, setText] = useState("");
    return (
        <span class="clause">
            <button
                type="button"
                class="clause-id"
                aria-expanded={Boolean(text)}
                onClick={async () => setText(text ? "" : await clauseText(id))}
            >
                {id}
            </button>
            {text && (
                <span class="clause-text" role="note" lang="en">
                    {text}
                </span>
            )}
        </span>
    );
}

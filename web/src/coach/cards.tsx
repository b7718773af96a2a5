/* cards.tsx - says which cards a price takes as gone, and lets the player choose. */
import { useState } from "preact/hooks";
import { message } from "../words/catalogue";
import { chooseScope, scopeNow, type Scope } from "./seen";

/* "by the cards on the felt": what the price of a decision rests on. Nothing is said where no other card was known. */
export function countedWords(s: { scope?: Scope; seen?: string }): string {
    const count = s.seen ? s.seen.split(" ").length : 0;
    if (!count) return "";
    return message(s.scope === "shoe" ? "COACH_BY_SHOE" : "COACH_BY_FELT", { count });
}

/* The player's choice, for decisions from now on. */
export function WhichCards({ onChange }: { onChange?: () => void }) {
    const [scope, set] = useState(scopeNow);
    const choose = (next: Scope) => {
        chooseScope(next);
        set(next);
        onChange?.();
    };
    return (
        <div class="row which-cards" role="group" aria-label={message("COACH_WHICH_CARDS")}>
            <span class="dim">{message("COACH_WHICH_CARDS")}</span>
            {(["felt", "shoe"] as const).map((one) => (
                <button
                    key={one}
                    type="button"
                    class="tool"
                    data-scope={one}
                    aria-pressed={scope === one}
                    onClick={() => choose(one)}
                >
                    {message(one === "shoe" ? "COACH_COUNT_SHOE" : "COACH_COUNT_FELT")}
                </button>
            ))}
        </div>
    );
}

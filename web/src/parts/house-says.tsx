/* house-says.tsx - writes a text of the house as a sentence: with a capital, a full stop and the clause. */
import { message } from "../words/catalogue";
import { ClauseLink } from "./clause";

export const asSentence = (text: string): string =>
    text ? text[0].toUpperCase() + text.slice(1) + (/[.!?…。！？]$/.test(text) ? "" : message("STOP")) : "";

export interface Said {
    text: string;
    clause?: string;
    bad?: boolean;
}

/* The result of the last act: a refusal interrupts a screen reader, a confirmation waits. Both live regions always
 * exist, so that screen readers announce changes in them. */
export function HouseSays({ said }: { said: Said | null }) {
    const line = said && (
        <p class={`said ${said.bad ? "said-bad" : ""}`}>
            {asSentence(said.text)} {said.clause && <ClauseLink id={said.clause} />}
        </p>
    );
    return (
        <div class="says">
            <div role="status">{!said?.bad && line}</div>
            <div role="alert">{said?.bad && line}</div>
        </div>
    );
}

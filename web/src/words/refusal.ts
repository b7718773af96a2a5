/* refusal.ts - a refusal of the house in the reader's language. The house sends its sentence with a message id and what stands
 * in the gaps; a sentence without a translation is shown as it was sent. */
import { personName } from "../parts/names";
import { dollars } from "../table/money";
import { fill, language, named, refusals } from "./catalogue";

export interface Saying {
    why: string;
    id?: string;
    args?: Record<string, unknown>;
}

/* Amounts are sent in cents: {lacks} is lacks_cents. */
function argument(args: Record<string, unknown>, word: string): string | number {
    const cents = args[`${word}_cents`],
        value = args[word] ?? "";
    if (cents !== undefined) return dollars(Number(cents));
    if (word === "who") return personName(String(value));
    if (word === "wager") return named(String(value));
    return typeof value === "number" ? value : String(value);
}

export async function refusalText({ why, id, args = {} }: Saying): Promise<string> {
    if (!id || language() === "en") return why;
    const text = (await refusals())[id];
    return text === undefined ? why : fill(text, (word) => argument(args, word));
}

/* pays.ts - odds and actions in the reader's words. The house and the odds send "3 to 2" and "double". */
import { known, message } from "./catalogue";
import { amount, atMost } from "./numbers";

type Form = "to" | "for" | "percent" | "dollars";

/* What an outcome pays: "3 to 2", "2 for 1", "10 % of the meter", "$5,000". */
export function pays(form: Form | string, a: number, b: number): string {
    if (form === "percent") return message("PAYS_PERCENT", { share: atMost(a, 2) });
    if (form === "dollars") return amount(a / (b || 1), 0);
    return message(form === "for" ? "PAYS_FOR" : "PAYS_TO", { a: atMost(a), b: atMost(b) });
}

/* What an outcome pays, from a text the house sent, in the reader's language. A text of another form stays unchanged. */
export function paysText(text: string | null | undefined): string {
    const number = (digits: string) => Number(digits.replace(/,/g, ""));
    const [, a, form, b] = /^([\d,.]+) (to|for) ([\d,.]+)$/.exec((text ?? "").replace(":", " to ")) ?? [];
    if (a) return pays(form, number(a), number(b));
    const share = /^([\d.]+) ?%/.exec(text ?? "");
    if (share) return pays("percent", Number(share[1]), 1);
    const sum = /^\$([\d,]+)$/.exec(text ?? "");
    return sum ? pays("dollars", number(sum[1]), 1) : (text ?? "");
}

/* "hit", "stand": an action in a sentence, and as a heading. */
export function actionWord(action: string): string {
    const key = `DO_${action.toUpperCase()}`;
    return known(key) ? message(key) : action;
}
export const actionTitle = (action: string): string => {
    const word = actionWord(action);
    return word.slice(0, 1).toUpperCase() + word.slice(1);
};

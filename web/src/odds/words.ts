/* words.ts - probabilities in words: "1 in 20". */
import { message } from "../words/catalogue";
import { atMost } from "../words/numbers";

const times = (n: number) => message("ODDS_1_IN", { times: atMost(n, n < 10 ? 1 : 0) });

export const oneIn = (probability: number) =>
    probability >= 1 ? message("ODDS_ALWAYS") : probability > 0 ? times(1 / probability) : message("ODDS_NEVER");

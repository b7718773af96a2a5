/* words.ts - what the odds page says. */
export const WORDS = {
    built: "Exact, computed when this page was built.",
    exact: (seconds: string) => `Exact, worked out in your browser in ${seconds} s.`,
    estimate: /* say:odds-estimate */ "An estimate, good to about 0.02 %. The exact values are being worked out.",
    edges: "House edge and chart are exact. The other figures are being worked out.",
    working: "Working it out…",
    rulesDiffer: "Rules that differ",
    rulesSame: "No rule differs.",
    oldChart: "This is the chart before the change; the new one is being worked out.",
    opens: "Press a cell, or move with the arrow keys and press Enter, to see what each action is worth.",
    perUnit: "Worth per unit of the initial wager.",
    oneIn: (times: number) => `1 in ${times.toLocaleString("en-US", { maximumFractionDigits: times < 10 ? 1 : 0 })}`,
    always: "always",
    never: "never",
};

/* How often something comes, as people say it. */
export const oneIn = (probability: number) =>
    probability >= 1 ? WORDS.always : probability > 0 ? WORDS.oneIn(1 / probability) : WORDS.never;

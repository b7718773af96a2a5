/* form.tsx - the form of a submission, made from the rule table: one field a row, with its legal values, help and findings. */
import type { Settings } from "../../../bindings/wasm/index.js";
import type { Check, Finding, Rule, Submission } from "../../../bindings/wasm/types.js";
import { ClauseLink } from "../parts/clause";
import { isNamed, message, named } from "../words/catalogue";

/* Rules that people change most; all others are in the second part. */
const FIRST = [
    "decks",
    "dealer_soft17",
    "dealer_22",
    "blackjack_pays",
    "hole_card",
    "surrender",
    "double_on",
    "double_after_split",
    "split_hands",
    "split_aces",
    "resplit_aces",
    "free_double",
    "free_split",
    "free_splits",
    "min_bet",
    "max_bet",
];

interface Props {
    submission: Submission;
    check: Check | null;
    settings: Settings;
    onChange: (name: string, value: string | null) => void;
}

/* The house calls rules and values by their names in profiles; a language may have other names for them. */
export const ruleName = (name: string): string => named(name.replace(/_/g, " "));
export const ruleValue = (value: string): string => named(value);
export const offerText = (paytable: string | undefined): string =>
    paytable ? message("ODDS_TABLE", { paytable }) : message("ODDS_OFFERED");

const isChoice = (rule: Rule) => /^[^ ,]+(\|[^ ,]+)+$/.test(rule.legal);
const range = (rule: Rule) => /^(-?[\d.]+)\.\.(-?[\d.]+)/.exec(rule.legal);

function Input({
    rule,
    value,
    onChange,
    described,
}: {
    rule: Rule;
    value: string;
    onChange: (value: string) => void;
    described: string;
}) {
    const input = { "aria-describedby": described, value, name: rule.name };
    if (isChoice(rule)) {
        const choices = rule.legal.split("|");
        return (
            <select {...input} onChange={(e) => onChange(e.currentTarget.value)}>
                {(choices.includes(value) ? choices : [...choices, value]).map((choice) => (
                    <option key={choice} value={choice}>
                        {ruleValue(choice)}
                    </option>
                ))}
            </select>
        );
    }
    const bounds = rule.kind === "int" ? range(rule) : null;
    return (
        <input
            {...input}
            type={bounds ? "number" : "text"}
            min={bounds?.[1]}
            max={bounds?.[2]}
            spellcheck={false}
            onChange={(e) => onChange(e.currentTarget.value.trim())}
        />
    );
}

function Field({
    rule,
    findings,
    settings,
    onChange,
}: {
    rule: Rule;
    findings: Finding[];
    settings: Settings;
    onChange: Props["onChange"];
}) {
    const changed = settings[rule.name] !== undefined;
    const value = changed ? String(settings[rule.name]) : rule.value;
    return (
        <div class={`field ${changed ? "is-changed" : ""}`} lang={isNamed(rule.help) ? undefined : "en"}>
            <label>
                <span>{ruleName(rule.name)}</span>
                <Input
                    rule={rule}
                    value={value}
                    described={`help-${rule.name}`}
                    onChange={(text) => onChange(rule.name, text)}
                />
            </label>
            <small id={`help-${rule.name}`}>
                {named(rule.help)}
                {rule.clauses.map((id) => (
                    <>
                        {" "}
                        <ClauseLink key={id} id={id} />
                    </>
                ))}{" "}
                {changed && (
                    <button type="button" class="clause-id" onClick={() => onChange(rule.name, null)}>
                        {message("ODDS_RULE_AS_FILED")}
                    </button>
                )}
            </small>
            {findings.map((finding, i) => (
                <small key={i} class={`finding-${finding.severity}`}>
                    <span lang="en">{finding.text}</span> {finding.clause && <ClauseLink id={finding.clause} />}
                </small>
            ))}
        </div>
    );
}

/* --- wagers ---------------------------------------------------------------------------------------------------- */

function Offers({ submission, onChange }: Pick<Props, "submission" | "onChange">) {
    const offered = new Map(submission.offers.map((offer) => [offer.id, offer.paytable]));
    const set = (id: string, paytable: string | null) => {
        if (paytable === null) offered.delete(id);
        else offered.set(id, paytable);
        onChange(
            "offer",
            [...offered].map(([wager, table]) => (table ? `${wager}:${table}` : wager)).join(",") || "none",
        );
    };
    const ruleSet = submission.rules.find((rule) => rule.name === "rule_set")?.value ?? "";
    const here = submission.wagers.filter(
        (wager) => wager.rule_sets.length === 0 || wager.rule_sets.includes(ruleSet) || offered.has(wager.id),
    );
    return (
        <>
            {here.map((wager) => (
                <div class="field" key={wager.id}>
                    <label>
                        <span>{named(wager.title)}</span>
                        <select
                            value={offered.get(wager.id) ?? "-"}
                            onChange={(e) =>
                                set(wager.id, e.currentTarget.value === "-" ? null : e.currentTarget.value)
                            }
                        >
                            <option value="-">{message("ODDS_NOT_OFFERED")}</option>
                            {wager.paytables.map((table) => (
                                <option key={table.id} value={table.id}>
                                    {offerText(table.id)}
                                </option>
                            ))}
                        </select>
                    </label>
                    <small>
                        <ClauseLink id={wager.clause} />
                    </small>
                </div>
            ))}
        </>
    );
}

export function RuleForm({ submission, check, settings, onChange }: Props) {
    const of = (name: string) =>
        (check?.findings ?? []).filter((finding) => finding.rule === name && finding.severity !== "duty");
    const field = (rule: Rule) => (
        <Field key={rule.name} rule={rule} findings={of(rule.name)} settings={settings} onChange={onChange} />
    );
    const first = FIRST.map((name) => submission.rules.find((rule) => rule.name === name)).filter(Boolean) as Rule[];
    const rest = submission.rules.filter((rule) => !FIRST.includes(rule.name));
    return (
        <form class="rule-form" onSubmit={(e) => e.preventDefault()} tabIndex={0} aria-label={message("LOBBY_RULES")}>
            <details open>
                <summary>{message("ODDS_RULES_PEOPLE_CHANGE")}</summary>
                {first.map(field)}
            </details>
            <details>
                <summary>{message("ODDS_SIDE_WAGERS")}</summary>
                <Offers submission={submission} onChange={onChange} />
            </details>
            <details>
                <summary>{message("ODDS_ALL_OTHER_RULES")}</summary>
                {rest.map(field)}
            </details>
        </form>
    );
}

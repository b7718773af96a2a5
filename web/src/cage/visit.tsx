/* visit.tsx - one customer at the counter: wallet, money in, money out, a coupon. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "../net/api";
import { CouponList, couponsOf } from "../money/coupons";
import { History } from "../money/history";
import { moneyName, timeText, type Coupon, type Money, type Statement } from "../money/rows";
import { asSentence, type Said } from "../parts/house-says";
import { More, SHOWN } from "../parts/more";
import { has, useSession } from "../parts/session";
import { centsOf, dollars } from "../table/money";
import type { Send } from "./errands";
import { nameOf, type Customer, type Visit } from "./rows";

interface Way {
    word: "deposit" | "withdrawal";
    title: string;
    button: string;
    sign: 1 | -1;
}
const WAYS: Way[] = [
    { word: "deposit", title: /* say:pay-in */ "Pay in", button: "Take the money in", sign: 1 },
    { word: "withdrawal", title: /* say:pay-out */ "Pay out", button: "Pay the money out", sign: -1 },
];

const NO_AMOUNT = "An amount in dollars, such as 100 or 12.50";
const once = (answer: { repeated?: boolean }) =>
    answer.repeated ? /* say:done-once */ ". It was done once; only the first answer was lost" : "";

/* Shows what the wallet will hold, before anything is done. */
function foresight(way: Way, balance: number | null, text: string): string {
    const cents = centsOf(text);
    if (!text.trim()) return "";
    if (cents === null || cents === 0) return "This is not an amount. Write dollars, such as 25 or 12.50.";
    if (balance === null) return "";
    const after = balance + way.sign * cents;
    return after < 0
        ? /* say:holds-only */ `The wallet holds only ${dollars(balance)}.`
        : /* say:wallet-will-hold */ `The wallet will hold ${dollars(after)}.`;
}

interface FormProps {
    customer: Customer;
    busy: boolean;
    send: Send;
}

function CashForm({
    way,
    customer,
    busy,
    balance,
    stop,
    send,
}: FormProps & { way: Way; balance: number | null; stop?: string }) {
    const [text, setText] = useState("");
    const submit = async (e: Event) => {
        e.preventDefault();
        const form = e.target as HTMLFormElement;
        const cents = centsOf(text);
        if (!cents || busy || stop) return;
        const reason = String(new FormData(form).get("reason") ?? "").trim();
        const tell = (answer: Visit): Said => {
            const [sum, after] = [dollars(answer.cents), dollars(answer.after)];
            const side = way.sign > 0 ? "from" : "to";
            const more = (answer.currency ? ". This is cash that must be reported" : "") + once(answer);
            return {
                text: /* say:receipt-line */ `Receipt ${answer.receipt}: ${sum} ${side} ${answer.person}. The wallet holds ${after}${more}`,
            };
        };
        if (
            !(await send(customer, {
                what: `${way.title.toLowerCase()} ${dollars(cents)}`,
                word: way.word,
                body: { cents, ...(reason ? { reason } : {}) },
                tell,
            }))
        )
            return;
        setText("");
        form.reset();
    };
    const id = `foresight-${way.word}`;
    return (
        <form class="form limit" onSubmit={submit} aria-label={way.title}>
            <h3>{way.title}</h3>
            {stop && (
                <p class="limit-waits">
                    {/* say:nothing-paid-in */}
                    {asSentence(stop)} Nothing can be paid in.
                </p>
            )}
            <label>
                Dollars in cash
                <input
                    name={way.word}
                    inputMode="decimal"
                    autocomplete="off"
                    required
                    value={text}
                    onInput={(e) => setText(e.currentTarget.value)}
                    aria-describedby={id}
                />
            </label>
            <label>
                Reason, if there is one
                <input name="reason" autocomplete="off" maxLength={200} />
            </label>
            <p id={id} class="limit-effect" role="status">
                {busy && text ? "On its way…" : stop ? "" : foresight(way, balance, text)}
            </p>
            <button type="submit" class="action" disabled={busy || Boolean(stop) || !centsOf(text)}>
                <span>{way.button}</span>
            </button>
        </form>
    );
}

function CouponForm({ customer, busy, send }: FormProps) {
    const [kind, setKind] = useState<Coupon["kind"]>("match-play");
    const [wrong, setWrong] = useState("");
    const submit = async (e: Event) => {
        e.preventDefault();
        const form = e.target as HTMLFormElement;
        const given = Object.fromEntries(new FormData(form)) as Record<string, string>;
        const cents = centsOf(given.cents);
        setWrong(cents ? "" : NO_AMOUNT);
        if (!cents || busy) return;
        const tell = (answer: Coupon & { repeated?: boolean }): Said => ({
            text: `Coupon ${answer.coupon}: ${dollars(answer.cents)} for ${customer.person}, until ${timeText(answer.expires_ms)}${once(answer)}`,
        });
        const body = {
            kind,
            cents,
            money: given.money,
            days: Number(given.days),
            ...(kind === "progressive" ? { wager: given.wager.trim() } : {}),
            ...(given.reason ? { reason: given.reason } : {}),
        };
        if (!(await send(customer, { what: `${kind} coupon of ${dollars(cents)}`, word: "issue-coupon", body, tell })))
            return;
        form.reset();
        setKind("match-play");
    };
    return (
        <form class="form limit" onSubmit={submit} aria-label={/* say:issue-coupon */ "Issue a coupon"}>
            <h3>{/* say:issue-coupon */}Issue a coupon</h3>
            <label>
                Kind
                <select name="kind" value={kind} onChange={(e) => setKind(e.currentTarget.value as Coupon["kind"])}>
                    <option value="match-play">match play: beside a bet</option>
                    <option value="progressive">progressive: the stake itself</option>
                </select>
            </label>
            {kind === "progressive" && (
                <label>
                    Wager, as its table names it
                    <input name="wager" list="progressives" required autocomplete="off" />
                    <datalist id="progressives">
                        <option value="blazing7" />
                        <option value="aces" />
                    </datalist>
                </label>
            )}
            <div class="row">
                <label class="field">
                    Dollars
                    <input name="cents" inputMode="decimal" size={7} required autocomplete="off" />
                </label>
                <label class="field">
                    Days
                    <input name="days" inputMode="numeric" size={4} value="30" required pattern="[0-9]+" />
                </label>
                <label class="field">
                    For
                    <select name="money">
                        <option value="real">real money</option>
                        <option value="play">play money</option>
                    </select>
                </label>
            </div>
            <label>
                Reason, if there is one
                <input name="reason" autocomplete="off" maxLength={200} />
            </label>
            <p class="limit-effect" role="alert">
                {wrong && asSentence(wrong)}
            </p>
            <button type="submit" class="action" disabled={busy}>
                <span>Issue it</span>
            </button>
        </form>
    );
}

const statementOf = (person: string, money: Money) => ask<Statement>("statement", { person, money });

/* `fresh` changes when money has moved, here or at another counter. */
export function VisitPanel({ customer, busy, send, fresh }: FormProps & { fresh: number }) {
    const { me } = useSession();
    const person = customer.person;
    const [balances, setBalances] = useState<Record<Money, number | null> | null>(null);
    const [stop, setStop] = useState<string | undefined>();
    const [refused, setRefused] = useState("");
    const [coupons, setCoupons] = useState<Coupon[]>([]);
    const [most, setMost] = useState(SHOWN);
    const [next, setNext] = useState<string>();
    const [money, setMoney] = useState<Money>("real");
    useEffect(() => {
        let asked = true;
        const read = async () => {
            const [real, play, list] = await Promise.all([
                statementOf(person, "real"),
                statementOf(person, "play"),
                couponsOf(most, person),
            ]);
            const failed = [real, play].find(
                (answer) => !answer.ok && answer.status !== 404 && answer.status !== 400,
            ); /* 400: a name that no person can have */
            if (!asked) return;
            if (failed && !failed.ok) return setRefused(asSentence(failed.why)); /* keep what is on the page */
            setBalances({ real: real.ok ? real.cents : null, play: play.ok ? play.cents : null });
            setStop(real.ok ? real.takes_nothing : undefined);
            setRefused(play.ok ? "" : /* say:nobody-called */ `There is no person ${person}. Check the name.`);
            if (!real.ok) setMoney("play");
            if (list.ok) {
                setCoupons(list.coupons);
                setNext(list.next);
            }
        };
        void read();
        return () => void (asked = false);
    }, [person, fresh, most]);
    const moneys = (["real", "play"] as Money[]).filter((kind) => balances && balances[kind] !== null);
    const isOther = person !== me?.person;
    const form = { customer, busy, send };
    return (
        <section class="panel" aria-labelledby="visit-title">
            <h2 id="visit-title">
                {nameOf(customer)}
                {customer.locked && <span class="tag">locked</span>}
            </h2>
            {!balances && !refused && <p class="dim">Opening the wallet…</p>}
            {refused && !moneys.length && <p role="alert">{refused}</p>}
            {balances && moneys.length > 0 && (
                <>
                    <dl class="figures">
                        {moneys.map((kind) => (
                            <div key={kind} class="figure wallet">
                                <dt>{moneyName(kind)}</dt>
                                <dd>{dollars(balances[kind]!)}</dd>
                            </div>
                        ))}
                    </dl>
                    {!isOther && (
                        <p>{/* say:not-for-yourself */}You cannot serve yourself at the cage. Ask another cashier.</p>
                    )}
                    {balances.real === null && (
                        <p class="dim">A guest has no real money. To play for it, make an account.</p>
                    )}
                    {isOther && (
                        <div class="limit-pair is-three">
                            {has(me, "cashier") &&
                                balances.real !== null &&
                                WAYS.map((way) => (
                                    <CashForm
                                        key={way.word}
                                        way={way}
                                        balance={balances.real}
                                        stop={way.sign > 0 ? stop : undefined}
                                        {...form}
                                    />
                                ))}
                            {has(me, "cashier", "supervisor") && <CouponForm {...form} />}
                        </div>
                    )}
                    {coupons.length > 0 && (
                        <>
                            <h3>Coupons</h3>
                            <CouponList coupons={coupons} />
                            <More next={next} onMore={() => setMost(most + SHOWN)} />
                        </>
                    )}
                    <h3>History</h3>
                    {moneys.length > 1 && (
                        <div class="row" role="group" aria-label="Which wallet">
                            {moneys.map((kind) => (
                                <button
                                    key={kind}
                                    type="button"
                                    class="tool"
                                    aria-pressed={kind === money}
                                    onClick={() => setMoney(kind)}
                                >
                                    {moneyName(kind)}
                                </button>
                            ))}
                        </div>
                    )}
                    <History money={money} person={person} fresh={fresh} />
                </>
            )}
        </section>
    );
}

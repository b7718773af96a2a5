/* visit.tsx - one customer at the counter: his wallet, money in, money out, a coupon; each with its receipt. */
import { useEffect, useState } from "preact/hooks";
import { ask, postOnce, type Answer, type Refusal } from "../net/api";
import { CouponList } from "../money/coupons";
import { History } from "../money/history";
import { MONEY_NAME, timeText, type Coupon, type Money, type Statement } from "../money/rows";
import { asSentence, HouseSays, type Said } from "../parts/house-says";
import { has, useSession } from "../parts/session";
import { centsOf, dollars } from "../table/money";
import type { Customer, Visit } from "./rows";

const UNKNOWN = "The server could not be reached, and it is not known whether this was done. Look at the history before you do it again.";
const refusal = (answer: Refusal): Said => ({ text: answer.status === 0 ? UNKNOWN : answer.why, clause: answer.clause, bad: true });

interface Way {
    word: "deposit" | "withdrawal";
    title: string;
    button: string;
    sign: 1 | -1;
}
const WAYS: Way[] = [
    { word: "deposit", title: "Pay in", button: "Take the money in", sign: 1 },
    { word: "withdrawal", title: "Pay out", button: "Pay the money out", sign: -1 },
];

const LOST = "This was done, once; only the answer was lost on the way. The history has it";

/* What the wallet will hold, before anything is done. */
function foresight(way: Way, balance: number | null, text: string): string {
    const cents = centsOf(text);
    if (!text.trim()) return "";
    if (cents === null || cents === 0) return "This is no amount.";
    if (balance === null) return "";
    const after = balance + way.sign * cents;
    return after < 0 ? `The wallet holds only ${dollars(balance)}.` : `The wallet will hold ${dollars(after)}.`;
}

function CashForm({ way, person, balance, onDone }: { way: Way; person: string; balance: number | null; onDone: (said: Said, visit?: Visit) => void }) {
    const [text, setText] = useState("");
    const [busy, setBusy] = useState(false);
    const submit = async (e: Event) => {
        e.preventDefault();
        const form = e.target as HTMLFormElement;
        const cents = centsOf(text);
        if (cents === null) return onDone({ text: "An amount in dollars, such as 100 or 12.50", bad: true });
        const reason = String(new FormData(form).get("reason") ?? "").trim();
        setBusy(true);
        const answer: Answer<Visit & { repeated?: boolean }> = await postOnce<Visit>(way.word, { person, cents, ...(reason ? { reason } : {}) });
        setBusy(false);
        if (!answer.ok) return onDone(refusal(answer));
        setText("");
        form.reset();
        if (answer.repeated) return onDone({ text: LOST });
        onDone({ text: `Receipt ${answer.receipt}: ${dollars(answer.cents)} ${way.sign > 0 ? "from" : "to"} ${person}. The wallet holds ${dollars(answer.after)}${answer.currency ? ". This is cash that must be reported" : ""}` }, answer);
    };
    const id = `foresight-${way.word}`;
    return (
        <form class="form limit" onSubmit={submit} aria-label={way.title}>
            <h3>{way.title}</h3>
            <label>Dollars in cash<input name={way.word} inputMode="decimal" autocomplete="off" required value={text} onInput={(e) => setText(e.currentTarget.value)} aria-describedby={id} /></label>
            <label>Reason, if there is one<input name="reason" autocomplete="off" maxLength={200} /></label>
            <p id={id} class="limit-effect" role="status">{foresight(way, balance, text)}</p>
            <button type="submit" class="action" disabled={busy || !text.trim()}><span>{way.button}</span></button>
        </form>
    );
}

type Printed = Visit & { time: number };

/* On paper there is nothing but the receipt. */
function Receipt({ of, by }: { of: Printed; by: string }) {
    const facts: [string, string][] = [
        ["Customer", of.person], [of.after >= of.before ? "Paid in" : "Paid out", dollars(of.cents)], ["In the wallet before", dollars(of.before)], ["In the wallet now", dollars(of.after)], ["Time", timeText(of.time)], ["Cashier", by],
    ];
    return (
        <section class="receipt limit" aria-label={`Receipt ${of.receipt}`}>
            <h3>Receipt {of.receipt}</h3>
            <dl class="facts">{facts.map(([name, value]) => <><dt>{name}</dt><dd>{value}</dd></>)}</dl>
            <button type="button" class="tool" onClick={() => print()}>Print</button>
        </section>
    );
}

function CouponForm({ person, onDone }: { person: string; onDone: (said: Said) => void }) {
    const [kind, setKind] = useState<Coupon["kind"]>("match-play");
    const [busy, setBusy] = useState(false);
    const submit = async (e: Event) => {
        e.preventDefault();
        const form = e.target as HTMLFormElement;
        const given = Object.fromEntries(new FormData(form)) as Record<string, string>;
        const cents = centsOf(given.cents);
        if (cents === null) return onDone({ text: "An amount in dollars, such as 10 or 1", bad: true });
        setBusy(true);
        const answer = await postOnce<Coupon>("issue-coupon", { person, kind, cents, money: given.money, days: Number(given.days), ...(kind === "progressive" ? { wager: given.wager } : {}), ...(given.reason ? { reason: given.reason } : {}) });
        setBusy(false);
        if (!answer.ok) return onDone(refusal(answer));
        form.reset();
        setKind("match-play");
        if (answer.repeated) return onDone({ text: LOST });
        onDone({ text: `Coupon ${answer.coupon}: ${dollars(answer.cents)} for ${person}, until ${timeText(answer.expires_ms)}` });
    };
    return (
        <form class="form limit" onSubmit={submit} aria-label="Issue a coupon">
            <h3>Issue a coupon</h3>
            <label>Kind<select name="kind" value={kind} onChange={(e) => setKind(e.currentTarget.value as Coupon["kind"])}><option value="match-play">match play: beside a bet</option><option value="progressive">progressive: the stake itself</option></select></label>
            {kind === "progressive" && <label>Wager, as its table names it<input name="wager" list="progressives" required autocomplete="off" /><datalist id="progressives"><option value="blazing7" /><option value="aces" /></datalist></label>}
            <div class="row">
                <label class="field">Dollars<input name="cents" inputMode="decimal" size={7} required autocomplete="off" /></label>
                <label class="field">Days<input name="days" inputMode="numeric" size={4} value="30" required pattern="[0-9]+" /></label>
                <label class="field">For<select name="money"><option value="real">real money</option><option value="play">play money</option></select></label>
            </div>
            <label>Reason, if there is one<input name="reason" autocomplete="off" maxLength={200} /></label>
            <button type="submit" class="action" disabled={busy}><span>Issue it</span></button>
        </form>
    );
}

const statementOf = (person: string, money: Money) => ask<Statement>("statement", { person, money });

export function VisitPanel({ customer, onMoved }: { customer: Customer; onMoved: () => void }) {
    const { me } = useSession();
    const person = customer.person;
    const [balances, setBalances] = useState<Record<Money, number | null> | null>(null);
    const [refused, setRefused] = useState("");
    const [coupons, setCoupons] = useState<Coupon[]>([]);
    const [money, setMoney] = useState<Money>("real");
    const [said, setSaid] = useState<Said | null>(null);
    const [receipt, setReceipt] = useState<Printed | null>(null);
    const [fresh, setFresh] = useState(0);
    useEffect(() => {
        let asked = true;
        const read = async () => {
            const [real, play] = [await statementOf(person, "real"), await statementOf(person, "play")];
            const found = { real: real.ok ? real.cents : null, play: play.ok ? play.cents : null };
            const list = await ask<{ coupons: Coupon[] }>("coupons", { person });
            if (!asked) return;
            setBalances(found);
            setRefused(play.ok ? "" : play.status === 404 ? `There is nobody called ${person}.` : asSentence(play.why));
            if (found.real === null) setMoney("play");
            setCoupons(list.ok ? list.coupons : []);
        };
        void read();
        return () => void (asked = false);
    }, [person, fresh]);
    const done = (what: Said, visit?: Visit) => {
        setSaid(what);
        setReceipt(visit ? { ...visit, time: Date.now() } : null);
        setFresh(fresh + 1);
        onMoved();
    };
    const moneys = (["real", "play"] as Money[]).filter((kind) => balances?.[kind] !== null);
    return (
        <section class="panel" aria-labelledby="visit-title">
            <h2 id="visit-title">{customer.name && customer.name !== person ? `${customer.name} (${person})` : person}{customer.locked && <span class="tag">locked</span>}</h2>
            <HouseSays said={said} />
            {receipt && <Receipt of={receipt} by={me?.person ?? ""} />}
            {balances && moneys.length === 0 && <p role="alert">{refused}</p>}
            {balances && moneys.length > 0 && (
                <>
                    <dl class="figures">{moneys.map((kind) => <div key={kind} class="figure wallet"><dt>{MONEY_NAME[kind]}</dt><dd>{dollars(balances[kind]!)}</dd></div>)}</dl>
                    {person === me?.person && <p>Nobody serves himself at the cage.</p>}
                    {balances.real === null && <p class="dim">A guest has no real money. Whoever wants to play for it makes an account.</p>}
                    <div class="limit-pair is-three">
                        {has(me, "cashier") && balances.real !== null && WAYS.map((way) => <CashForm key={way.word} way={way} person={person} balance={balances.real} onDone={done} />)}
                        {has(me, "cashier", "supervisor") && <CouponForm person={person} onDone={done} />}
                    </div>
                    {coupons.length > 0 && <><h3>Coupons</h3><CouponList coupons={coupons} /></>}
                    <h3>History</h3>
                    {moneys.length > 1 && <div class="row" role="group" aria-label="Which wallet">{moneys.map((kind) => <button key={kind} type="button" class="tool" aria-pressed={kind === money} onClick={() => setMoney(kind)}>{MONEY_NAME[kind]}</button>)}</div>}
                    <History money={money} person={person} fresh={fresh} />
                </>
            )}
        </section>
    );
}

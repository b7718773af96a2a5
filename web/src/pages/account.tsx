/* account.tsx - the page "My money and limits": wallets with their history, rounds, limits, sessions. */
import { useEffect, useState } from "preact/hooks";
import { OwnDisputes } from "../dispute/mine";
import { ask, post } from "../net/api";
import { Breaks } from "../money/break";
import { Coupons } from "../money/coupons";
import { History } from "../money/history";
import { Played } from "../money/played";
import { SecondFactor } from "../money/second-factor";
import { OwnSessions } from "../money/sessions";
import { LimitForms } from "../money/limits";
import { moneyName, timeText, type Limits, type LimitsAnswer, type Money, type Wallets } from "../money/rows";
import { kindly } from "../money/stops";
import { Again } from "../parts/again";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { HouseSays, type Said } from "../parts/house-says";
import { has, useSession } from "../parts/session";
import { dollars } from "../table/money";
import { message } from "../words/catalogue";
import { rich } from "../words/rich";

function Nobody() {
    return (
        <main class="page narrow">
            <h1>{message("BAR_MY_MONEY_AND_LIMITS")}</h1>
            <p>{message("WALLET_ACCOUNT_BELONGS")}</p>
            <p class="row">
                <a class="button" href="/sign-in?to=/account">
                    {message("BAR_SIGN_IN")}
                </a>
                <a class="quiet" href="/">
                    {message("APP_TO_THE_LOBBY")}
                </a>
            </p>
        </main>
    );
}

function Wallet({ money, cents, children }: { money: Money; cents: number; children?: preact.ComponentChildren }) {
    return (
        <div class="figure wallet">
            <dt>{moneyName(money)}</dt>
            <dd>{dollars(cents)}</dd>
            {children && <dd class="wallet-act">{children}</dd>}
        </div>
    );
}

/* The wallet named in the address, so that a link can lead to it. */
const asked = (): Money => (new URLSearchParams(location.search).get("money") === "real" ? "real" : "play");

export function AccountPage() {
    const { me, ready } = useSession();
    const [wallets, setWallets] = useState<Wallets | null>(null);
    const [answer, setAnswer] = useState<LimitsAnswer | null>(null);
    const [shown, setShown] = useState<Money>(asked);
    const [said, setSaid] = useState<Said | null>(null);
    const [fresh, setFresh] = useState(0);
    const [busy, setBusy] = useState(false);
    const [ended, setEnded] = useState(false);
    useTitle(message("BAR_MY_MONEY_AND_LIMITS"));

    const read = async () => {
        const [wallet, limits] = [await ask<Wallets>("wallet"), await ask<LimitsAnswer>("limits")];
        if (wallet.ok) setWallets(wallet);
        if (limits.ok) setAnswer(limits);
        const bad = [wallet, limits].find((reply) => !reply.ok);
        const over = bad !== undefined && !bad.ok && bad.status === 401;
        setEnded(over);
        if (bad && !bad.ok && !over) setSaid({ text: bad.why, clause: bad.clause, bad: true });
    };
    useEffect(() => {
        if (!me) return undefined;
        void read();
        const again = () => {
            if (document.hidden) return;
            setFresh((n) => n + 1);
            void read();
        };
        document.addEventListener(
            "visibilitychange",
            again,
        ); /* chips may have been bought meanwhile, at a table in another window */
        return () => document.removeEventListener("visibilitychange", again);
    }, [me]);
    const refill = async () => {
        setBusy(true);
        const reply = await post<{ cents: number; receipt: number }>("play-money");
        const before = reply.ok
            ? ""
            : await kindly("play-money", "play", (wallets?.play_full_cents ?? 0) - (wallets?.play_cents ?? 0));
        setBusy(false);
        setSaid(
            reply.ok
                ? {
                      text: message("WALLET_PLAY_MONEY_RECEIPT", {
                          money: dollars(reply.cents),
                          receipt: reply.receipt,
                      }),
                  }
                : { text: before ? `${before}: ${reply.why}` : reply.why, clause: reply.clause, bad: true },
        );
        setFresh(fresh + 1);
        await read();
    };
    const goOn = () => {
        setSaid(null);
        setFresh(fresh + 1);
        void read();
    };
    /* A refusal may mean that the session has ended. */
    const heard = (what: Said) => {
        setSaid(what);
        if (what.bad) void read();
    };
    const took = (limits: Limits) => answer && setAnswer({ ...answer, limits });

    if (ready && !me)
        return (
            <>
                <Bar title={message("WALLET_MY_MONEY")} />
                <Nobody />
            </>
        );
    const moneys = (["play", "real"] as Money[]).filter((money) => wallets?.[`${money}_cents`] !== undefined);
    const listed = moneys.includes(shown) ? shown : moneys[0];
    return (
        <>
            <Bar title={message("WALLET_MY_MONEY")} />
            <main class="page money">
                <h1>{message("BAR_MY_MONEY_AND_LIMITS")}</h1>
                {ended &&
                    (has(me, "guest") ? (
                        <p role="alert">
                            {rich("WALLET_THIS_VISIT_AS_A", { link: <a href="/">{message("APP_TO_THE_LOBBY")}</a> })}
                        </p>
                    ) : (
                        <Again onDone={goOn} />
                    ))}
                <HouseSays said={ended ? null : said} />
                {!wallets && <p class="dim">{message("WALLET_OPENING_THE_WALLET")}</p>}
                {wallets && (
                    <section class="panel" aria-labelledby="wallets-title">
                        <h2 id="wallets-title">{message("WALLET_IN_MY_WALLET")}</h2>
                        <dl class="figures">
                            <Wallet money="play" cents={wallets.play_cents ?? 0}>
                                {(wallets.play_cents ?? 0) < wallets.play_full_cents ? (
                                    <button type="button" class="action" disabled={busy} onClick={() => void refill()}>
                                        <span>{message("RAIL_NEW_PLAY_MONEY")}</span>
                                        <small>
                                            {message("WALLET_UP_TO", { money: dollars(wallets.play_full_cents) })}
                                        </small>
                                    </button>
                                ) : null}
                            </Wallet>
                            {moneys.includes("real") && <Wallet money="real" cents={wallets.real_cents ?? 0} />}
                        </dl>
                        <p class="dim">
                            {message("WALLET_CHIPS_ON_A_TABLE")}{" "}
                            {moneys.includes("real") && message("WALLET_REAL_MONEY_IS_PAID")}
                        </p>
                    </section>
                )}
                {wallets && <Coupons fresh={fresh} />}
                {answer && (
                    <section class="panel" aria-labelledby="limits-title">
                        <h2 id="limits-title">{message("RAIL_MY_LIMITS")}</h2>
                        <p>{message("WALLET_A_LOWER_LIMIT_HOLDS", { time: timeText(answer.day_ends_ms) })}</p>
                        <LimitForms
                            answer={answer}
                            moneys={moneys.length ? moneys : ["play"]}
                            onSet={took}
                            onSaid={heard}
                        />
                        <h2 class="breaks-title">{message("WALLET_TAKING_A_BREAK")}</h2>
                        <Breaks limits={answer.limits} onSet={took} onSaid={heard} />
                    </section>
                )}
                {listed && (
                    <section class="panel" aria-labelledby="history-title">
                        <h2 id="history-title">{message("WALLET_HISTORY_OF_THE_WALLET")}</h2>
                        {moneys.length > 1 && (
                            <div class="row" role="group" aria-label={message("WALLET_WHICH_WALLET")}>
                                {moneys.map((money) => (
                                    <button
                                        key={money}
                                        type="button"
                                        class="tool"
                                        aria-pressed={money === listed}
                                        onClick={() => setShown(money)}
                                    >
                                        {moneyName(money)}
                                    </button>
                                ))}
                            </div>
                        )}
                        <History money={listed} fresh={fresh} />
                    </section>
                )}
                {wallets && <OwnDisputes fresh={fresh} />}
                {wallets && <Played fresh={fresh} />}
                <SecondFactor />
                {wallets && <OwnSessions />}
            </main>
        </>
    );
}

/* coupons.tsx - coupons of one person: what each is worth, where it can be laid, until when. */
import { useEffect, useState } from "preact/hooks";
import { askPages } from "../net/api";
import { More, SHOWN } from "../parts/more";
import { dollars } from "../table/money";
import { moneyName, timeText, type Coupon } from "./rows";
import { message, named } from "../words/catalogue";
import { rich } from "../words/rich";

export const canUse = (coupon: Coupon, now = Date.now()): boolean => !coupon.used && coupon.expires_ms > now;

export const couponName = (coupon: Coupon): string =>
    coupon.kind === "progressive"
        ? message("COUPON_COUPON", { money: dollars(coupon.cents), wager: named(coupon.wager ?? "") })
        : message("COUPON_MATCH_PLAY_COUPON", { money: dollars(coupon.cents) });

const ABOUT: Record<Coupon["kind"], string> = {
    "match-play": "COUPON_LAY_IT_BESIDE_A",
    progressive: "COUPON_USE_IT_AS_THE",
};

/* Whether it can still be used, and its last result. */
function status(coupon: Coupon): string {
    if (coupon.used) return coupon.table ? message("COUPON_USED_AT", { table: coupon.table }) : message("COUPON_USED");
    const until = canUse(coupon)
        ? message("COUPON_UNTIL", { time: timeText(coupon.expires_ms) })
        : message("COUPON_ITS_TIME_IS_OVER");
    return coupon.back_ms ? message("COUPON_BACK_FROM", { table: coupon.table, until }) : until;
}

export function CouponList({ coupons }: { coupons: Coupon[] }) {
    return (
        <ul class="decisions coupons">
            {coupons.map((coupon) => (
                <li key={coupon.coupon}>
                    <span>
                        {rich("COUPON_IN", { coupon: <b>{couponName(coupon)}</b>, money: moneyName(coupon.money) })}{" "}
                        <span class="dim">{message(ABOUT[coupon.kind])}</span>
                    </span>
                    <span class="tag">{status(coupon)}</span>
                </li>
            ))}
        </ul>
    );
}

export const couponsOf = (most: number, person?: string) =>
    askPages<{ coupons: Coupon[]; next?: string }>("coupons", "coupons", most, person ? { person } : {});

/* The viewer's own coupons; shows nothing if there are none. */
export function Coupons({ fresh }: { fresh: number }) {
    const [coupons, setCoupons] = useState<Coupon[]>([]);
    const [most, setMost] = useState(SHOWN);
    const [next, setNext] = useState<string>();
    useEffect(() => {
        void couponsOf(most).then((answer) => {
            if (!answer.ok) return;
            setCoupons(answer.coupons);
            setNext(answer.next);
        });
    }, [fresh, most]);
    if (!coupons.length) return null;
    return (
        <section class="panel" aria-labelledby="coupons-title">
            <h2 id="coupons-title">{message("COUPON_MY_COUPONS")}</h2>
            <CouponList
                coupons={coupons
                    .slice()
                    .sort((a, b) => Number(canUse(b)) - Number(canUse(a)) || b.issued_ms - a.issued_ms)}
            />
            <More next={next} onMore={() => setMost(most + SHOWN)} />
            <p class="dim">{message("COUPON_A_COUPON_IS_LAID")}</p>
        </section>
    );
}

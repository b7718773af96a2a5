/* coupons.tsx - coupons of one person: what each is worth, where it can be laid, until when. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "../net/api";
import { dollars } from "../table/money";
import { MONEY_NAME, timeText, type Coupon } from "./rows";

export const canUse = (coupon: Coupon, now = Date.now()): boolean => !coupon.used && coupon.expires_ms > now;

export const couponName = (coupon: Coupon): string =>
    coupon.kind === "progressive"
        ? `${dollars(coupon.cents)} ${coupon.wager} coupon`
        : `${dollars(coupon.cents)} match-play coupon`;

const ABOUT: Record<Coupon["kind"], string> = {
    "match-play": "Lay it beside a bet of at least its value; it wins its value.",
    progressive: "Use it as the stake of the wager it names.",
};

/* Whether it can still be used, and its last result. */
function status(coupon: Coupon): string {
    if (coupon.used) return coupon.table ? `used at ${coupon.table}` : "used";
    const until = canUse(coupon) ? `until ${timeText(coupon.expires_ms)}` : "its time is over";
    return coupon.back_ms ? /* say:coupon-back-from */ `back from ${coupon.table}, ${until}` : until;
}

export function CouponList({ coupons }: { coupons: Coupon[] }) {
    return (
        <ul class="decisions coupons">
            {coupons.map((coupon) => (
                <li key={coupon.coupon}>
                    <span>
                        <b>{couponName(coupon)}</b>, {MONEY_NAME[coupon.money]}.{" "}
                        <span class="dim">{ABOUT[coupon.kind]}</span>
                    </span>
                    <span class="tag">{status(coupon)}</span>
                </li>
            ))}
        </ul>
    );
}

/* The viewer's own coupons; shows nothing if there are none. */
export function Coupons({ fresh }: { fresh: number }) {
    const [coupons, setCoupons] = useState<Coupon[]>([]);
    useEffect(() => {
        void ask<{ coupons: Coupon[] }>("coupons").then((answer) => answer.ok && setCoupons(answer.coupons));
    }, [fresh]);
    if (!coupons.length) return null;
    return (
        <section class="panel" aria-labelledby="coupons-title">
            <h2 id="coupons-title">My coupons</h2>
            <CouponList
                coupons={coupons
                    .slice()
                    .sort((a, b) => Number(canUse(b)) - Number(canUse(a)) || b.issued_ms - a.issued_ms)}
            />
            <p class="dim">
                A coupon is laid at a table for its money: when betting is open its button stands beside the chips. Won
                or lost it is used; after a tie, or where nothing was decided, it is yours again.
            </p>
        </section>
    );
}

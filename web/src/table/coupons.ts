/* coupons.ts - coupons of the player that can be laid at this table now, and where. */
import { canUse } from "../money/coupons";
import type { Coupon } from "../money/rows";
import { boxOf, type Table } from "./model";

export interface CouponOffer {
    coupon: Coupon;
    wager: string;
    place: string | null; /* null: a bet must lie there first */
}

/* A match-play coupon matches at most the chips it lies beside (MBJ-3(d).1); a progressive coupon is the stake of its wager (MBJ-3(k)). */
function placeFor(t: Table, coupon: Coupon, wager: string, mine: string[]): string | null {
    const bets = (place: string) => boxOf(t, place)?.bets[place] ?? {};
    if (coupon.kind === "progressive") return mine.find((place) => bets(place).main && !bets(place)[wager]) ?? null;
    return mine.find((place) => (bets(place)[wager] ?? 0) >= coupon.cents && !boxOf(t, place)?.coupons[place]) ?? null;
}

export function couponOffers(t: Table, coupons: Coupon[], mine: string[]): CouponOffer[] {
    const fits = (coupon: Coupon) =>
        coupon.money === (t.terms.money ?? "play") &&
        (coupon.kind === "progressive"
            ? t.layout.wagers.some((w) => w.wager === coupon.wager && w.meter)
            : !coupon.wager || coupon.wager === "main" || t.layout.wagers.some((w) => w.wager === coupon.wager));
    return coupons
        .filter((coupon) => canUse(coupon) && fits(coupon))
        .map((coupon) => {
            const wager = coupon.wager || "main";
            return { coupon, wager, place: placeFor(t, coupon, wager, mine) };
        });
}

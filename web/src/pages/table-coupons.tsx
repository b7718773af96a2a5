/* table-coupons.tsx - coupons that the player at this table holds, and the buttons that lay them. */
import { useEffect, useRef, useState } from "preact/hooks";
import { wagerTitle } from "../felt/print";
import { couponName, couponsOf } from "../money/coupons";
import type { Coupon } from "../money/rows";
import type { CouponOffer } from "../table/coupons";
import { dollars } from "../table/money";
import type { Table } from "../table/model";
import type { TableStore } from "../table/store";
import { message } from "../words/catalogue";

const LOOK_AGAIN_MS = 60000;

/* The page asks for coupons when betting opens, but at most once a minute, and again when one is laid or comes back. */
export function useCoupons(store: TableStore, me: string, wanted: boolean): { list: Coupon[]; refresh: () => void } {
    const [list, setList] = useState<Coupon[]>([]);
    const asked = useRef(-LOOK_AGAIN_MS);
    const read = async () => {
        asked.current = performance.now();
        const answer = await couponsOf(Infinity);
        if (answer.ok) setList(answer.coupons);
    };
    useEffect(() => {
        if (me && wanted && performance.now() - asked.current >= LOOK_AGAIN_MS) void read();
    }, [me, wanted, store.table.round]);
    useEffect(() => {
        if (me && store.table.couponsMoved) void read();
    }, [me, store.table.couponsMoved]);
    return { list, refresh: () => void read() };
}

export function CouponButtons({
    offers,
    table,
    onCoupon,
}: {
    offers: CouponOffer[];
    table: Table;
    onCoupon: (offer: CouponOffer) => void;
}) {
    if (!offers.length) return null;
    return (
        <div class="along" role="group" aria-label={message("COUPON_YOUR_COUPONS")}>
            {offers.map((offer) => {
                const { coupon, wager, place } = offer;
                const needs =
                    coupon.kind === "progressive"
                        ? message("COUPON_NEEDS_A_BLACKJACK_WAGER")
                        : message("COUPON_NEEDS_ON_FIRST", {
                              money: dollars(coupon.cents),
                              wager: wager === "main" ? message("COUPON_YOUR_BOX") : wagerTitle(wager, table),
                          });
                const name =
                    coupon.kind === "progressive"
                        ? message("COUPON_COUPON", { money: dollars(coupon.cents), wager: wagerTitle(wager, table) })
                        : couponName(coupon);
                return (
                    <button
                        key={coupon.coupon}
                        type="button"
                        class="tool"
                        disabled={!place}
                        onClick={() => onCoupon(offer)}
                    >
                        {message("COUPON_LAY", { name })}
                        {place ? "" : <small class="dim"> {needs}</small>}
                    </button>
                );
            })}
        </div>
    );
}

/* rows.ts - what the house tells the cage. */
import type { Money } from "../money/rows";

export interface Customer {
    person: string;
    name?: string;
    roles: string[];
    locked?: boolean;
}

/* Answer to a deposit or a withdrawal. */
export interface Visit {
    person: string;
    cents: number;
    receipt: number;
    before: number;
    after: number;
    currency?: boolean; /* the house must report it */
}

export interface CageRow {
    time_ms: number;
    stream: string;
    seq: number;
    what: string;
    money: Money;
    person: string;
    table: string;
    by: string;
    in_cents: number;
    out_cents: number;
    coupon_cents: number;
    receipt: number | null;
}

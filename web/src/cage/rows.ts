/* rows.ts - what the house tells the cage. */
import type { Money } from "../money/rows";

export interface Customer {
    person: string;
    name?: string;
    roles: string[];
    locked?: boolean;
}

export const nameOf = ({ person, name }: Customer): string => (name && name !== person ? `${name} (${person})` : person);

/* Answer to a deposit or a withdrawal. */
export interface Visit {
    person: string;
    cents: number;
    receipt: number;
    before: number;
    after: number;
    time_ms: number;
    repeated?: boolean; /* an earlier try had arrived */
    currency?: boolean; /* the house must report it */
}

/* A gaming day, as the house has it. */
export interface GamingDay {
    date: string;
    from_ms: number;
    to_ms: number;
    now: string; /* the date of the one that holds this moment */
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

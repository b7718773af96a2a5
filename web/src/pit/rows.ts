/* rows.ts - what the house tells the pit. */

export interface TableRow {
    table: string;
    title: string;
    rules: string;
    dealing: string;
    money: string;
    here: boolean;
    address?: string;
    status?: string;
    dealer?: string;
    round?: number;
    seq?: number; /* the record that this row shows */
    tray_cents?: number;
    drop_cents?: number;
    tokes_cents?: number;
    opener_cents?: number;
    fills_cents?: number;
    credits_cents?: number;
    players?: number;
    awards?: number;
    shoe?: number;
    summoned?: boolean;
    meters?: { meter: string; cents: number; awards: number }[];
}

/* What the proof of the journal found wrong; names are frozen accounts and tables. */
export interface Alarm {
    what: string;
    since_ms: number;
    names: string[];
    proved: boolean;
}

export interface Approval {
    approval: string;
    word: string;
    asker: string;
    state: string;
    table?: string;
    request?: Record<string, unknown>;
    [key: string]: unknown;
}

export interface WinRow {
    table: string;
    title: string;
    day: string;
    shift: string;
    drop_cents: number;
    win_cents: number;
    hold: number | null;
    rounds: number;
    hands: number;
    hands_per_hour: number | null;
    staked_cents: number;
    theory_cents: number | null;
    band_low_cents: number | null;
    band_high_cents: number | null;
}

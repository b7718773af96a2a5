// types.ts - the answers, as the program prints them; docs/odds-json.md tells what each number means.

/** Settings of a table by rule name: `{ decks: 8, surrender: "on", offer: "push22:A,buster:F" }`. */
export type Settings = Record<string, string | number | boolean>;

export type Severity = "error" | "warning" | "ruling" | "duty";
export type Play = "stand" | "hit" | "double" | "split" | "surrender";
/** What stakes a hand: chips, or only a lammer. */
export type Kind = "real" | "free";

export interface Pays {
    form: "to" | "for" | "dollars" | "percent";
    a: number;
    b: number;
}

// ---- rules ---------------------------------------------------------------------------------------------------

export interface ProfileName {
    name: string;
    title: string;
    rule_set: string;
    decks: number;
    offer: string[];
}

/** One row of the rule table: all that a form needs. */
export interface Rule {
    name: string;
    value: string;
    preset: string;
    kind: "int" | "money" | "enum" | "percent" | "ranks" | "weights" | "cards";
    legal: string;
    clauses: string[];
    inherited: boolean;
    readings: string[];
    help: string;
    file?: string;
    line?: number;
}

export interface OutcomePays {
    name: string;
    pays: Pays;
}

export interface Offer {
    id: string;
    title: string;
    paytable: string;
    clause: string;
    odds: "exact" | "floor";
    least_cents: number;
    most_cents: number;
    tied: boolean; /* it may not exceed the main wager */
    outcomes: OutcomePays[];
}

export interface PayTable {
    id: string;
    clause: string;
    odds: "exact" | "floor";
    decks: number[];
    rule_sets: string[];
    outcomes: OutcomePays[];
}

export interface Wager {
    id: string;
    title: string;
    clause: string;
    rule_sets: string[];
    decks: number[];
    paytables: PayTable[];
    bars: { clause: string; with: string[] }[];
}

export interface Submission {
    name: string;
    title: string;
    regulator: string;
    filed: string;
    approved: string;
    document: string;
    provenance: string;
    hash: string;
    rules: Rule[];
    offers: Offer[];
    wagers: Wager[];
}

export interface Finding {
    severity: Severity;
    clause: string;
    text: string;
    rule?: string;
    wager?: string;
    file?: string;
    line?: number;
}

export interface Check {
    name: string;
    legal: boolean;
    errors: number;
    worst_loss_cents: number;
    meters_apart: boolean;
    findings: Finding[];
}

export interface Clause {
    id: string;
    [field: string]: unknown;
}

// ---- odds ----------------------------------------------------------------------------------------------------

export interface OddsQuestion {
    /** One wager; `main`: only the main game; `all`: every wager of the document. Left out: what the rules offer. */
    wager?: string;
    paytable?: string;
    /** Dollars, where awards depend on the stake. */
    stake?: number | string;
    /** How many make the wager. */
    players?: number;
    /** Cards that have left the shoe, such as `"5h 5d Tc"`. */
    removed?: string;
    infinite?: boolean;
    /** Effects of removal as well. */
    eor?: boolean;
}

export interface MainFigures {
    house_edge: number;
    chart_house_edge: number;
    sd: number;
    element_of_risk: number | null;
    win: number;
    push: number;
    lose: number;
    staked: number;
    free_doubles: number;
    paid_doubles: number;
    free_splits: number;
    paid_splits: number;
    surrenders: number;
    blackjacks: number;
    dealer_blackjacks: number;
    busts: number;
    hands_ahead: number;
    hands_behind: number;
    lammers: number[];
    insurance_house_edge: number | null;
    effect_of_removal?: Record<string, number | null>;
}

export interface Outcome extends OutcomePays {
    probability: number;
    ways?: string;
}

export interface PricedMeter {
    name: string;
    seed: number;
    contribution: number;
    reserve: number;
    won_whole: number;
    dollar_value: number;
    break_even: number | null;
    cost: number;
}

export interface PrintedFigure {
    clause: string;
    figure: string;
    printed: number;
    ours: number;
    agrees: boolean;
    note: string;
}

export interface WagerPrice {
    id: string;
    paytable: string;
    title: string;
    clause: string;
    house_edge: number;
    hit_frequency: number;
    sd: number | null;
    outcomes: Outcome[];
    ways?: string;
    fixed_return: number;
    envy_return: number;
    players: number;
    stake_cents: number;
    meters: PricedMeter[];
    strategy: string | null;
    caveat: string | null;
    printed: PrintedFigure[];
    effect_of_removal?: Record<string, number | null>;
}

export interface Odds {
    rules: string;
    decks: number;
    hash: string;
    infinite: boolean;
    removed: number;
    main: MainFigures | null;
    wagers: WagerPrice[];
}

export interface HandQuestion {
    kind?: Kind;
    removed?: string;
    infinite?: boolean;
}

export interface PricedAction {
    action: Play;
    free: boolean;
    value: number;
    cost: number;
}

export interface Hand {
    cards: string[];
    up: string[];
    kind: Kind;
    total: number;
    soft: boolean;
    blackjack: boolean;
    best: Play | null;
    actions: PricedAction[];
    probability: number | null;
    insurance: number | null;
}

export interface Together {
    wager: string;
    paytable: string;
    ratio: number;
    main_house_edge: number;
    wager_house_edge: number;
    loss: number;
    main_alone_house_edge: number;
    lammers: number[];
    changes: { hand: string; up: string; kind: Kind; action: Play; instead_of: Play }[];
}

// ---- the chart -----------------------------------------------------------------------------------------------

/** H hit, S stand, D double else hit, Ds double else stand, P split, Rh Rs Rp surrender else; - by its total. */
export type Cell = "H" | "S" | "D" | "Ds" | "P" | "Rh" | "Rs" | "Rp" | "-";

export interface Chart {
    hard: Record<string, Cell[]>;
    soft: Record<string, Cell[]>;
    pairs: Record<string, Cell[]>;
}

export interface StrategyQuestion {
    /** One of the two charts; left out: both, where there are two. */
    hand?: Kind;
    exceptions?: boolean;
    removed?: string;
    infinite?: boolean;
}

export interface Exception {
    hand: number[];
    dealer: number[];
    kind: Kind;
    chart: Play;
    best: Play;
    gain: number;
}

export interface Strategy {
    rules: string;
    decks: number;
    open: boolean;
    chart_house_edge: number;
    columns: string[];
    charts: { real?: Chart; free?: Chart };
    house_pays: { hard_doubles: number[]; pairs: string[] };
    legend: Record<string, string>;
    exceptions?: Exception[];
}

// ---- dealing -------------------------------------------------------------------------------------------------

/** A request of docs/json-lines.md: `{ do: "bet", seat: "1", cents: 1000 }`. */
export interface DealRequest {
    do: string;
    seat?: string;
    wager?: string;
    card?: string;
    cents?: number;
    count?: number;
    [field: string]: unknown;
}

export interface DealEvent {
    event: string;
    seat?: string;
    hand?: number;
    wager?: string;
    card?: string;
    cents?: number;
    total?: number;
    outcome?: string;
    clause?: string;
    [field: string]: unknown;
}

export interface DealTurn {
    who: "players" | "player" | "shoe" | "dealer" | "staff" | "nobody";
    do?: string;
    seat?: string;
    hand?: number;
    wager?: string;
    clause?: string;
}

/** What is allowed: the request that does it, with the limits of its amount. */
export interface DealOffer extends DealRequest {
    least?: number;
    most?: number;
    step?: number;
}

export interface DealAnswer {
    ok: boolean;
    events?: DealEvent[];
    turn?: DealTurn;
    legal?: DealOffer[];
    mishaps?: DealOffer[];
    cents?: number;
    line?: number;
    why?: string;
    clause?: string;
    [field: string]: unknown;
}

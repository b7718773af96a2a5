/* protocol.ts - what goes over the wire, as types. Made from acts.def and replies.def; do not edit. */

export type Role = 
            | "guest"
            | "player"
            | "dealer"
            | "supervisor"
            | "executive"
            | "cashier"
            | "surveillance"
            | "auditor"
            | "administrator";

/* The command was done, now or by an earlier request with this number. */
export interface Nothing {
    repeated?: boolean;
}

/* The command was done and is durable; `seq` is its record. */
export interface Done {
    seq?: number;
    repeated?: boolean;
}

/* A second person must approve the request first. The answer to a repeated request has its state: waiting, approved, done, refused, declined or too old. */
export interface Waiting {
    waiting: boolean;
    approval: string;
    expires_ms: number;
    second: string[];
    state?: string;
    repeated?: boolean;
}

/* The numbers of the last commands that were done at the house and at each table, and `asked`: of the last requests at each table that a second person must approve. */
export interface Numbers {
    house: number;
    tables: Record<string, number>;
    asked: Record<string, number>;
}

/* done, asked (approvals tells its state), not done (a later number was done, so it never will be), or unknown (it may still arrive); with the record. */
export interface Fate {
    fate: string;
    stream?: string;
    seq?: number;
    time_ms?: number;
    kind?: string;
    approval?: string;
}

/* A refusal: nothing was changed. `id` names its sentence, `args` fills its gaps: texts, numbers, and amounts in cents. Has a snapshot if the table has changed since "seen". */
export interface Refused {
    status: number;
    why: string;
    id?: string;
    args?: Record<string, unknown>;
    clause?: string;
    elsewhere?: string;
    retry_ms?: number;
    seq?: number;
    snapshot?: Snapshot;
}

/* What the approved request answers. */
export interface Anything {
}

/* Messages follow. The first is a snapshot, unless `continues` says that they follow the last message seen. */
export interface Watching {
    seq: number;
    continues: boolean;
}

/* A table as it is now. */
export interface Looked {
    seq: number;
    snapshot: Snapshot;
}

/* What is allowed now. */
export interface Legal {
    seq: number;
    legal: Offer[];
}

/* Every act of a player at a box: whether it is allowed now, and why not. */
export interface WhyNot {
    seq: number;
    acts: WhyRow[];
}

/* An act that was tried and not done; `why` is the refusal that it would get. */
export interface WhyRow {
    do: string;
    seat: string;
    wager?: string;
    allowed: boolean;
    why?: string;
    id?: string;
    args?: Record<string, unknown>;
    clause?: string;
}

/* The irregularities that are possible now. */
export interface Mishaps {
    seq: number;
    mishaps: Offer[];
}

/* The last shoe that was opened. */
export interface OpenedShoe {
    shoe: Opened;
}

/* An opened shoe: its salt, order, cut and commitment, and the players' parts in its shuffle. A void one was never dealt. */
export interface Opened {
    event?: string;
    do?: string;
    number: number;
    salt: string;
    order: string[];
    cut?: number[];
    commitment?: string;
    parts?: Part[];
    seed?: string;
    table?: string;
    void?: boolean;
}

/* A player's part in the shuffle of a shoe; a value that was not revealed is missing. */
export interface Part {
    seat: string;
    commitment: string;
    value?: string;
}

/* What happened at a table; or a snapshot of it. */
export interface Message {
    table: string;
    seq: number;
    by?: string;
    time_ms?: number;
    events?: Event[];
    turn?: Turn;
    clock_ms?: number;
    racks?: Record<string, number>;
    meters?: Record<string, number>;
    snapshot?: Snapshot;
    own_cards?: Event[];
}

/* Cards that only one player sees. */
export interface OwnCards {
    table: string;
    own: boolean;
    events: Event[];
}

/* Another server runs the table now: connect again, and watch it there. */
export interface Moved {
    table: string;
    moved: boolean;
}

/* A sentence about an event: a message of messages/en.def, its reason, and what stands in its braces; ?? is a card face down. */
export interface Sentence {
    say: string;
    why?: string;
    seat?: string;
    hand?: number;
    other?: number;
    role?: string;
    cents?: number;
    more?: number;
    card?: string;
    cards?: string;
    split?: boolean;
    against?: string;
    wager?: string;
    outcome?: string;
    prize?: string;
    meter?: string;
    number?: number;
    side?: boolean;
    count?: number;
    spot?: number;
}

/* One thing that happened, with the clause that prescribes it; card is a card or, where an award is paid, the role whose card paid it. */
export interface Event {
    event: string;
    seat?: string;
    hand?: number;
    wager?: string;
    cents?: number;
    side?: string;
    name?: string;
    total?: number;
    pack?: number;
    count?: number;
    role?: string;
    on?: boolean;
    n?: number;
    outcome?: string;
    clause?: string;
    about?: string;
    for?: string;
    how?: string;
    card?: string;
    say?: Sentence[];
    why?: Why;
    number?: number;
    player?: string;
    in?: string;
    own?: boolean;
    least?: number;
    most?: number;
    stake?: boolean;
    did?: string;
    person?: string;
    emote?: string;
    reason?: string;
    cards?: number[];
    commitment?: string;
    salt?: string;
    order?: string[];
    cut?: number[];
    parts?: Part[];
    seed?: string;
    value?: string;
    void?: boolean;
    voided?: number;
    was?: string;
    again?: unknown;
    snapshot?: Snapshot;
    automatic?: boolean;
    slip?: number;
    by?: string;
    approved?: string;
    drained?: boolean;
    meter?: string;
    account?: string;
    before_cents?: number;
    after_cents?: number;
    table?: string;
    round?: number;
    percent?: number;
    tray_cents?: number;
    seeded_cents?: number;
    time_ms?: number;
    called?: string;
    confirmed?: string;
    paid?: string;
    clauses?: string[];
    component?: string;
    version?: string;
    title?: string;
    rules?: string;
    settings?: string;
    link?: string;
    dealing?: "virtual" | "live";
    money?: "play" | "real";
    betting_ms?: number;
    decision_ms?: number;
    cut_ms?: number;
    hold_ms?: number;
    par_cents?: number;
    practice?: boolean;
}

/* Why chips moved: what decided, the arithmetic, and the cards of the hand and the dealer; null is a card face down. */
export interface Why {
    because: Sentence;
    terms: Term[];
    mine: (string | null)[];
    dealers: (string | null)[];
}

/* One term of the arithmetic and what it adds. All terms of a player's events add up to what the round brought. */
export interface Term {
    say: Sentence;
    adds: number;
    clause?: string;
}

/* An act that is allowed: least, most and step stand for its amount. */
export interface Offer {
    do: string;
    seat?: string;
    wager?: string;
    card?: string;
    blackjack?: boolean;
    ride?: string;
    name?: string;
    how?: string;
    role?: string;
    side?: string;
    pack?: number;
    down?: boolean;
    on?: boolean;
    face_down?: boolean;
    prepared?: boolean;
    must_hit?: boolean;
    by?: string | null;
    in?: string;
    cents?: number;
    count?: number;
    least?: number;
    most?: number;
    step?: number;
    free?: boolean;
}

/* A further bettor with chips on the hand on turn: their choices, and the one that holds if they do not answer. */
export interface Along {
    seat: string;
    legal: Offer[];
    said: Offer[];
}

/* The player or staff member whose turn it is. */
export interface Turn {
    who: string;
    do?: string;
    seat?: string;
    hand?: number;
    wager?: string;
    clause?: string;
    least?: number;
    most?: number;
    legal?: Offer[];
    along?: Along[];
}

/* A player's hand; null is a card face down. */
export interface Hand {
    cards: (string | null)[];
    total: number;
    soft: boolean;
    state: string;
    free: boolean;
    doubled: boolean;
    doubled_cents: number;
    free_double: boolean;
}

/* Chips, or a coupon, on a spot. */
export interface Bet {
    seat: string;
    wager: string;
    cents: number;
    stake?: boolean;
}

/* A betting box that plays. */
export interface Box {
    seat: string;
    bets: Bet[];
    hands: Hand[];
    lammers: number;
}

/* An optional wager on the layout. */
export interface SideBet {
    seat: string;
    wager: string;
    cents: number;
    state: string;
    net: number;
}

/* The dealer's hand, and who deals. */
export interface DealerHand {
    cards: (string | null)[];
    total: number;
    blackjack: boolean;
    person: string;
}

/* A player at the table. */
export interface PlayerRow {
    player: string;
    seats: string[];
    chips: number;
    out?: boolean;
}

/* Who asks to bet behind a box. */
export interface AskRow {
    seat: string;
    player: string;
}

/* An award from a meter that waits for people. */
export interface AwardRow {
    seat: string;
    wager: string;
    stage: string;
    cents: number;
}

/* The last shoe that was opened, and its record. */
export interface ShoeOpened {
    number: number;
    seq: number;
}

/* The shoe, as far as it has been seen. */
export interface Shoe {
    number: number;
    left: number;
    out: number;
    cover_seen: boolean;
    stage: string;
    commitment?: string;
    cut?: number;
    cover?: number;
    came?: (string | null)[][];
    parts?: Part[];
    seed?: string;
    voided?: number;
    opened?: ShoeOpened;
}

/* A row of a pay table. */
export interface Outcome {
    name: string;
    pays: string | null;
}

/* An optional wager that is offered. */
export interface WagerRow {
    wager: string;
    title: string;
    spot: string;
    paytable: string;
    least: number;
    most: number;
    step: number;
    tied: boolean;
    clause: string;
    outcomes: Outcome[];
    meter?: string;
}

/* What is printed in the middle of the layout. */
export interface Printed {
    game: string;
    rules: string[];
    insurance: string;
}

/* What is printed on the layout and posted at the table; the titles of its meters. */
export interface Layout {
    name: string;
    boxes: number;
    bettors: number;
    min_bet: number;
    max_bet: number;
    bet_step: number;
    chip_unit: number;
    wagers: WagerRow[];
    rules: Record<string, string>;
    printed: Printed;
    meters: Record<string, string>;
}

/* The terms of a table. */
export interface Terms {
    title: string;
    rules: string;
    settings: string;
    link: string;
    dealing: "virtual" | "live";
    money: "play" | "real";
    practice: boolean;
    betting_ms: number;
    decision_ms: number;
    cut_ms: number;
    hold_ms: number;
}

/* A table as all watchers may see it. */
export interface Snapshot {
    table: string;
    terms: Terms;
    layout: Layout;
    open: boolean;
    frozen: boolean;
    drained: boolean;
    round: number;
    at: string;
    phase: string;
    players: PlayerRow[];
    shared: string[];
    asks: AskRow[];
    boxes: Box[];
    wagers: SideBet[];
    coupons: Bet[];
    dealer: DealerHand;
    turn: Turn;
    shoe: Shoe;
    meters: Record<string, number>;
    awards: AwardRow[];
    summoned: boolean;
    clock_ms?: number;
    replay?: boolean;
}

/* The person of the session; empty where there is no session. */
export interface Session {
    person: string;
    roles: string[];
    name?: string;
    locked?: boolean;
    created_ms?: number;
    csrf?: string;
    given?: boolean;
    login?: string;
    second_factor?: string;
    stale?: boolean;
    session?: string;
    device?: string;
    client?: string;
}

/* The secret of a second factor in base32, and the address that authenticators read from a QR code. */
export interface FactorSecret {
    secret: string;
    uri: string;
}

/* Recovery codes, each for one sign-in. */
export interface RecoveryCodes {
    recovery_codes: string[];
}

/* The sign-in name. */
export interface Login {
    login: string;
}

/* A person of the house. */
export interface Person {
    person: string;
    name: string;
    roles: string[];
    locked: boolean;
    created_ms: number;
}

/* A person in the list; they last used the house at `seen_ms`, give or take five minutes. */
export interface PersonRow {
    person: string;
    name: string;
    login?: string;
    roles: string[];
    password_by: string;
    locked: boolean;
    second_factor?: boolean;
    created_ms: number;
    seen_ms?: number;
}

/* Persons of the house; "next" where there are more. */
export interface People {
    people: PersonRow[];
    next?: string;
}

/* A looser limit that will hold later. */
export interface LimitWish {
    at_ms: number;
    value?: number;
}

/* Limits that a player has set. */
export interface Limits {
    deposit_cents?: number;
    loss_cents?: number;
    time_out_until_ms?: number;
    excluded_until_ms?: number;
    waiting?: Record<string, LimitWish>;
}

/* How much of the limits a day has used. */
export interface Used {
    deposits_cents: number;
    bought_cents: number;
    cashed_cents: number;
    risk_cents: number;
}

/* What the day has used, by kind of money. */
export interface Today {
    play: Used;
    real: Used;
}

/* Limits, and what the day has used. */
export interface LimitsAnswer {
    limits: Limits;
    today: Today;
    day_ends_ms: number;
}

/* The limits as they are now. */
export interface LimitsSet {
    limits: Limits;
}

/* Requests that wait for a second person; or one request, in any state. */
export type Approvals = ApprovalList | OneApproval;

/* Requests that wait for a second person; "next" where there are more. */
export interface ApprovalList {
    approvals: Approval[];
    next?: string;
}

/* A request that needed a second person. */
export interface OneApproval {
    state: string;
    word: string;
    asker: string;
    request: unknown;
    asked_ms: number;
    expires_ms: number;
    second: string[];
    by?: string;
    decided_ms?: number;
    answer?: unknown;
}

/* A request that needs a second person. */
export interface Approval {
    approval: string;
    state: string;
    word: string;
    asker: string;
    request: unknown;
    asked_ms: number;
    expires_ms: number;
    second: string[];
    by?: string;
    decided_ms?: number;
    answer?: unknown;
}

/* A receipt of the cage. */
export interface Visit {
    person: string;
    money: "play" | "real";
    cents: number;
    receipt: number;
    before: number;
    after: number;
    reason?: string;
    currency?: boolean;
    approved?: string;
    time_ms: number;
    repeated?: boolean;
}

/* A line of a wallet. */
export interface StatementLine {
    line: number;
    cents: number;
    balance_cents: number;
    stream: string;
    seq: number;
    time_ms?: number;
    by?: string;
    reason?: string;
}

/* Balances; or a wallet with its lines. */
export type Wallet = Balances | Statement;

/* Balances of the wallets; a wallet that does not exist is left out. */
export interface Balances {
    play_full_cents: number;
    play_cents?: number;
    real_cents?: number;
}

/* A wallet with its lines. */
export interface Statement {
    person: string;
    account: string;
    takes_nothing?: string;
    from?: number;
    cents: number;
    lines: number;
    statement: StatementLine[];
}

/* A new coupon. */
export interface IssuedCoupon {
    kind: string;
    wager: string;
    cents: number;
    money: "play" | "real";
    issuer: string;
    issued_ms: number;
    expires_ms: number;
    used: boolean;
    person: string;
    coupon: string;
    reason: string;
    approved?: string;
}

/* A coupon. */
export interface Coupon {
    coupon: string;
    kind: string;
    wager: string;
    cents: number;
    money: "play" | "real";
    issuer: string;
    issued_ms: number;
    expires_ms: number;
    used: boolean;
    used_ms?: number;
    table?: string;
    back_ms?: number;
}

/* A person's coupons; "next" where there are more. */
export interface Coupons {
    coupons: Coupon[];
    next?: string;
}

/* A round that you have played: what you staked at its beginning, and what you won or lost. */
export interface PlayedRound {
    table: string;
    round: number;
    time_ms: number;
    money: "play" | "real";
    stake_cents: number;
    net_cents: number;
}

/* Your rounds, newest first; "next" where there are more. */
export interface PlayedRounds {
    rounds: PlayedRound[];
    next?: string;
}

/* One of your sessions. */
export interface OwnSession {
    created_ms: number;
    seen_ms: number;
    current: boolean;
}

/* Your sessions; "next" where there may be more. */
export interface Sessions {
    sessions: OwnSession[];
    next?: string;
}

/* A wager by its name. */
export interface WagerName {
    wager: string;
    title: string;
}

/* A table in the lobby; your_cents are the chips of the player who asks, where they sit, and seq is the table's last record. */
export interface LobbyRow {
    table: string;
    address: string;
    title: string;
    rules: string;
    settings: string;
    dealing: "virtual" | "live";
    money: "play" | "real";
    link: string;
    practice?: boolean;
    line?: string;
    least_cents?: number;
    most_cents?: number;
    boxes?: number;
    wagers?: WagerName[];
    free?: number;
    players?: number;
    status?: string;
    your_cents?: number;
    seq?: number;
}

/* Tables; "next" where there are more. */
export interface Lobby {
    tables: LobbyRow[];
    next?: string;
}

/* A meter's display, and how many awards wait. */
export interface MeterRow {
    meter: string;
    title: string;
    cents: number;
    awards: number;
}

/* A table as the pit sees it. The dealer deals since `dealer_ms`, a floorperson is called since `summoned_ms`, for `summoned_why`; `clock_ms` is what is left of a decision, or 0. */
export interface PitRow {
    table: string;
    address: string;
    title: string;
    rules: string;
    settings: string;
    dealing: "virtual" | "live";
    money: "play" | "real";
    link: string;
    practice?: boolean;
    here: boolean;
    status?: string;
    dealer?: string;
    round?: number;
    seq?: number;
    tray_cents?: number;
    drop_cents?: number;
    tokes_cents?: number;
    opener_cents?: number;
    fills_cents?: number;
    credits_cents?: number;
    players?: number;
    awards?: number;
    shoe?: number;
    meters?: MeterRow[];
    summoned?: boolean;
    summoned_ms?: number;
    summoned_why?: string;
    par_cents?: number;
    boxes?: number;
    occupied?: number;
    least_cents?: number;
    most_cents?: number;
    dealer_ms?: number;
    clock_ms?: number;
}

/* A server of the house: where clients reach it, where other servers do, the tables it runs, how busy it is, and whether it is being stopped. */
export interface ServerRow {
    server: string;
    address: string;
    inside: string;
    tables: number;
    records_per_s: number;
    leaving: boolean;
}

/* All servers that were heard of lately; `here` is the one that answers. */
export interface Servers {
    here: string;
    servers: ServerRow[];
}

/* The alarm: what is wrong with the books. */
export interface AlarmRow {
    raised: boolean;
    what: string;
    since_ms: number;
    names: string[];
    proved: boolean;
}

/* Tables, "next" where there are more, and the alarm if there is one. */
export interface Pit {
    tables: PitRow[];
    next?: string;
    alarm?: AlarmRow;
}

/* Whether the books are right. */
export interface Alarm {
    raised: boolean;
    what?: string;
    since_ms?: number;
    names?: string[];
    proved?: boolean;
}

/* A shift of the gaming day. */
export interface Shift {
    name: string;
    from: string;
}

/* The house's settings for its reports, the amounts above which cage and coupons need a second person, and the roles that must have a second factor. */
export interface Config {
    shifts: Shift[];
    utc_offset_minutes: number;
    jurisdiction: string;
    currency_cents: number;
    tax_cents: number;
    tax_odds: number;
    approval_cents: number;
    coupon_approval_cents: number;
    chips_cents: number[];
    second_factor: string[];
}

/* The settings. */
export interface ConfigAnswer {
    config: Config;
}

/* The number of a new dispute. */
export interface DisputeNumber {
    dispute: number;
}

/* A dispute: its decision, and that of its appeal in `ruling`. Only staff see the notes, and who acted in the round. */
export interface Dispute {
    dispute: number;
    table: string;
    round?: number;
    seq?: number;
    player: string;
    by: string;
    text: string;
    status: string;
    opened_ms: number;
    resolution?: string;
    resolved_by?: string;
    resolved_ms?: number;
    note?: string;
    appeal?: string;
    appealed_by?: string;
    appealed_ms?: number;
    ruling?: string;
    ruling_note?: string;
    ruled_by?: string;
    ruled_ms?: number;
    parties?: string[];
}

/* Disputes; "next" where there may be more. */
export interface Disputes {
    rows: Dispute[];
    next?: string;
}

/* A gaming day. */
export interface GamingDay {
    date: string;
    from_ms: number;
    to_ms: number;
    now: string;
}

/* Sums of all rows of a report, by the names of their fields. */
export interface ReportTotals {
    opener_cents?: number;
    fills_cents?: number;
    credits_cents?: number;
    closer_cents?: number;
    drop_cents?: number;
    win_cents?: number;
    hold?: number | null;
    rounds?: number;
    hands?: number;
    minutes?: number;
    bets?: number;
    staked_cents?: number;
    theory_cents?: number;
    band_low_cents?: number;
    band_high_cents?: number;
    unpriced_cents?: number;
    result_cents?: number;
    bought_cents?: number;
    cashed_cents?: number;
    in_cents?: number;
    out_cents?: number;
    transactions?: number;
    won_cents?: number;
    cents?: number;
    difference_cents?: number;
    meter_cents?: number;
    federal_cents?: number;
    state_cents?: number;
    backup_cents?: number;
}

/* A table in a shift. */
export interface WinRow {
    table: string;
    title: string;
    money: "play" | "real";
    day: string;
    shift: string;
    opener_cents: number;
    fills_cents: number;
    credits_cents: number;
    closer_cents: number;
    drop_cents: number;
    win_cents: number;
    hold: number | null;
    rounds: number;
    hands: number;
    minutes: number;
    rounds_per_hour: number | null;
    hands_per_hour: number | null;
    staked_cents: number;
    theory_cents: number;
    sd_cents: number;
    band_low_cents: number;
    band_high_cents: number;
    unpriced_cents: number;
    theory_hold: number | null;
}

/* Win of tables and shifts. */
export interface WinReport {
    rows?: WinRow[];
    next?: string;
    totals?: ReportTotals;
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* A player at a table. */
export interface RatingRow {
    player: string;
    table: string;
    money: "play" | "real";
    minutes: number;
    hands: number;
    bets: number;
    average_bet_cents: number;
    staked_cents: number;
    result_cents: number;
    bought_cents: number;
    cashed_cents: number;
    theory_cents: number;
    band_low_cents: number;
    band_high_cents: number;
}

/* Ratings of players. */
export interface RatingsReport {
    rows?: RatingRow[];
    next?: string;
    totals?: ReportTotals;
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* Cash of a person in a gaming day. */
export interface CurrencyRow {
    day: string;
    person: string;
    in_cents: number;
    out_cents: number;
    transactions: number;
    threshold_cents: number;
    over?: string;
}

/* Cash above the threshold. */
export interface CurrencyReport {
    rows?: CurrencyRow[];
    next?: string;
    totals?: ReportTotals;
    threshold_cents?: number;
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* A movement at the cage. */
export interface CageRow {
    time: string;
    time_ms: number;
    stream: string;
    seq: number;
    what: string;
    money: string;
    person: string;
    table: string;
    by: string;
    in_cents: number;
    out_cents: number;
    coupon_cents: number;
    receipt: number | null;
}

/* Movements at the cage. */
export interface CageReport {
    rows?: CageRow[];
    next?: string;
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* A win at or above the threshold of its year, with the tax that is withheld of it; backup_cents where the winner gives no taxpayer number. */
export interface TaxRow {
    time: string;
    player: string;
    table: string;
    round: number;
    seq: number;
    won_cents: number;
    from: string;
    least_stake_cents: number;
    threshold_cents: number;
    federal_cents: number;
    state_cents: number;
    backup_cents: number;
}

/* A sum that a law sets for table games, for the calendar years from to to; 9999: until it is changed. */
export interface LawRow {
    jurisdiction: string;
    what: string;
    from: number;
    to: number;
    cents: number;
    times: number;
    percent: number;
    source: string;
}

/* Wins at or above the threshold. */
export interface TaxReport {
    rows?: TaxRow[];
    next?: string;
    totals?: ReportTotals;
    threshold_cents?: number;
    threshold_odds?: number;
    law?: LawRow[];
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* A slip. `number` counts the slips of its gaming day and kind, `slip` those of its table; what does not belong to its kind is missing or 0. */
export interface SlipRow {
    day: string;
    shift: string;
    kind: string;
    number: number;
    table: string;
    title: string;
    money: "play" | "real";
    time: string;
    time_ms: number;
    seq: number;
    cents: number;
    book_cents: number;
    difference_cents: number;
    chips?: string;
    by: string;
    approved?: string;
    slip: number | null;
    person?: string;
    wager?: string;
    box?: string;
    meter_cents: number;
    called?: string;
    confirmed?: string;
    form: boolean;
    threshold_cents: number;
    federal_cents: number;
    state_cents: number;
    backup_cents: number;
    filed_by?: string;
    filed?: string;
}

/* Slips. */
export interface SlipsReport {
    rows?: SlipRow[];
    next?: string;
    totals?: ReportTotals;
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* A shoe of a table. `reconciled` says whether the cards were complete: yes, no, or not yet. */
export interface DeckRow {
    table: string;
    title: string;
    dealing: "virtual" | "live";
    shoe: number;
    time: string;
    time_ms: number;
    seq: number;
    decks: number;
    cards: number;
    dealt: number;
    left: number;
    opened?: string;
    reconciled: string;
    commitment: string;
}

/* Shoes. */
export interface DecksReport {
    rows?: DeckRow[];
    next?: string;
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* A table of the master list. */
export interface GameRow {
    table: string;
    title: string;
    game: string;
    rules: string;
    settings: string;
    dealing: "virtual" | "live";
    money: "play" | "real";
    decks: number;
    boxes: number;
    least_cents: number;
    most_cents: number;
    wagers: string;
    link: string;
    founded: string;
    closed: boolean;
}

/* Tables. */
export interface GamesReport {
    rows?: GameRow[];
    next?: string;
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* A step before a gaming day is closed: a table whose tray is open, a drop that is not counted, a count that differed, a request that waits, a jackpot that is not filed. */
export interface CloseRow {
    step: string;
    table?: string;
    title?: string;
    money?: "play" | "real";
    done: boolean;
    cents: number;
    what: string;
}

/* What the tables of one kind of money brought in a gaming day. */
export interface CloseTotal {
    money: "play" | "real";
    opener_cents: number;
    fills_cents: number;
    credits_cents: number;
    closer_cents: number;
    drop_cents: number;
    win_cents: number;
    hold: number | null;
    theory_cents: number;
    band_low_cents: number;
    band_high_cents: number;
    counted_cents: number;
    difference_cents: number;
    rounds: number;
    hands: number;
}

/* The close of a gaming day. */
export interface CloseReport {
    rows?: CloseRow[];
    next?: string;
    totals?: CloseTotal[];
    closed?: boolean;
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* A player's bets compared with the count; `by_chance` is the probability that bets which do not depend on the count follow it so closely. */
export interface ReviewRow {
    player: string;
    table: string;
    bets: number;
    least_cents: number;
    most_cents: number;
    mean_cents: number | null;
    mean_count: number | null;
    correlation: number | null;
    insured: number;
    declined: number;
    insured_mean_count: number | null;
    declined_mean_count: number | null;
    shoes: number;
    by_chance: number | null;
}

/* A player's bets at one count. */
export interface CountRow {
    player: string;
    table: string;
    count: number;
    bets: number;
    mean_cents: number | null;
    insured: number;
    declined: number;
}

/* Bets compared with the count. */
export interface ReviewReport {
    rows?: ReviewRow[];
    next?: string;
    by_count?: CountRow[];
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* A round: the record that opened it, the house's win, and what the tray must hold once it is settled. */
export interface RoundRow {
    table: string;
    money: "play" | "real";
    round: number;
    seq: number;
    time_ms: number;
    lasted_ms: number;
    dealer: string;
    hands: number;
    staked_cents: number;
    win_cents: number;
    tray_cents: number;
    corrections: number;
    irregular: number;
}

/* A dealer's corrections; `by_chance` is the probability of at least so many if the dealer errs as often as all do. */
export interface DealerRow {
    dealer: string;
    rounds: number;
    hands: number;
    corrections: number;
    irregular: number;
    per_1000_hands: number | null;
    all_per_1000_hands: number | null;
    by_chance: number | null;
}

/* Rounds, and the dealers' errors in them. */
export interface RoundsReport {
    rows?: RoundRow[];
    next?: string;
    dealers?: DealerRow[];
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* Money that moved. */
export interface Movement {
    from: string;
    to: string;
    cents: number;
    reason: string;
}

/* A record of the journal, told in sentences. */
export interface JournalRow {
    time: string;
    time_ms: number;
    stream: string;
    seq: number;
    kind: string;
    actor: string;
    told: string;
    body: unknown;
    moves: Movement[];
}

/* Records of the journal. */
export interface JournalReport {
    rows?: JournalRow[];
    next?: string;
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* Records, the streams one after the other, each in the order of its chain; `next` is where the feed goes on. `house` is the random name of the house. */
export interface JournalPage {
    house: string;
    records: JournalLine[];
    next: string;
}

/* A record as `lammer journal export` writes it; one that the role may not see has only its place, its hash and `withheld`. */
export interface JournalLine {
    stream: string;
    seq: number;
    time_ms?: number;
    kind?: string;
    actor?: string;
    body?: unknown;
    bytes?: string;
    command?: LineCommand;
    answer?: LineCommand;
    opens?: LineAccount[];
    moves?: Movement[];
    puts?: LineValue[];
    order?: string;
    effects?: string;
    previous?: string;
    hash: string;
    withheld?: boolean;
}

/* A command of a client, or the digest of the answer that a repetition hears. */
export interface LineCommand {
    client: string;
    number: number;
    digest?: string;
}

/* An account that was opened. */
export interface LineAccount {
    account: string;
    house: boolean;
}

/* A value that was written. */
export interface LineValue {
    key: string;
    version: number;
    digest: string;
}

/* A signed head as a text; it is missing until the first one has been signed. */
export interface JournalHead {
    house: string;
    head?: string;
}

/* An act that a person may have to answer for. */
export interface EventRow {
    time: string;
    time_ms: number;
    stream: string;
    seq: number;
    kind: string;
    actor: string;
    event: string;
    told: string;
    reason: string;
    before?: unknown;
    after?: unknown;
    detail: unknown;
}

/* Such acts. */
export interface EventsReport {
    rows?: EventRow[];
    next?: string;
    day?: GamingDay;
    type?: string;
    text?: string;
}

/* A movement of a meter. */
export interface MeterLine {
    n: number;
    cents: number;
    balance_cents: number;
    stream: string;
    seq: number;
    time?: string;
    actor?: string;
    kind?: string;
    reason?: string;
}

/* Movements of a meter. */
export interface MeterReport {
    rows?: MeterLine[];
    next?: string;
    account?: string;
    lines?: number;
    type?: string;
    text?: string;
}

/* One record of a replayed round; `told` has a sentence for each event, empty for those of the engine. */
export interface RecallRow {
    replay: boolean;
    table: string;
    round: number;
    acts: unknown[];
    events: Event[];
    told: string[];
    turn: Turn;
    moves: Movement[];
    balances: unknown;
    changes: Record<string, number>;
    racks: Record<string, number>;
    meters?: unknown;
    opens?: unknown;
    as?: unknown;
    seq: number;
    time_ms: number;
    kind: string;
    by: string;
}

/* One event of a finished round; by is a role. */
export interface HandStep {
    event: Event;
    by: string;
    seq: number;
    time: number;
}

/* A shoe that cards of a round came from; salt and order once it has been opened. */
export interface HandShoe {
    number: number;
    commitment: string;
    cut: number[];
    parts?: Part[];
    seed?: string;
    salt?: string;
    order?: string[];
}

/* A finished round without names; base is what a page draws the table from. */
export interface ToldHand {
    table: string;
    round: number;
    time_ms: number;
    base: unknown;
    steps: HandStep[];
    shoes: HandShoe[];
}

/* A replayed round. */
export interface RecallReport {
    rows?: RecallRow[];
    next?: string;
    after?: Snapshot;
    replay?: boolean;
    type?: string;
    text?: string;
}

/* The fields of each command, besides the number "n" of the command. */
export interface Requests {
    "bet": { table: string; seat: string; wager?: string; by?: string | null; in?: "chips" | "plaque" | "coupon" | "cash"; cents: number; player?: string; coupon?: string; seen: number; };
    "withdraw": { table: string; seat: string; wager?: string; seen: number; };
    "deal": { table: string; seen: number; };
    "determinant": { table: string; card: string; side: "A" | "B"; seen: number; };
    "card": { table: string; card: string; seen: number; };
    "down": { table: string; seen: number; };
    "insure": { table: string; seat: string; wager?: string; cents: number; seen: number; };
    "evenmoney": { table: string; seat: string; seen: number; };
    "close": { table: string; seen: number; };
    "peek": { table: string; blackjack: boolean; seen: number; };
    "turn": { table: string; seat?: string; card: string; seen: number; };
    "hit": { table: string; seat: string; seen: number; };
    "stand": { table: string; seat: string; seen: number; };
    "double": { table: string; seat: string; down?: boolean; cents?: number; seen: number; };
    "split": { table: string; seat: string; cents?: number; seen: number; };
    "surrender": { table: string; seat: string; seen: number; };
    "with-double": { table: string; seat: string; cents: number; seen: number; };
    "with-split": { table: string; seat: string; ride: "left" | "right" | "both"; seen: number; };
    "confirm": { table: string; seen: number; };
    "irregular": { table: string; seat?: string; card?: string; name: 
            | "misdeal"
            | "release"
            | "face-up-card"
            | "unexposed"
            | "exposed"
            | "refuse-card"
            | "overdraw"
            | "missed-own"
            | "exhausted"
            | "no-card"
            | "one-card"
            | "missed-hit"
            | "reader-misused"
            | "reader-broken"
            | "reader-repaired"
            | "wrong-side"
            | "up-not-moved"
            | "up-racked"
            | "light-out"
            | "light-repaired"
            | "bonus-failed"
            | "double-up"; how?: "forward" | "dealer" | "burn" | "late"; seen: number; };
    "discard": { table: string; seat: string; seen: number; };
    "deliver": { table: string; pack?: number; count: number; seen: number; };
    "inspect": { table: string; seen: number; };
    "verify": { table: string; seen: number; };
    "spread": { table: string; seen: number; };
    "view": { table: string; seat: string; seen: number; };
    "wash": { table: string; seen: number; };
    "stack": { table: string; seen: number; };
    "plug": { table: string; seen: number; };
    "riffle": { table: string; seen: number; };
    "turn-half": { table: string; seen: number; };
    "strip": { table: string; seen: number; };
    "shuffle-cut": { table: string; seen: number; };
    "device-shuffle": { table: string; seen: number; };
    "jam": { table: string; seen: number; };
    "sign": { table: string; on: boolean; seen: number; };
    "swap": { table: string; pack: number; seen: number; };
    "cut": { table: string; seat: string; count: number; seen: number; };
    "refuse-cut": { table: string; seat: string; seen: number; };
    "recut": { table: string; seen: number; };
    "cover": { table: string; count: number; seen: number; };
    "load": { table: string; prepared?: boolean; seen: number; };
    "burn": { table: string; seen: number; };
    "show-burn": { table: string; card: string; seen: number; };
    "forgot-burn": { table: string; seen: number; };
    "open": { table: string; seen: number; };
    "cover-seen": { table: string; seat: string; seen: number; };
    "order-shuffle": { table: string; seen?: number; };
    "unload": { table: string; pack?: number; count: number; seen: number; };
    "idle": { table: string; face_down?: boolean; seen: number; };
    "request-spread": { table: string; seat: string; seen: number; };
    "change-decks": { table: string; seen: number; };
    "hours": { table: string; count: number; seen: number; };
    "readmit": { table: string; seat: string; seen: number; };
    "sit": { table: string; seat: string; player?: string; commitment?: string; seen: number; };
    "leave": { table: string; player?: string; seen: number; };
    "share": { table: string; seat: string; on: boolean; seen: number; };
    "ask": { table: string; seat: string; seen: number; };
    "buy": { table: string; cents: number; player?: string; seen: number; };
    "cash": { table: string; cents: number; player?: string; seen: number; };
    "toke": { table: string; cents: number; player?: string; seen: number; };
    "ready": { table: string; seen: number; };
    "commit": { table: string; commitment: string; seen?: number; };
    "reveal": { table: string; value: string; commitment?: string; seen?: number; };
    "show-amount": { table: string; seat: string; wager: string; cents: number; seen: number; };
    "dealer": { table: string; person?: string; seen: number; };
    "shoe-card": { table: string; card?: string; side?: "A" | "B"; seen?: number; };
    "correct": { table: string; number: number; card: string; reason: string; seen: number; };
    "recount": { table: string; was: string; card: string; reason: string; seen: number; };
    "freeze": { table: string; reason: string; seen: number; };
    "thaw": { table: string; reason?: string; seen: number; };
    "drain": { table: string; reason: string; seen: number; };
    "summon": { table: string; reason?: string; seen?: number; };
    "emote": { table: string; emote: string; seen?: number; };
    "attend": { table: string; seen?: number; };
    "tray-open": { table: string; cents: number; chips?: string; seen: number; };
    "tray-close": { table: string; cents: number; chips?: string; seen: number; };
    "fill": { table: string; cents: number; chips?: string; seen: number; };
    "credit": { table: string; cents: number; chips?: string; seen: number; };
    "drop-count": { table: string; cents: number; chips?: string; seen: number; };
    "tokes-out": { table: string; cents: number; to?: string; seen: number; };
    "terms": { table: string; title?: string; betting_ms?: number; decision_ms?: number; cut_ms?: number; hold_ms?: number; par_cents?: number; practice?: boolean; seen: number; };
    "close-table": { table: string; seen: number; };
    "system": { table: string; component: string; version: string; seen: number; };
    "call": { table: string; seat: string; wager: string; seen: number; };
    "verify-award": { table: string; seat: string; wager: string; seen: number; };
    "pay-award": { table: string; seat: string; wager: string; seen: number; };
    "withdraw-award": { table: string; seat: string; wager: string; reason: string; seen: number; };
    "end-game": { table: string; wager: string; seen: number; };
    "adjust": { table: string; meter: string; cents: number; reason: string; account?: string; seen: number; };
    "watch": { table: string; from?: number; seen?: number; };
    "unwatch": { table: string; seen?: number; };
    "look": { table: string; seen?: number; };
    "legal": { table: string; seat?: string; seen?: number; };
    "why-not": { table: string; seat: string; seen?: number; };
    "opened-shoe": { table: string; seen?: number; };
    "mishaps": { table: string; seen?: number; };
    "guest": { };
    "register": { person?: string; login?: string; password: string; name?: string; device?: string; };
    "sign-in": { login?: string; person?: string; password: string; code?: string; device?: string; };
    "sign-out": { };
    "sign-out-everywhere": { };
    "sessions": { after?: string; limit?: number; };
    "who-am-i": { };
    "numbers": { };
    "fate": { number: number; table?: string; of?: string; };
    "first-administrator": { token: string; person: string; login?: string; password: string; name?: string; device?: string; };
    "recover": { token: string; password: string; device?: string; };
    "set-login": { login: string; };
    "re-authenticate": { password: string; };
    "begin-second-factor": { password: string; };
    "confirm-second-factor": { code: string; };
    "drop-second-factor": { code?: string; person?: string; reason?: string; };
    "set-password": { password: string; old?: string; person?: string; };
    "create-person": { person: string; roles: unknown[]; password: string; login?: string; name?: string; reason?: string; };
    "set-roles": { person: string; roles: unknown[]; reason: string; };
    "lock": { person: string; reason: string; };
    "unlock": { person: string; reason: string; };
    "people": { role?: string; guests?: boolean; after?: string; limit?: number; };
    "limits": { };
    "set-limits": { deposit_cents?: number; loss_cents?: number; time_out_hours?: number; exclude_days?: number; };
    "approvals": { approval?: string; after?: string; limit?: number; };
    "approve": { approval: string; reason?: string; };
    "decline": { approval: string; reason?: string; };
    "deposit": { person: string; cents: number; reason?: string; };
    "withdrawal": { person: string; cents: number; reason?: string; };
    "play-money": { };
    "wallet": { money?: string; from?: number; };
    "rounds": { after?: string; limit?: number; };
    "statement": { person: string; money?: string; from?: number; };
    "issue-coupon": { person: string; kind: string; cents: number; wager?: string; money?: string; days?: number; reason?: string; };
    "coupons": { person?: string; after?: string; limit?: number; };
    "lobby": { after?: string; limit?: number; };
    "tables": { after?: string; limit?: number; };
    "open-table": {
        table: string;
        title?: string;
        rules: string;
        settings?: string;
        dealing?: string;
        money?: string;
        link?: string;
        betting_ms?: number;
        decision_ms?: number;
        cut_ms?: number;
        hold_ms?: number;
        par_cents?: number;
        practice?: boolean;
    };
    "servers": { };
    "move-table": { table: string; server?: string; reason: string; };
    "config": { };
    "set-config": { config: object; reason: string; };
    "dispute": { table: string; round?: number; seq?: number; player?: string; text: string; };
    "resolve-dispute": { dispute: number; resolution: string; note?: string; };
    "appeal": { dispute: number; text: string; };
    "disputes": { table?: string; status?: string; after?: string; limit?: number; };
    "alarm": { };
    "end-alarm": { reason: string; };
    "file-slip": { table: string; seq: number; note?: string; };
    "report-win": {
        table?: string;
        from?: unknown;
        to?: unknown;
        day?: string;
        shift?: string;
        money?: string;
        format?: string;
        after?: unknown;
        limit?: unknown;
    };
    "report-ratings": {
        table?: string;
        from?: unknown;
        to?: unknown;
        day?: string;
        money?: string;
        format?: string;
        person?: string;
        after?: unknown;
        limit?: unknown;
    };
    "report-currency": { table?: string; from?: unknown; to?: unknown; day?: string; format?: string; person?: string; after?: unknown; limit?: unknown; };
    "report-cage": {
        table?: string;
        from?: unknown;
        to?: unknown;
        day?: string;
        money?: string;
        format?: string;
        person?: string;
        after?: unknown;
        limit?: unknown;
    };
    "report-tax": { table?: string; from?: unknown; to?: unknown; day?: string; format?: string; person?: string; after?: unknown; limit?: unknown; };
    "report-slips": {
        table?: string;
        from?: unknown;
        to?: unknown;
        day?: string;
        shift?: string;
        money?: string;
        format?: string;
        kind?: string;
        after?: unknown;
        limit?: unknown;
    };
    "report-decks": { table?: string; from?: unknown; to?: unknown; day?: string; format?: string; after?: unknown; limit?: unknown; };
    "report-games": { table?: string; format?: string; after?: unknown; limit?: unknown; };
    "report-close": { day?: string; format?: string; after?: unknown; limit?: unknown; };
    "report-review": { table?: string; from?: unknown; to?: unknown; day?: string; format?: string; person?: string; after?: unknown; limit?: unknown; };
    "report-rounds": { table?: string; from?: unknown; to?: unknown; day?: string; format?: string; after?: unknown; limit?: unknown; };
    "journal-search": {
        table?: string;
        from?: unknown;
        to?: unknown;
        day?: string;
        format?: string;
        person?: string;
        kind?: string;
        seat?: string;
        cents?: unknown;
        after?: unknown;
        limit?: unknown;
    };
    "journal": { stream?: string; from?: unknown; wait_ms?: number; limit?: number; };
    "journal-head": { };
    "significant-events": { table?: string; from?: unknown; to?: unknown; day?: string; format?: string; after?: unknown; limit?: unknown; };
    "meter-history": { table: string; meter: string; after?: unknown; limit?: unknown; format?: string; };
    "recall": { table: string; round: unknown; format?: string; after?: unknown; limit?: unknown; };
    "hand": { table: string; round: unknown; };
}

/* The answer to each command; one that needs a second person may wait first. */
export interface Replies {
    "bet": Done;
    "withdraw": Done;
    "deal": Done;
    "determinant": Done;
    "card": Done;
    "down": Done;
    "insure": Done;
    "evenmoney": Done;
    "close": Done;
    "peek": Done;
    "turn": Done;
    "hit": Done;
    "stand": Done;
    "double": Done;
    "split": Done;
    "surrender": Done;
    "with-double": Done;
    "with-split": Done;
    "confirm": Done;
    "irregular": Done;
    "discard": Done;
    "deliver": Done;
    "inspect": Done;
    "verify": Done;
    "spread": Done;
    "view": Done;
    "wash": Done;
    "stack": Done;
    "plug": Done;
    "riffle": Done;
    "turn-half": Done;
    "strip": Done;
    "shuffle-cut": Done;
    "device-shuffle": Done;
    "jam": Done;
    "sign": Done;
    "swap": Done;
    "cut": Done;
    "refuse-cut": Done;
    "recut": Done;
    "cover": Done;
    "load": Done;
    "burn": Done;
    "show-burn": Done;
    "forgot-burn": Done;
    "open": Done;
    "cover-seen": Done;
    "order-shuffle": Done;
    "unload": Done;
    "idle": Done;
    "request-spread": Done;
    "change-decks": Done;
    "hours": Done;
    "readmit": Done;
    "sit": Done;
    "leave": Done;
    "share": Done;
    "ask": Done;
    "buy": Done;
    "cash": Done;
    "toke": Done;
    "ready": Done;
    "commit": Done;
    "reveal": Done;
    "show-amount": Done;
    "dealer": Done;
    "shoe-card": Done;
    "correct": Done;
    "recount": Done;
    "freeze": Done;
    "thaw": Done;
    "drain": Done;
    "summon": Done;
    "emote": Done;
    "attend": Done;
    "tray-open": Done;
    "tray-close": Done | Waiting;
    "fill": Done | Waiting;
    "credit": Done | Waiting;
    "drop-count": Done;
    "tokes-out": Done;
    "terms": Done;
    "close-table": Done;
    "system": Done;
    "call": Done;
    "verify-award": Done;
    "pay-award": Done;
    "withdraw-award": Done;
    "end-game": Done;
    "adjust": Done | Waiting;
    "watch": Watching;
    "unwatch": Nothing;
    "look": Looked;
    "legal": Legal;
    "why-not": WhyNot;
    "opened-shoe": OpenedShoe;
    "mishaps": Mishaps;
    "guest": Session;
    "register": Session;
    "sign-in": Session;
    "sign-out": Nothing;
    "sign-out-everywhere": Nothing;
    "sessions": Sessions;
    "who-am-i": Session;
    "numbers": Numbers;
    "fate": Fate;
    "first-administrator": Session;
    "recover": Session;
    "set-login": Login;
    "re-authenticate": Session;
    "begin-second-factor": FactorSecret;
    "confirm-second-factor": RecoveryCodes;
    "drop-second-factor": Person | Waiting;
    "set-password": Session | Waiting;
    "create-person": Person | Waiting;
    "set-roles": Person | Waiting;
    "lock": Person;
    "unlock": Person;
    "people": People;
    "limits": LimitsAnswer;
    "set-limits": LimitsSet;
    "approvals": Approvals;
    "approve": Anything;
    "decline": Nothing;
    "deposit": Visit | Waiting;
    "withdrawal": Visit | Waiting;
    "play-money": Visit;
    "wallet": Wallet;
    "rounds": PlayedRounds;
    "statement": Statement;
    "issue-coupon": IssuedCoupon | Waiting;
    "coupons": Coupons;
    "lobby": Lobby;
    "tables": Pit;
    "open-table": Nothing;
    "servers": Servers;
    "move-table": Nothing;
    "config": ConfigAnswer;
    "set-config": ConfigAnswer;
    "dispute": DisputeNumber;
    "resolve-dispute": Dispute;
    "appeal": Dispute;
    "disputes": Disputes;
    "alarm": Alarm;
    "end-alarm": Nothing | Waiting;
    "file-slip": Nothing;
    "report-win": WinReport;
    "report-ratings": RatingsReport;
    "report-currency": CurrencyReport;
    "report-cage": CageReport;
    "report-tax": TaxReport;
    "report-slips": SlipsReport;
    "report-decks": DecksReport;
    "report-games": GamesReport;
    "report-close": CloseReport;
    "report-review": ReviewReport;
    "report-rounds": RoundsReport;
    "journal-search": JournalReport;
    "journal": JournalPage;
    "journal-head": JournalHead;
    "significant-events": EventsReport;
    "meter-history": MeterReport;
    "recall": RecallReport;
    "hand": ToldHand;
}

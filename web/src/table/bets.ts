/* bets.ts - placing chips: tap to add, undo, double, repeat, clear, lay a favourite. The server decides; bets that it
 * refuses are removed here. */
import type { Answer, Refusal } from "../net/api";
import { mainSpots } from "../felt/print";
import type { Table, WagerFacts } from "./model";
import { boxOf, chipsAt, couponHolds, isBehind, placesOf } from "./model";
import { dollars } from "./money";
import type { Favourite } from "./favourites";
import type { TableStore } from "./store";
import { message } from "../words/catalogue";

type Stakes = Record<string, Record<string, number>>;
const sumOf = (stakes: Stakes) =>
    Object.values(stakes).reduce((sum, bets) => sum + Object.values(bets).reduce((a, b) => a + b, 0), 0);

interface Done {
    place: string;
    wager: string;
    before: number;
    tap: number; /* one tap may place several wagers; they are undone together */
}

/* Bets this page has requested: they count until the table shows the record that made them. */
interface Wish {
    cents: number;
    seq: number;
}

export class Bets {
    chip = 500;
    last: Stakes = {}; /* of the last round that was dealt */
    private wishes: Record<string, Wish> = {}; /* "place wager" */
    private done: Done[] = [];
    private round = -1;
    private taps = 0;
    private underWay = new Set<Promise<boolean>>();

    constructor(
        private store: TableStore,
        private me: () => string,
        private refused: (why: string, answer?: Refusal) => void,
    ) {
        const saved = sessionStorage.getItem(`bets ${store.table.id}`);
        if (saved) this.last = JSON.parse(saved);
    }

    /* The player's chips, as the house has them or as this page has asked for them. They may come from another screen
     * of the player; coupons are not chips. */
    private stakes(): Stakes {
        const t = this.store.table;
        if (this.round !== t.round) {
            this.round = t.round;
            this.done = [];
            this.wishes = {};
        }
        const stakes: Stakes = Object.fromEntries(placesOf(t, this.me()).map((place) => [place, chipsAt(t, place)]));
        for (const [key, wish] of Object.entries(this.wishes)) {
            const [place, wager] = key.split(" ");
            if (wish.seq > t.seq && stakes[place]) stakes[place][wager] = wish.cents;
        }
        return stakes;
    }

    staked(place: string, wager: string): number {
        return this.stakes()[place]?.[wager] ?? 0;
    }

    total(): number {
        return sumOf(this.stakes());
    }

    private limits(t: Table, wager: string): { least: number; most: number; step: number } {
        if (wager.startsWith("main"))
            return { least: t.layout.min_bet, most: t.layout.max_bet, step: t.layout.bet_step };
        const facts = t.layout.wagers.find((w) => w.wager === wager) as WagerFacts;
        return { least: facts.least, most: facts.most, step: facts.step || 1 };
    }

    /* A tap adds the chosen chip; the first tap places at least the minimum, and no tap exceeds the maximum. */
    add(place: string, wager: string) {
        const t = this.store.table;
        const { least, most, step } = this.limits(t, wager);
        const before = this.staked(place, wager);
        if (this.isCoupon(place, wager)) return this.refused(message("BETS_COUPON_IS_STAKE"));
        const rack = this.chips();
        const others = this.total() - before;
        const wanted = Math.max(before + this.chip, least);
        if (Math.min(wanted, most) > rack - others)
            return this.refused(message("BETS_CHIPS_LEFT", { money: dollars(rack - others - before) }));
        let cents = Math.min(wanted, most);
        if (t.layout.wagers.find((w) => w.wager === wager)?.tied)
            cents = Math.min(cents, Math.max(least, this.staked(place, "main")));
        cents -= cents % step;
        if (cents !== before) this.tap(place, wager, cents);
        else if (cents === most) this.refused(message("BETS_THAT_IS_THE_MOST"));
    }

    /* At multiple action every spot that must be bet on gets the same amount. */
    private tap(place: string, wager: string, cents: number) {
        this.taps++;
        void this.lay(place, wager, cents);
        const { needed } = mainSpots(this.store.table);
        for (let n = 2; wager === "main" && n <= needed; n++) void this.lay(place, `main.${n}`, cents);
    }

    /* Chips do not change a stake made by coupon. */
    private isCoupon(place: string, wager: string): boolean {
        return Boolean(boxOf(this.store.table, place)?.byCoupon[`${place} ${wager}`]);
    }

    /* Chips that the house has not confirmed yet. */
    get pending(): boolean {
        return this.underWay.size > 0;
    }

    async answered(): Promise<void> {
        await Promise.all(this.underWay);
    }

    lay(place: string, wager: string, cents: number, remember = true): Promise<boolean> {
        const laid = this.layNow(place, wager, cents, remember);
        const over = () => {
            this.underWay.delete(laid);
            this.store.changed();
        };
        this.underWay.add(laid);
        void laid.then(over, over);
        return laid;
    }

    private async layNow(place: string, wager: string, cents: number, remember: boolean): Promise<boolean> {
        if (this.isCoupon(place, wager) || (cents === 0 && couponHolds(this.store.table, place, wager))) {
            this.refused(message("BETS_COUPON_STAYS"));
            return false;
        }
        if (remember) this.done.push({ place, wager, before: this.staked(place, wager), tap: this.taps });
        const wish: Wish = { cents, seq: Infinity };
        this.wishes[`${place} ${wager}`] = wish;
        this.store.sweep();
        const at = { table: this.store.table.id, seen: this.store.seen, seat: place, wager };
        const answer: Answer<object> = await this.store.wire.send(
            cents ? { do: "bet", ...at, cents } : { do: "withdraw", ...at },
        );
        wish.seq = answer.ok ? Number((answer as { seq?: number }).seq ?? 0) : 0;
        if (answer.ok) return true;
        this.done = this.done.filter((d) => d.place !== place || d.wager !== wager);
        this.refused(answer.why, answer);
        this.store.changed();
        return false;
    }

    get canUndo() {
        this.stakes();
        return this.done.length > 0;
    }

    undo() {
        const tap = this.done.at(-1)?.tap;
        const together = this.done.filter((d) => d.tap === tap).reverse();
        this.done = this.done.filter((d) => d.tap !== tap);
        for (const d of together) void this.lay(d.place, d.wager, d.before, false);
    }

    async clear() {
        this.taps++;
        for (const [place, bets] of Object.entries(this.stakes())) {
            const wagers = Object.keys(bets).sort(
                (a, b) => Number(a.startsWith("main")) - Number(b.startsWith("main")),
            );
            for (const wager of wagers) if (bets[wager]) await this.lay(place, wager, 0);
        }
    }

    /* What the player could lay at most: the chips before them and those that lie on the felt. */
    private chips(): number {
        const t = this.store.table;
        return (
            (t.racks[this.me()] ?? 0) +
            placesOf(t, this.me())
                .flatMap((mine) => Object.values(chipsAt(t, mine)))
                .reduce((a, b) => a + b, 0)
        );
    }

    /* Lays all of it as one tap, or nothing where the chips do not suffice. A side wager may not exceed the main wager,
     * so it is lowered before the main wager and raised after it. */
    private async layAll(stakes: Stakes): Promise<boolean> {
        const now = this.stakes();
        const after = sumOf({ ...now, ...stakes });
        if (after > this.chips()) {
            this.refused(message("BETS_TOO_MUCH", { all: dollars(after), left: dollars(this.chips() - this.total()) }));
            return false;
        }
        const changes = Object.entries(stakes)
            .flatMap(([place, bets]) =>
                Object.entries(bets).map(([wager, cents]) => ({ place, wager, cents, was: now[place]?.[wager] ?? 0 })),
            )
            .filter(({ cents, was }) => cents !== was);
        const turn = (c: (typeof changes)[number]) => (c.wager.startsWith("main") ? 1 : c.cents < c.was ? 0 : 2);
        this.taps++;
        for (const c of changes.sort((a, b) => turn(a) - turn(b)))
            if (!(await this.lay(c.place, c.wager, c.cents))) return false;
        return true;
    }

    /* Lays the bets of the last round again, on every box that had one. */
    async repeat(): Promise<boolean> {
        return this.layAll(this.repeated());
    }

    private repeated(): Stakes {
        const places = placesOf(this.store.table, this.me()).filter((place) => this.last[place]);
        const isRepeated = ([wager]: [string, number]) => !wager.startsWith("insurance");
        return Object.fromEntries(
            places.map((place) => [place, Object.fromEntries(Object.entries(this.last[place]).filter(isRepeated))]),
        );
    }

    /* Doubles every wager, each up to its own maximum. */
    async double(): Promise<void> {
        const t = this.store.table,
            now = this.stakes();
        const twice = (wager: string, cents: number) =>
            Math.max(cents, Math.min(2 * cents, this.limits(t, wager).most));
        const stakes = Object.fromEntries(
            Object.entries(now).map(([place, bets]) => [
                place,
                Object.fromEntries(Object.entries(bets).map(([wager, cents]) => [wager, twice(wager, cents)])),
            ]),
        );
        if (sumOf(stakes) === sumOf(now)) this.refused(message("BETS_AT_MOST"));
        else await this.layAll(stakes);
    }

    private ownBoxes(): string[] {
        return placesOf(this.store.table, this.me()).filter((place) => !isBehind(place));
    }

    get boxes(): number {
        return this.ownBoxes().length;
    }

    /* Whether this player has several boxes with different bets. */
    get canSpread(): boolean {
        const [first, ...others] = this.spreading();
        return others.some((bets) => JSON.stringify(bets) !== JSON.stringify(first));
    }

    private spreading(): Record<string, number>[] {
        const now = this.stakes();
        const bets = this.ownBoxes().map((place) => now[place] ?? {});
        const first = bets.find((one) => one.main);
        return first && bets.length > 1 ? [first, ...bets.filter((one) => one !== first)] : [];
    }

    /* The bet of one box on each box of this player. */
    async spread(): Promise<void> {
        const [first] = this.spreading();
        if (first) await this.layAll(Object.fromEntries(this.ownBoxes().map((place) => [place, first])));
    }

    /* A favourite replaces what lies there: its first bet is for the player's first place, and so on. */
    async favour(favourite: Favourite): Promise<void> {
        const now = this.stakes();
        const gone = (place: string) => Object.fromEntries(Object.keys(now[place] ?? {}).map((wager) => [wager, 0]));
        const stakes = placesOf(this.store.table, this.me()).map((place, i) => [
            place,
            { ...gone(place), ...favourite[i] },
        ]);
        await this.layAll(Object.fromEntries(stakes));
    }

    /* The present bet as a favourite; null without one. */
    get asFavourite(): Favourite | null {
        const now = this.stakes();
        const bets = placesOf(this.store.table, this.me()).map((place) =>
            Object.fromEntries(Object.entries(now[place] ?? {}).filter(([, cents]) => cents > 0)),
        );
        return bets.some((one) => one.main) ? bets : null;
    }

    /* What "Repeat" would lay. */
    get repeatCents(): number {
        return sumOf(this.repeated());
    }

    /* On how many boxes "Repeat" would lay bets. */
    get repeatPlaces(): number {
        return Object.keys(this.repeated()).length;
    }

    get canRepeat() {
        return placesOf(this.store.table, this.me()).some((place) => this.last[place]?.main) && this.total() === 0;
    }

    /* The deal begins: the present bets are those to repeat. */
    closed() {
        const t = this.store.table;
        const kept: Stakes = {};
        for (const place of placesOf(t, this.me())) {
            const bets = chipsAt(t, place); /* before insurance is offered */
            if (bets.main) kept[place] = bets;
        }
        if (Object.keys(kept).length === 0) return;
        this.last = kept;
        sessionStorage.setItem(`bets ${t.id}`, JSON.stringify(kept));
    }
}

/* part.ts - this browser's part in the shuffle of a shoe: it commits to a value before the house seals the shoe, and reveals the
 * value once it has seen the seal and the cut. It acts on messages as they arrive, not as they are shown.
 *
 * A value is revealed under one seal only and never used again; otherwise a house that has seen it could seal another shoe to fit. */
import type { Event as TableEvent, Part, Shoe } from "../net/protocol";
import type { Heard, Wire } from "../net/wire";
import { commitmentOf, freshValue } from "./mix";

interface Own {
    number: number;
    seal: string;
    value: string;
    revealed?: boolean;
    voided?: boolean; /* the house said that the value did not come */
}

interface Kept {
    next?: string; /* committed to, for a shoe that is not sealed yet */
    own?: Own[]; /* of the last shoes, newest first */
}

const SHOES = 4;
const key = (table: string) => `part ${table}`;
const keptOf = (table: string): Kept => JSON.parse(sessionStorage.getItem(key(table)) ?? "{}");

/* This browser's value for a shoe; undefined: it took no part. */
export const ownPart = (table: string, number: number): Own | undefined =>
    keptOf(table).own?.find((own) => own.number === number);

/* The shoe that the house voided, saying that this browser's value had not come. */
export const refusedPart = (table: string): Own | undefined => keptOf(table).own?.find((own) => own.voided);

export class PartTaker {
    private sits = false;
    private virtual = false;
    private cut = false; /* the cut of the present shoe is published, or its table has none */
    private continuous = false;

    constructor(
        private wire: Wire,
        private table: string,
        private name: () => string,
    ) {}

    private change(with_: (kept: Kept) => void) {
        const kept = keptOf(this.table);
        with_(kept);
        sessionStorage.setItem(key(this.table), JSON.stringify(kept));
    }

    /* The commitment for the next shoe; it stays the same until that shoe is sealed. Undefined where a dealer shuffles. */
    commitment(): string | undefined {
        if (!this.virtual) return undefined;
        this.change((kept) => void (kept.next ??= freshValue()));
        return commitmentOf(keptOf(this.table).next!);
    }

    hear(message: Heard) {
        const shot = message.snapshot;
        if (shot) {
            this.virtual = shot.terms.dealing === "virtual";
            this.continuous = shot.layout.rules.shoe === "continuous";
            this.sits = shot.players.some(({ player }) => player === this.name());
            this.cut = shot.shoe.stage === "mixing";
            this.sealed(shot.shoe);
        }
        for (const event of message.events ?? []) this.follow(event);
        if (!this.virtual || !this.sits || message.own) return;
        if (this.cut) this.reveal();
        const voided = message.events?.some((event) => event.event === "void-shoe");
        if (shot || voided || !keptOf(this.table).next) this.commit();
    }

    /* Repeating a commitment changes nothing, and after a lost connection the house may not have the last one. */
    private commit() {
        void this.wire.send({ do: "commit", table: this.table, commitment: this.commitment() });
    }

    private follow(e: TableEvent) {
        if (e.event === "sit" && e.player === this.name()) this.sits = true;
        else if (e.event === "leave" && e.player === this.name()) this.sits = false;
        else if (e.event === "shoe") {
            this.cut = this.continuous;
            this.sealed(e);
        } else if (e.event === "cut-shoe") this.cut = true;
        else if (e.event === "mix-shoe" || e.event === "void-shoe") {
            this.cut = false;
            if (e.event === "void-shoe") this.voided(e);
        }
    }

    /* The record of the shoe is the final list of browsers that take part. */
    private sealed(shoe: Pick<Partial<Shoe>, "number" | "commitment" | "parts">) {
        const { number = 0, commitment: seal = "", parts = [] } = shoe;
        this.change((kept) => {
            const taken = kept.next && parts.some((part) => part.commitment === commitmentOf(kept.next!));
            if (!taken) return;
            kept.own = [{ number, seal, value: kept.next! }, ...(kept.own ?? [])].slice(0, SHOES);
            delete kept.next;
        });
    }

    private reveal() {
        const own = keptOf(this.table).own?.[0];
        if (!own || own.revealed) return;
        const commitment = this.commitment();
        const note = (revealed: boolean) => this.change((kept) => void (kept.own![0].revealed = revealed));
        note(true);
        void this.wire.send({ do: "reveal", table: this.table, value: own.value, commitment }).then((answer) => {
            const lost = !answer.ok && (answer.status === 0 || answer.status >= 500);
            if (lost && keptOf(this.table).own?.[0]?.number === own.number) note(false);
        });
    }

    private voided(e: TableEvent) {
        this.change((kept) => {
            const own = kept.own?.find(({ number }) => number === e.number);
            const mine = (part: Part) => own && part.commitment === commitmentOf(own.value);
            if (own?.revealed && (e.parts ?? []).some((part) => mine(part) && !part.value)) own.voided = true;
        });
    }
}

/* mix.ts - the shuffle that the players' values make, as docs/fair-shoe.md prints it: this browser repeats what the house did. */
import type { Part } from "../net/protocol";
import { blake2b256 } from "./blake2b";

export const bytesOfHex = (hex: string) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
const bytesOfText = (text: string) => [...new TextEncoder().encode(text)];
const hashOf = (bytes: number[]) => blake2b256(new Uint8Array(bytes));

export const commitmentOf = (value: string) => hashOf(bytesOfHex(value));

/* Made by the browser's own generator. */
export function freshValue(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* The seed that the revealed values give; "" where no value was revealed. */
export function seedOf(table: string, number: number, commitment: string, parts: Part[]): string {
    const shown = parts.filter((part) => part.value);
    if (!shown.length) return "";
    return hashOf([
        ...bytesOfText(`lammer mix\n${table}\n${number}\n`),
        ...bytesOfHex(commitment),
        ...shown.flatMap((part) => [...bytesOfText(`${part.seat}\n`), ...bytesOfHex(part.value!)]),
    ]);
}

function* wordsOf(seed: string): Generator<number> {
    for (let block = 0; ; block++) {
        const counter = [block & 255, (block >> 8) & 255, (block >> 16) & 255, block >>> 24];
        const bytes = new DataView(new Uint8Array(bytesOfHex(hashOf([...bytesOfHex(seed), ...counter]))).buffer);
        for (let i = 0; i < 32; i += 4) yield bytes.getUint32(i, true);
    }
}

function below(words: Generator<number>, bound: number): number {
    const whole = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
        const word = words.next().value as number;
        if (word < whole) return word % bound;
    }
}

/* The sides of the shoe after the players' values have shuffled them; the seed "" shuffles nothing. */
export function mixed(sides: string[][], seed: string): string[][] {
    const words = wordsOf(seed);
    return sides.map((side) => {
        const cards = [...side];
        for (let i = cards.length - 1; seed && i > 0; i--) {
            const j = below(words, i + 1);
            [cards[i], cards[j]] = [cards[j], cards[i]];
        }
        return cards;
    });
}

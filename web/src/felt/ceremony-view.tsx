/* ceremony-view.tsx - celebrates a win over the felt. Only transforms and opacity are animated, and nothing is under
 * prefers-reduced-motion. Screen readers get the sentence from the page instead. */
import { useEffect, useState } from "preact/hooks";
import { reducedMotion } from "../parts/hooks";
import { dollars } from "../table/money";
import type { Ceremony } from "./ceremony";
import { Lammer } from "./chip";
import type { Felt } from "./geometry";
import { ring, type Burst } from "./sound";

const EACH_LAMMER_MS = 420;
const LASTS_MS = { 1: 2000, 2: 2400, 3: 5600 };
const COINS = 36;

const lengthOf = (c: Ceremony) => LASTS_MS[c.rank] + c.lammers * EACH_LAMMER_MS;

/* A scale that rises lammer by lammer, a chord for a blackjack, a fanfare for the great wins. */
const SCALE = [523, 587, 659, 698, 784, 880, 988, 1047];
const note = (hz: number, after: number, ms = 260, gain = 0.1): Burst => ({ hz, ms, gain, after });
function soundOf(c: Ceremony): Burst[] {
    const counted = Array.from({ length: Math.min(c.lammers, SCALE.length) }, (_, i) =>
        note(2 * SCALE[i], i * EACH_LAMMER_MS, 200),
    );
    const after = c.lammers * EACH_LAMMER_MS;
    if (c.rank === 1) return [note(523, 0), note(659, 90), note(784, 180, 420)];
    const chord = [523, 659, 784, 1047].map((hz, i) => note(hz, after + i * 70, 500));
    if (c.rank === 2) return [...counted, ...chord];
    const fanfare = [784, 784, 784, 1047, 988, 1047, 1319].map((hz, i) => note(hz, after + i * 150, 320, 0.12));
    return [...counted, ...fanfare, ...chord.map((burst) => ({ ...burst, after: burst.after! + 1150, ms: 900 }))];
}

/* The amount counts up slowly enough to be read; with reduced motion it is complete at once. */
function useCounted(cents: number, ms: number, still: boolean): number {
    const [shown, show] = useState(still ? cents : 0);
    useEffect(() => {
        if (still) return undefined;
        const began = performance.now();
        let frame = 0;
        const step = (now: number) => {
            const share = Math.min(1, (now - began) / ms);
            show(Math.round((cents * (1 - (1 - share) ** 3)) / 100) * 100);
            if (share < 1) frame = requestAnimationFrame(step);
            else show(cents);
        };
        frame = requestAnimationFrame(step);
        return () => cancelAnimationFrame(frame);
    }, [cents]);
    return shown;
}

/* Where and when the coins fall, which is the same in every ceremony. */
const FALLING = Array.from({ length: COINS }, (_, i) => ({
    left: `${(i * 61) % 100}%`,
    animationDelay: `${((i * 37) % 20) * 0.13}s`,
    animationDuration: `${2.2 + ((i * 13) % 10) * 0.16}s`,
}));

function Coins() {
    return (
        <div class="coins">
            {FALLING.map((style, i) => (
                <i key={i} style={style} />
            ))}
        </div>
    );
}

function Lammers({ count }: { count: number }) {
    return (
        <div class="ceremony-lammers">
            {Array.from({ length: count }, (_, i) => (
                <svg key={i} viewBox="-24 -24 48 48" style={{ animationDelay: `${(i * EACH_LAMMER_MS) / 1000}s` }}>
                    <Lammer />
                </svg>
            ))}
        </div>
    );
}

/* Between the dealer's cards and the player's, which have won; on a low felt, where both meet, below them. */
const MIDDLE = { tall: "35%", wide: "42%", short: "76%" };

interface Props {
    ceremony: Ceremony;
    felt: Felt;
    onEnd: () => void;
}

export function CeremonyView({ ceremony: c, felt, onEnd }: Props) {
    const still = reducedMotion();
    const spot = felt.boxes[c.box - 1];
    const amount = useCounted(c.cents, c.rank === 1 ? 500 : 900 + c.lammers * EACH_LAMMER_MS, still);
    useEffect(() => {
        ring(soundOf(c));
        const timer = setTimeout(onEnd, lengthOf(c));
        /* A press ends the ceremony, and still acts on what was pressed. */
        addEventListener("pointerdown", onEnd, true);
        addEventListener("keydown", onEnd, true);
        return () => {
            clearTimeout(timer);
            removeEventListener("pointerdown", onEnd, true);
            removeEventListener("keydown", onEnd, true);
        };
    }, [c.id]);
    const at =
        c.rank === 1 && spot
            ? { left: `${(spot.x / felt.width) * 100}%`, top: `${((spot.y - 60 * spot.scale) / felt.height) * 100}%` }
            : { left: "50%", top: MIDDLE[felt.shape] };
    return (
        <div
            class={`ceremony rank-${c.rank} ${still ? "is-still" : ""}`}
            data-rank={c.rank}
            data-lammers={c.lammers}
            aria-hidden="true"
        >
            {c.rank === 3 && <div class="ceremony-night" />}
            {c.rank === 3 && <div class="ceremony-rays" style={at} />}
            {c.rank === 3 && !still && <Coins />}
            <div class="ceremony-card" style={at}>
                <div class="ceremony-inner">
                    {c.lammers > 0 && <Lammers count={c.lammers} />}
                    <b class="ceremony-title">{c.title}</b>
                    {c.more && <span class="ceremony-more">{c.more}</span>}
                    <span class="ceremony-sum">
                        <span class="ceremony-room">{dollars(c.cents, true)}</span>
                        <span class="ceremony-now">{dollars(amount, true)}</span>
                    </span>
                </div>
            </div>
        </div>
    );
}

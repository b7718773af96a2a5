/* sound.ts - a card, a chip, a lammer: short sounds made in the browser itself, so that nothing is fetched.
 *
 * Browsers play nothing until the page is touched. The player's choice to mute sounds is kept. */
import type { TableEvent } from "../net/wire";

export type Burst = { hz: number; ms: number; gain: number; noise?: boolean; after?: number };

/* Cards rustle (filtered noise), chips click, a lammer rings a little, a win rises. */
const SOUNDS: Record<string, Burst[]> = {
    card: [{ hz: 2600, ms: 70, gain: 0.25, noise: true }],
    chip: [
        { hz: 3100, ms: 35, gain: 0.2 },
        { hz: 4200, ms: 30, gain: 0.12, after: 25 },
    ],
    lammer: [
        { hz: 1760, ms: 160, gain: 0.12 },
        { hz: 2640, ms: 200, gain: 0.08, after: 40 },
    ],
    shuffle: [0, 90, 180, 270].map((after) => ({ hz: 1800, ms: 80, gain: 0.2, noise: true, after })),
    tick: [{ hz: 1320, ms: 60, gain: 0.14 }],
    bell: [{ hz: 880, ms: 220, gain: 0.15 }],
    win: [
        { hz: 659, ms: 120, gain: 0.12 },
        { hz: 880, ms: 220, gain: 0.12, after: 110 },
    ],
};

const OF_EVENT: Record<string, string> = {
    card: "card",
    down: "card",
    turn: "card",
    burn: "card",
    bet: "chip",
    double: "chip",
    split: "chip",
    insure: "chip",
    pay: "chip",
    take: "chip",
    lammer: "lammer",
    "lammer-pot": "lammer",
    "time-ran-out": "bell",
    shoe: "shuffle",
    "no-more-bets": "bell",
    award: "win",
};

const KEY = "silent";
export const silent = (): boolean => localStorage.getItem(KEY) === "yes";
export const setSilent = (yes: boolean): void => localStorage.setItem(KEY, yes ? "yes" : "no");

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function noise(audio: AudioContext): AudioBuffer {
    if (hiss) return hiss;
    hiss = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    hiss.getChannelData(0).forEach((_, i, samples) => (samples[i] = Math.random() * 2 - 1));
    return hiss;
}

function sound(audio: AudioContext, burst: Burst) {
    const start = audio.currentTime + (burst.after ?? 0) / 1000,
        end = start + burst.ms / 1000;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(burst.gain, start);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    gain.connect(audio.destination);
    let source: AudioScheduledSourceNode;
    if (burst.noise) {
        const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: burst.hz, Q: 0.8 });
        source = new AudioBufferSourceNode(audio, { buffer: noise(audio) });
        source.connect(filter).connect(gain);
    } else {
        source = new OscillatorNode(audio, { type: "triangle", frequency: burst.hz });
        source.connect(gain);
    }
    source.start(start);
    source.stop(end);
}

/* Plays the sound of an event and returns its name; undefined where nothing was played. */
export const hear = (event: TableEvent): string | undefined => play(OF_EVENT[event.event]);

/* Plays the tick for one of the last seconds. */
export const tick = (): string | undefined => play("tick");

function play(name: string | undefined): string | undefined {
    return name && ring(SOUNDS[name]) ? name : undefined;
}

/* Returns false where the page must be silent, or the player has muted it. */
export function ring(bursts: Burst[]): boolean {
    if (silent() || document.hidden || !navigator.userActivation?.hasBeenActive) return false;
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const burst of bursts) sound(context, burst);
    return true;
}

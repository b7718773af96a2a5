/* card.tsx - playing cards, drawn here. A card is 76 by 106 units large, and its middle is the origin. */
import type { Card } from "../table/cards";
import { CARD_HEIGHT as H, CARD_WIDTH as W } from "./geometry";

const SUIT: Record<string, string> = {
    h: "M0 8.6C-9.6 1.2-9.4-7.6-4.3-7.6-1.6-7.6 0-5.4 0-3.5 0-5.4 1.6-7.6 4.3-7.6 9.4-7.6 9.6 1.2 0 8.6Z",
    d: "M0-9.4C1.8-5.4 4-2.6 6.8 0 4 2.6 1.8 5.4 0 9.4-1.8 5.4-4 2.6-6.8 0-4-2.6-1.8-5.4 0-9.4Z",
    s: "M0-9.2C4.4-3.8 8.8-1.4 8.8 3 8.8 6.4 4.6 7.6 1.5 4.7 1.6 6.6 2.2 8 3.6 9H-3.6C-2.2 8-1.6 6.6-1.5 4.7-4.6 7.6-8.8 6.4-8.8 3-8.8-1.4-4.4-3.8 0-9.2Z",
    c: "M0-9.2A4.2 4.2 0 0 1 3-2.1 4.2 4.2 0 1 1 1.5 4.4C1.6 6.5 2.2 8 3.6 9H-3.6C-2.2 8-1.6 6.5-1.5 4.4A4.2 4.2 0 1 1-3-2.1 4.2 4.2 0 0 1 0-9.2Z",
};

/* Where the pips stand: columns at -15, 0, 15. */
const PIPS: Record<string, [number, number][]> = {
    "2": [
        [0, -30],
        [0, 30],
    ],
    "3": [
        [0, -30],
        [0, 0],
        [0, 30],
    ],
    "4": [
        [-15, -30],
        [15, -30],
        [-15, 30],
        [15, 30],
    ],
    "5": [
        [-15, -30],
        [15, -30],
        [0, 0],
        [-15, 30],
        [15, 30],
    ],
    "6": [
        [-15, -30],
        [15, -30],
        [-15, 0],
        [15, 0],
        [-15, 30],
        [15, 30],
    ],
    "7": [
        [-15, -30],
        [15, -30],
        [0, -15],
        [-15, 0],
        [15, 0],
        [-15, 30],
        [15, 30],
    ],
    "8": [
        [-15, -30],
        [15, -30],
        [0, -15],
        [-15, 0],
        [15, 0],
        [0, 15],
        [-15, 30],
        [15, 30],
    ],
    "9": [
        [-15, -32],
        [15, -32],
        [-15, -11],
        [15, -11],
        [0, 0],
        [-15, 11],
        [15, 11],
        [-15, 32],
        [15, 32],
    ],
    T: [
        [-15, -32],
        [15, -32],
        [0, -21.5],
        [-15, -11],
        [15, -11],
        [-15, 11],
        [15, 11],
        [0, 21.5],
        [-15, 32],
        [15, 32],
    ],
};

/* What a court card wears: crown, coronet, cap. */
const COURT: Record<string, string> = {
    K: "M-12 6 L-15-7 -7.500-1 0-11 7.500-1 15-7 12 6Z M-12 8H12V10.500H-12Z M-1.500-13A1.500 1.500 0 1 1 1.500-13 1.500 1.500 0 1 1-1.500-13Z",
    Q:
        "M-12 6C-13.500 0-14-3-14.500-6-10-3-8-4-5-7-3-4 0-8 0-8 0-8 3-4 5-7 8-4 10-3 14.500-6 14-3 13.500 0 12 6Z " +
        "M-12 8H12V10.500H-12Z M-5-9.500A1.400 1.400 0 1 1-2.200-9.500 1.400 1.400 0 1 1-5-9.500Z " +
        "M2.200-9.500A1.400 1.400 0 1 1 5-9.500 1.400 1.400 0 1 1 2.200-9.500Z",
    J: "M-13 9C-13-4-5-9 4-7 8-12 13-11 16-7 12-7 10-5 10-2 12 1 12.500 5 12 9Z",
};

const isRed = (suit: string) => suit === "h" || suit === "d";
const rankText = (rank: string) => (rank === "T" ? "10" : rank);

function Corner({ rank, suit }: { rank: string; suit: string }) {
    return (
        <g transform={`translate(${-W / 2 + 10.5} ${-H / 2 + 18})`}>
            <text
                class="card-rank"
                text-anchor="middle"
                textLength={rank === "T" ? 15 : undefined}
                lengthAdjust="spacingAndGlyphs"
            >
                {rankText(rank)}
            </text>
            <path d={SUIT[suit]} transform="translate(0 11) scale(.62)" />
        </g>
    );
}

function Middle({ rank, suit }: { rank: string; suit: string }) {
    if (rank === "A") return <path d={SUIT[suit]} transform="scale(2.5)" />;
    if (PIPS[rank]) {
        return (
            <g>
                {PIPS[rank].map(([x, y]) => (
                    <path d={SUIT[suit]} transform={`translate(${x} ${y}) scale(${y > 0 ? -0.82 : 0.82})`} />
                ))}
            </g>
        );
    }
    const half = <path class="card-court" d={COURT[rank]} transform="translate(0 -29)" />;
    return (
        <g>
            <rect class="card-frame" x={-22} y={-44} width={44} height={88} rx={4} />
            {half}
            <g transform="rotate(180)">{half}</g>
            <path d={SUIT[suit]} transform="scale(1.55)" />
        </g>
    );
}

export function CardFace({ card }: { card: string }) {
    const [rank, suit] = card;
    return (
        <g class={isRed(suit) ? "card-red" : "card-black"}>
            <rect class="card-paper" x={-W / 2} y={-H / 2} width={W} height={H} rx={7} />
            <Middle rank={rank} suit={suit} />
            <Corner rank={rank} suit={suit} />
            <g transform="rotate(180)">
                <Corner rank={rank} suit={suit} />
            </g>
        </g>
    );
}

export function CardBack() {
    return (
        <g>
            <rect class="card-paper" x={-W / 2} y={-H / 2} width={W} height={H} rx={7} />
            <rect class="card-back" x={-W / 2 + 4} y={-H / 2 + 4} width={W - 8} height={H - 8} rx={5} />
            <rect
                class="card-lattice"
                x={-W / 2 + 4}
                y={-H / 2 + 4}
                width={W - 8}
                height={H - 8}
                rx={5}
                fill="url(#lattice)"
            />
            <circle class="card-seal" r={15} />
            <circle class="card-seal-ring" r={11.5} />
            <text class="card-seal-text" text-anchor="middle" y={5.5}>
                L
            </text>
        </g>
    );
}

/* Both sides of one card: it is turned by turning the group (app.css). */
export function PlayingCard({ card, own }: { card: Card; own?: boolean }) {
    return (
        <g class={`flip ${card ? "is-up" : "is-down"} ${own ? "is-own" : ""}`}>
            <g class="flip-back">
                <CardBack />
            </g>
            {card && (
                <g class="flip-face">
                    <CardFace card={card} />
                </g>
            )}
        </g>
    );
}

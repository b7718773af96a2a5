/* chip.tsx - chips, stacks of them, and the gold lammer. */
import { chipsOf, dollars } from "../table/money";
import { message } from "../words/catalogue";

const FACE: Record<number, { fill: string; text: string; label: string }> = {
    50: { fill: "#d78fa8", text: "#3d1020", label: "50¢" },
    100: { fill: "#f3efe6", text: "#22313f", label: "1" },
    500: { fill: "#b3202c", text: "#fff", label: "5" },
    2500: { fill: "#1e7a46", text: "#fff", label: "25" },
    10000: { fill: "#1d1d22", text: "#fff", label: "100" },
    50000: { fill: "#5a2a82", text: "#fff", label: "500" },
    100000: { fill: "#d8a21d", text: "#2a1c00", label: "1K" },
};

export const chipLabel = (cents: number) => FACE[cents].label;

export function ChipFace({ cents }: { cents: number }) {
    const face = FACE[cents];
    return (
        <g>
            <circle r={22} fill={face.fill} stroke="#0006" stroke-width={0.8} />
            <circle class="chip-edge" r={18.8} stroke={cents === 100 ? "#2d5b8c" : "#f7f3ea"} />
            <circle class="chip-ring" r={14} fill={face.fill} />
            <text
                class="chip-text"
                y={4.6}
                text-anchor="middle"
                fill={face.text}
                font-size={face.label.length > 2 ? 10.5 : 13.5}
            >
                {face.label}
            </text>
        </g>
    );
}

/* Seen a little from the side: each chip lies on the one below. Several chips hide each other, so their sum stands before them. */
export function Stack({ cents }: { cents: number }) {
    const chips = chipsOf(cents, 12);
    return (
        <g>
            <ellipse class="chip-shadow" cx={2} cy={4} rx={23} ry={21} />
            {chips.map((chip, i) => (
                <g key={i} class="chip-in" transform={`translate(0 ${-i * 4.2})`}>
                    <circle r={22} cy={2.6} fill="#0005" />
                    <ChipFace cents={chip} />
                </g>
            ))}
            {chips.length > 1 && (
                <text class="stack-sum" text-anchor="middle" y={37}>
                    {dollars(cents)}
                </text>
            )}
        </g>
    );
}

export function Lammer({ word = message("FELT_FREE") }: { word?: string }) {
    return (
        <g class="lammer">
            <circle class="lammer-shadow" r={20} cx={1.5} cy={3} />
            <circle r={20} fill="url(#gold)" stroke="#7a5708" stroke-width={1} />
            <circle class="lammer-milled" r={17.6} />
            <circle class="lammer-ring" r={14.6} />
            <text class="lammer-text" text-anchor="middle" y={3.8}>
                {word}
            </text>
        </g>
    );
}

export function FeltDefs() {
    return (
        <defs>
            <radialGradient id="gold" cx="38%" cy="30%" r="80%">
                <stop offset="0" stop-color="#fff3b8" />
                <stop offset=".38" stop-color="#f2c94b" />
                <stop offset=".75" stop-color="#c58f17" />
                <stop offset="1" stop-color="#8f6307" />
            </radialGradient>
            <linearGradient id="acrylic" x1="0" y1="0" x2="1" y2="1">
                <stop offset="0" stop-color="#49505c" />
                <stop offset="1" stop-color="#12151a" />
            </linearGradient>
            <linearGradient id="wood" x1="0" y1="0" x2="0" y2="1">
                <stop offset="0" stop-color="#6d4325" />
                <stop offset=".5" stop-color="#4a2a14" />
                <stop offset="1" stop-color="#2b170a" />
            </linearGradient>
            <radialGradient id="cloth" cx="50%" cy="8%" r="95%">
                <stop offset="0" stop-color="#1f8a5b" />
                <stop offset=".45" stop-color="#126b45" />
                <stop offset="1" stop-color="#07402a" />
            </radialGradient>
            <pattern id="weave" width="6" height="6" patternUnits="userSpaceOnUse">
                <path d="M0 0L6 6M6 0L0 6" stroke="#000" stroke-opacity=".07" stroke-width=".8" />
                <path d="M3 0V6" stroke="#fff" stroke-opacity=".022" stroke-width=".7" />
            </pattern>
            <pattern id="lattice" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <path d="M0 4H8M4 0V8" stroke="#ffdf8e" stroke-opacity=".55" stroke-width=".8" />
            </pattern>
        </defs>
    );
}

/* geometry.ts - where everything lies. A felt is drawn in units of its own and scaled to the screen, so that a phone and a
 * wall show the same table. Box 1 is at the dealer's left: the right, seen from the players' side. */

export interface Spot {
    x: number;
    y: number;
    scale: number;
    turn: number; /* degrees */
    near?: number[]; /* under the lens: the x of each hand; all keep their size, however many there are */
}

export type Shape = "wide" | "tall" | "short";

export interface Felt {
    wide: boolean;
    shape: Shape;
    width: number;
    height: number;
    boxes: Spot[];
    dealer: Spot;
    shoe: Spot;
    rack: Spot;
    tray: Spot;
    house: {
        x: number;
        y: number;
        size: number;
        beside?: boolean;
    }; /* what the house has staked: below the tray, or beside it */
    arc: { x: number; y: number; rx: number; ry: number };
    lines: { y: number; r: number; size: number }[]; /* printed lines: lowest point, radius, size of the letters */
}

export const CARD_WIDTH = 76;
export const CARD_HEIGHT = 106;
export const CIRCLE = 46;
export const SIDE = 29;
export const CARDS_Y = -178;
export const BEHIND = 19;

/* The player's wager lies nearest to the dealer, the others behind it in line: MBJ-13(c). */
export const behindSpot = (place: string): { x: number; y: number } => ({ x: 0, y: place.endsWith("c") ? 112 : 73 });
/* A table with bets behind needs room for the line: its boxes lie nearer to the dealer, and names stand beside the
 * line. */
const LINE = 62;
const PRINT_UP = 38;
const NAMES = 26;
export const couponSpot = { x: -42, y: 14 };

function onArc(x: number, y: number, rx: number, ry: number, degrees: number, scale: number, lean: number): Spot {
    const t = (degrees * Math.PI) / 180;
    return { x: x + rx * Math.sin(t), y: y + ry * Math.cos(t), scale, turn: -degrees * lean };
}

/* Box 1 is at the right. */
const angles = (boxes: number, most: number) =>
    Array.from({ length: boxes }, (_, i) => (boxes === 1 ? 0 : most - (2 * most * i) / (boxes - 1)));

export function wideFelt(boxes: number, bettors = 1): Felt {
    const room = bettors > 1 ? LINE : 0,
        up = bettors > 1 ? PRINT_UP : 0;
    const arc = { x: 800, y: 84, rx: 668 - room, ry: 690 - room };
    return {
        wide: true,
        shape: "wide",
        width: 1600,
        height: 900,
        arc,
        boxes: angles(boxes, boxes > 4 ? 61 : 40).map((a) => onArc(arc.x, arc.y, arc.rx, arc.ry, a, 1, 0.74)),
        dealer: { x: 800, y: 196, scale: 1.12, turn: 0 },
        shoe: { x: 1318, y: 120, scale: 1, turn: 24 },
        rack: { x: 286, y: 118, scale: 1, turn: -24 },
        tray: { x: 800, y: 58, scale: 1, turn: 0 },
        house: { x: 800, y: 117, size: 19 },
        lines: [
            { y: 378 - up, r: 360, size: 40 },
            { y: 422 - up, r: 410, size: 21 },
            { y: 466 - up, r: 470, size: 18 },
        ],
    };
}

/* An upright felt: the player's own box is near and large, the others stand around it. */
export function tallFelt(boxes: number, mine: number[], bettors = 1): Felt {
    const near = bettors > 1 ? { y: 852, scale: 1.3 } : { y: 906, scale: 1.5 };
    const names = bettors > 1 ? NAMES : 0;
    const own = mine.filter((n) => n >= 1 && n <= boxes);
    const arc = own.length
        ? { x: 360, y: 150, rx: 318 - names, ry: 372 }
        : { x: 360, y: 150, rx: 300 - names, ry: 650 };
    const scale = own.length ? 0.52 : 0.66;
    const spots = angles(boxes, own.length ? 74 : 66).map((a) =>
        onArc(arc.x, arc.y, arc.rx, arc.ry, a, scale, own.length ? 0.2 : 0.5),
    );
    own.forEach((n, i) => {
        const share = own.length;
        spots[n - 1] = {
            x: 360 + (share === 1 ? 0 : ((share - 1) / 2 - i) * (640 / share)),
            y: share === 1 ? near.y : 906,
            scale: share === 1 ? near.scale : 1,
            turn: 0,
        };
    });
    return {
        wide: false,
        shape: "tall",
        width: 720,
        height: 1060,
        arc,
        boxes: spots,
        dealer: { x: 360, y: 168, scale: 1.2, turn: 0 },
        shoe: { x: 648, y: 84, scale: 0.72, turn: 20 },
        rack: { x: 72, y: 84, scale: 0.72, turn: -20 },
        tray: { x: 360, y: 40, scale: 0.62, turn: 0 },
        house: { x: 360, y: 84, size: 18 },
        lines: [
            { y: 334, r: 340, size: 29 },
            { y: 374, r: 400, size: 17 },
            { y: 412, r: 460, size: 15.5 },
        ],
    };
}

/* A low screen (a phone on its side, a page at 200 %): the dealer and the player's own boxes are large, the others stand in
 * two columns beside them. */
export function shortFelt(boxes: number, mine: number[], bettors = 1): Felt {
    const own = mine.filter((n) => n >= 1 && n <= boxes);
    if (own.length === 0) return wideFelt(boxes, bettors);
    const others = Array.from({ length: boxes }, (_, i) => i + 1).filter((n) => !own.includes(n));
    const rows = Math.ceil(others.length / 2);
    const spots: Spot[] = [];
    others.forEach((n, i) => {
        spots[n - 1] = {
            x: i < rows ? 916 : 84,
            y: 196 + 160 * (i < rows ? i : others.length - 1 - i),
            scale: 0.5,
            turn: 0,
        };
    });
    own.forEach((n, i) => {
        const x = own.length === 1 ? 500 : 500 + ((own.length - 1) / 2 - i) * (660 / own.length);
        spots[n - 1] = { x, y: bettors > 1 ? 490 : 528, scale: own.length === 1 ? 1.3 : 1, turn: 0 };
    });
    return {
        wide: true,
        shape: "short",
        width: 1000,
        height: 650,
        arc: { x: 500, y: 110, rx: 430, ry: 400 },
        boxes: spots,
        dealer: { x: 500, y: 104, scale: 1.25, turn: 0 },
        shoe: { x: 800, y: 70, scale: 0.6, turn: 20 },
        rack: { x: 200, y: 70, scale: 0.6, turn: -20 },
        tray: { x: 500, y: 24, scale: 0.5, turn: 0 },
        house: { x: 640, y: 30, size: 16, beside: true },
        lines: [
            { y: 226, r: 420, size: 24 },
            { y: 250, r: 450, size: 14 },
            { y: 274, r: 480, size: 13 },
        ],
    };
}

export const feltOf = (shape: Shape, boxes: number, mine: number[], bettors: number): Felt =>
    shape === "tall"
        ? tallFelt(boxes, mine, bettors)
        : shape === "short"
          ? shortFelt(boxes, mine, bettors)
          : wideFelt(boxes, bettors);

/* How far the cards of a hand reach to both sides; a card of a double lies across. */
export interface HandSize {
    cards: number;
    across: boolean;
}
const ACROSS = 8;
const stepOf = (cards: number) => (cards > 5 ? 15 : 21);
function reach({ cards, across }: HandSize): { left: number; right: number } {
    const half = ((Math.max(1, cards) - 1) / 2) * stepOf(cards);
    return { left: half + CARD_WIDTH / 2, right: half + (across ? ACROSS + CARD_HEIGHT / 2 : CARD_WIDTH / 2) };
}

/* The lens: a player's own hands come nearer, upright and side by side, none over another. */
const NEAR_GAP = 15;
export function lensOf(felt: Felt, spot: Spot, hands: HandSize[]): Spot {
    const reaches = hands.map(reach);
    const span = reaches.reduce((sum, { left, right }) => sum + left + right + NEAR_GAP, -NEAR_GAP);
    let edge = -span / 2;
    const near = reaches.map(({ left, right }) => {
        const middle = edge + left;
        edge += left + right + NEAR_GAP;
        return middle;
    });
    const scale = Math.min(felt.shape === "wide" ? 1.3 : Math.max(spot.scale, 1.3), (felt.width - 40) / span);
    const half = (span * scale) / 2 + 20;
    const cards = place(spot, 0, CARDS_Y);
    const y = felt.shape === "wide" ? Math.max(430, Math.min(620, cards.y)) : cards.y;
    return {
        x: Math.max(half, Math.min(felt.width - half, cards.x)),
        y: y - CARDS_Y * scale,
        scale,
        turn: 0,
        near,
    };
}

/* Converts a point in units of a box to a point on the felt. */
export function place(spot: Spot, x: number, y: number): { x: number; y: number } {
    const t = (spot.turn * Math.PI) / 180;
    return {
        x: spot.x + spot.scale * (x * Math.cos(t) - y * Math.sin(t)),
        y: spot.y + spot.scale * (x * Math.sin(t) + y * Math.cos(t)),
    };
}

export interface SideSpot {
    wager: string;
    x: number;
    y: number;
}

/* Up to three side wagers stand in a row before the main circle; more stand on an arc around it. */
export function sideSpots(wagers: string[]): SideSpot[] {
    const n = wagers.length;
    if (n <= 3) {
        const xs = n === 1 ? [0] : n === 2 ? [-36, 36] : [-64, 0, 64];
        return wagers.map((wager, i) => ({ wager, x: xs[i], y: n === 3 && i !== 1 ? -68 : -86 }));
    }
    const span = (200 * Math.PI) / 180;
    const r = Math.max(88, ((n - 1) * (2 * SIDE + 2)) / span);
    return wagers.map((wager, i) => {
        const t = (i / (n - 1) - 0.5) * span;
        return { wager, x: Math.sin(t) * r, y: -Math.cos(t) * r };
    });
}

export interface CardPlace {
    x: number;
    y: number;
    scale: number;
    turn: number;
}

/* Hands of a box lie side by side. The more there are, the smaller they are drawn, except under the lens. */
export function handPlace(spot: Spot, hand: number, hands: number): { x: number; scale: number } {
    if (spot.near) return { x: spot.near[hand] ?? 0, scale: 1 };
    const gap = [0, 0, 104, 82, 66][Math.min(hands, 4)];
    const scale = [1, 1, 0.86, 0.72, 0.62][Math.min(hands, 4)];
    return { x: ((hands - 1) / 2 - hand) * -gap, scale };
}

export function cardPlace(
    spot: Spot,
    hand: number,
    hands: number,
    card: number,
    cards: number,
    sideways: boolean,
): CardPlace {
    const at = handPlace(spot, hand, hands);
    const step = stepOf(cards) * at.scale;
    const x = at.x + (card - (cards - 1) / 2) * step + (sideways ? ACROSS : 0);
    const y = CARDS_Y - card * 7 * at.scale + (hands > 1 ? 6 : 0);
    return { ...place(spot, x, y), scale: spot.scale * at.scale, turn: spot.turn + (sideways ? 90 : 0) };
}

export function dealerCardPlace(spot: Spot, card: number, cards: number): CardPlace {
    const step = cards > 5 ? 50 : 84;
    return { x: spot.x + (card - (cards - 1) / 2) * step * spot.scale, y: spot.y, scale: spot.scale, turn: 0 };
}

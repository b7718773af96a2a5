/* acts.ts - what people do at a table from the pit, in five groups: each act with the fields it needs besides the table. */
import type { TableRow } from "./rows";

export interface Field {
    name: string;
    label: string;
    kind: "money" | "text" | "number" | "seconds";
    may?: boolean; /* it may be left out */
}

export interface DeskAct {
    word: string;
    label: string;
    fields: Field[];
    when: (row: TableRow) => boolean;
    body?: Record<string, unknown>;
}

export interface Group {
    name: string;
    acts: DeskAct[];
}

const open = (row: TableRow) => row.status === "open";
const live = (row: TableRow) => row.dealing === "live";
const always = () => true;
const closed = (row: TableRow) => row.status === "tray closed";
const shared = (row: TableRow) => (row.meters ?? []).length > 0;

const field = (kind: Field["kind"], name: string, label: string, may = false): Field => ({ name, label, kind, may });
const money = (label: string, may = false) => field("money", "cents", label, may);
const reason = field("text", "reason", "Reason");

export const GROUPS: Group[] = [
    {
        name: /* say:group-chips */ "Chips",
        acts: [
            { word: "tray-open", label: "Open the tray", fields: [money("Opener in dollars")], when: closed },
            { word: "fill", label: /* say:fill */ "Fill", fields: [money("Dollars from the cage")], when: open },
            { word: "credit", label: "Credit", fields: [money("Dollars to the cage")], when: open },
            { word: "tray-close", label: "Close the tray", fields: [money("Dollars counted")], when: open },
            {
                word: "drop-count",
                label: "Count the drop",
                fields: [money("Dollars counted")],
                when: (r) => (r.drop_cents ?? 0) > 0,
            },
            {
                word: "toke",
                label: "Take a toke",
                fields: [field("text", "player", "Player"), money("Dollars")],
                when: (r) => open(r) && live(r) && (r.players ?? 0) > 0,
            },
            {
                word: "tokes-out",
                label: "Pay out tokes",
                fields: [money("Dollars"), field("text", "to", "To", true)],
                when: (r) => (r.tokes_cents ?? 0) > 0,
            },
        ],
    },
    {
        name: "Dealer",
        acts: [
            {
                word: "dealer",
                label: "Change the dealer",
                fields: [field("text", "person", "Who deals now")],
                when: live,
            },
            { word: "order-shuffle", label: "Order a shuffle", fields: [], when: live },
            { word: "recut", label: "Refuse the cut", fields: [], when: live },
            { word: "idle", label: "Spread the cards: no player is there", fields: [], when: live },
            {
                word: "hours",
                label: "Hours of the decks",
                fields: [field("number", "count", "Hours in use")],
                when: live,
            },
            { word: "change-decks", label: "Change the decks", fields: [], when: live },
            { word: "jam", label: "The shuffler has failed", fields: [], when: live },
            { word: "sign", label: "Shuffler out of order", fields: [], when: live, body: { on: true } },
            { word: "sign", label: "Shuffler works again", fields: [], when: live, body: { on: false } },
            {
                word: "swap",
                label: "Take a batch out of the shuffler",
                fields: [field("number", "pack", "Batch")],
                when: live,
            },
        ],
    },
    {
        name: "Correct",
        acts: [
            { word: "confirm", label: "Confirm", fields: [], when: live },
            {
                word: "correct",
                label: "Correct a card",
                fields: [
                    field("number", "number", "Card of the round, from 1"),
                    field("text", "card", "What it is"),
                    reason,
                ],
                when: live,
            },
            {
                word: "recount",
                label: "Correct the count",
                fields: [
                    field("text", "was", "Entered in an earlier round"),
                    field("text", "card", "What it was"),
                    reason,
                ],
                when: live,
            },
            { word: "forgot-burn", label: "The burn was forgotten", fields: [], when: live },
            {
                word: "cover-seen",
                label: "The cover card came",
                fields: [field("text", "place", "At the box, or dealer")],
                when: live,
            },
            {
                word: "request-spread",
                label: "A player wants to see the batch",
                fields: [field("text", "seat", "Box")],
                when: live,
            },
            { word: "readmit", label: "Readmit a box", fields: [field("text", "seat", "Box")], when: open },
        ],
    },
    {
        name: "Prizes",
        acts: [
            {
                word: "adjust",
                label: "Set a meter",
                fields: [
                    field("text", "meter", "Meter"),
                    money("Dollars on the display"),
                    reason,
                    field("text", "account", "Part: display, reserve or overflow", true),
                ],
                when: shared,
            },
            {
                word: "system",
                label: "State a version of the system",
                fields: [
                    field("text", "component", "game-manager, table-controller or display"),
                    field("text", "version", "Version"),
                ],
                when: shared,
            },
            {
                word: "show-amount",
                label: "Enter the amount of the display",
                fields: [field("text", "seat", "Box"), field("text", "wager", "Wager"), money("Dollars")],
                when: live,
            },
            {
                word: "end-game",
                label: "Press END GAME",
                fields: [field("text", "wager", "Wager")],
                when: (r) => live(r) && shared(r),
            },
        ],
    },
    {
        name: "Table",
        acts: [
            {
                word: "terms",
                label: "Title, clocks and par",
                fields: [
                    field("text", "title", "Title", true),
                    field("seconds", "betting_ms", "Seconds to bet", true),
                    field("seconds", "decision_ms", "Seconds to decide", true),
                    field("seconds", "cut_ms", "Seconds to cut", true),
                    field("money", "par_cents", "Par of the tray", true),
                ],
                when: always,
            },
            { word: "freeze", label: "Stop", fields: [reason], when: open },
            {
                word: "thaw",
                label: "Resume",
                fields: [reason],
                when: (r) => r.status === "frozen" || r.status === "drained",
            },
            { word: "drain", label: "No new rounds", fields: [reason], when: open },
            { word: "close-table", label: "Close for good", fields: [], when: closed },
        ],
    },
];

export const ATTEND: DeskAct = { word: "attend", label: /* say:i-am-coming */ "I am coming", fields: [], when: always };

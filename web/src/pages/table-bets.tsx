/* table-bets.tsx - tools for bets beside the chips: double, the same on every box, favourites; and the sum of one chip on every main spot. */
import { useEffect, useRef, useState } from "preact/hooks";
import { mainSpots, wagerTitle } from "../felt/print";
import type { Bets } from "../table/bets";
import { dropFavourite, favouritesOf, isFavourite, keepFavourite, sumOfFavourite } from "../table/favourites";
import type { Favourite } from "../table/favourites";
import type { Table } from "../table/model";
import { dollars } from "../table/money";
import { message } from "../words/catalogue";

/* Multiple action: one tap lays on every spot that must be bet on. */
export function InAll({ table, chip }: { table: Table; chip: number }) {
    const { needed } = mainSpots(table);
    if (needed < 2) return null;
    const cents = Math.max(chip, table.layout.min_bet);
    const gaps = { chip: dollars(cents), all: dollars(cents * needed), count: needed };
    return <p class="in-all">{message("BETS_IN_ALL", gaps)}</p>;
}

/* "Blackjack, Push 22"; where the favourite covers several boxes, their number too. */
function whatOf(table: Table, favourite: Favourite): string {
    const boxes = favourite.filter((bets) => bets.main).length;
    const main = boxes > 1 ? message("BETS_MAIN_BOXES", { count: boxes }) : message("BETS_MAIN");
    const sides = new Set(favourite.flatMap((bets) => Object.keys(bets)).filter((wager) => !wager.startsWith("main")));
    return [main, ...[...sides].map((wager) => wagerTitle(wager, table))].join(", ");
}

/* The keys 1 to 5 choose chips. */
export const FAVOURITE_KEYS = ["6", "7", "8"];

interface Props {
    table: Table;
    bets: Bets;
    busy: boolean;
}

function Favourites({ table, bets, busy, onClose }: Props & { onClose: () => void }) {
    const rules = table.layout.name;
    const [all, setAll] = useState(() => favouritesOf(rules));
    const now = bets.asFavourite;
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => box.current?.querySelector<HTMLElement>("button:enabled")?.focus(), [all.length]);
    useEffect(() => {
        const escape = (e: KeyboardEvent) => e.key === "Escape" && onClose();
        addEventListener("keydown", escape);
        return () => removeEventListener("keydown", escape);
    }, []);
    const changed = () => setAll(favouritesOf(rules));
    return (
        <div class="favourites" id="favourites" ref={box} role="group" aria-label={message("BETS_FAVOURITES")}>
            {all.length === 0 && <p class="dim">{message("BETS_NO_FAVOURITE")}</p>}
            {all.map((one, i) => {
                const gaps = { all: dollars(sumOfFavourite(one)), what: whatOf(table, one) };
                return (
                    <div class="favourite" key={JSON.stringify(one)}>
                        <button
                            type="button"
                            class="tool"
                            data-favourite={i}
                            disabled={busy}
                            aria-keyshortcuts={FAVOURITE_KEYS[i]}
                            onClick={() => {
                                void bets.favour(one);
                                onClose();
                            }}
                        >
                            {message("BETS_LAY", gaps)} <kbd>{FAVOURITE_KEYS[i]}</kbd>
                        </button>
                        <button
                            type="button"
                            class="quiet"
                            aria-label={message("BETS_FORGET", gaps)}
                            onClick={() => {
                                dropFavourite(rules, i);
                                changed();
                            }}
                        >
                            ×
                        </button>
                    </div>
                );
            })}
            <button
                type="button"
                class="tool"
                data-keep
                disabled={!now || isFavourite(all, now)}
                onClick={() => {
                    keepFavourite(rules, now!);
                    changed();
                }}
            >
                {message(now && isFavourite(all, now) ? "BETS_KEPT" : "BETS_KEEP")}
            </button>
        </div>
    );
}

export function BetTools({ table, bets, busy }: Props) {
    const [open, setOpen] = useState(false);
    const button = useRef<HTMLButtonElement>(null);
    const total = bets.total();
    const close = () => {
        setOpen(false);
        button.current?.focus();
    };
    return (
        <>
            <button
                type="button"
                class="tool"
                data-tool="double"
                disabled={busy || !total}
                onClick={() => void bets.double()}
                aria-keyshortcuts="D"
            >
                {message("BETS_DOUBLE")} <kbd>D</kbd>
            </button>
            {(bets.canSpread || bets.boxes > 1) && (
                <button
                    type="button"
                    class="tool"
                    data-tool="boxes"
                    disabled={busy || !bets.canSpread}
                    onClick={() => void bets.spread()}
                    aria-keyshortcuts="A"
                >
                    {message("BETS_ALL_BOXES")} <kbd>A</kbd>
                </button>
            )}
            <button
                type="button"
                class="tool tool-star"
                data-tool="favourites"
                ref={button}
                aria-expanded={open}
                aria-controls="favourites"
                aria-label={message("BETS_FAVOURITES")}
                title={message("BETS_FAVOURITES")}
                aria-keyshortcuts="F"
                onClick={() => setOpen(!open)}
            >
                <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
                    <path d="M10 2l2.5 5.2 5.7.7-4.2 3.9 1.1 5.7L10 14.7l-5.1 2.8L6 11.8 1.8 7.9l5.7-.7z" />
                </svg>
            </button>
            {open && <Favourites table={table} bets={bets} busy={busy} onClose={close} />}
        </>
    );
}

/* Lays the favourite at this place of the list, for the keys of the page. */
export function favourByKey(table: Table, bets: Bets, at: number) {
    const one = favouritesOf(table.layout.name)[at];
    if (one) void bets.favour(one);
}
export const openFavourites = () => document.querySelector<HTMLElement>('[data-tool="favourites"]')?.click();

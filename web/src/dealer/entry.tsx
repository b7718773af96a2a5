/* entry.tsx - card entry: by a scanner that types, or by two keys. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { CardFace } from "../felt/card";
import { readCard } from "./steps";

const RANKS = "A23456789TJQK";
const SUITS: [string, string][] = [
    ["s", "♠"],
    ["h", "♥"],
    ["d", "♦"],
    ["c", "♣"],
];

/* Keys reach the entry wherever the focus is, so that nothing a scanner types is lost. */
export function CardEntry({ label, onCard }: { label: string; onCard: (card: string) => void }) {
    const [text, setText] = useState("");
    const [last, setLast] = useState("");
    const input = useRef<HTMLInputElement>(null);
    /* The focus is set before the next frame, because a scanner does not wait for it. */
    useLayoutEffect(() => input.current?.focus(), []);
    useEffect(() => {
        const timer = text ? setTimeout(() => setText(""), 3000) : 0;
        return () => clearTimeout(timer);
    }, [text]);
    const take = (value: string) => {
        const card = readCard(value);
        if (card) {
            setLast(card);
            setText("");
            onCard(card);
        } else setText(value.length > 3 ? "" : value);
    };
    useLayoutEffect(() => {
        const press = (e: KeyboardEvent) => {
            const target = e.target as HTMLElement;
            if (
                e.ctrlKey ||
                e.metaKey ||
                e.altKey ||
                /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
                !/^[a-z0-9]$/i.test(e.key)
            )
                return;
            input.current?.focus();
        };
        addEventListener("keydown", press);
        return () => removeEventListener("keydown", press);
    }, []);
    return (
        <div class="entry">
            <label class="entry-field">
                {label}
                <input
                    ref={input}
                    value={text}
                    maxLength={4}
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck={false}
                    aria-describedby="entry-help"
                    onInput={(e) => take(e.currentTarget.value)}
                />
            </label>
            <small id="entry-help" class="dim">
                Scan the card, or type rank and suit: 8h, Ts, ac.
            </small>
            <div class="pad" role="group" aria-label="Cards">
                {SUITS.map(([suit, sign]) => (
                    <div class="pad-row" key={suit}>
                        {[...RANKS].map((rank) => (
                            <button
                                key={rank}
                                type="button"
                                class={suit === "h" || suit === "d" ? "is-red" : ""}
                                aria-label={`${rank} of ${sign}`}
                                onClick={() => take(rank + suit)}
                            >
                                {rank === "T" ? "10" : rank}
                                {sign}
                            </button>
                        ))}
                    </div>
                ))}
            </div>
            {last && (
                <svg class="entry-last" viewBox="-40 -55 80 110" role="img" aria-label={`Last card ${last}`}>
                    <CardFace card={last} />
                </svg>
            )}
        </div>
    );
}

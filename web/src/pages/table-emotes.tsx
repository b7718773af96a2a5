/* table-emotes.tsx - gestures: the menu from which a player shows one, and the bubbles over the boxes. */
import { useEffect, useState } from "preact/hooks";
import type { Felt } from "../felt/geometry";
import { EMOTES, emoteName, shownOf, silence, silenced, type Shown } from "../table/emotes";
import type { TableStore } from "../table/store";
import { message } from "../words/catalogue";

const SHOWN_MS = 4000;

export function EmoteBubbles({ store, felt }: { store: TableStore; felt: Felt }) {
    const [shown, setShown] = useState<Shown[]>([]);
    useEffect(
        () =>
            store.onEvent((event, table) => {
                const one = shownOf(table, event);
                if (!one) return;
                setShown((all) => [...all.filter((other) => other.box !== one.box), one]);
                setTimeout(() => setShown((all) => all.filter((other) => other !== one)), SHOWN_MS);
            }),
        [store],
    );
    return (
        <div class="emotes" aria-hidden="true">
            {shown.map(({ box, name, at }) => (
                <span
                    key={`${box} ${at}`}
                    class="emote"
                    data-emote={name}
                    style={{
                        left: `${((felt.boxes[box - 1]?.x ?? 0) / felt.width) * 100}%`,
                        top: `${((felt.boxes[box - 1]?.y ?? 0) / felt.height) * 100}%`,
                    }}
                >
                    {EMOTES[name]}
                </span>
            ))}
        </div>
    );
}

/* Drawn, because not every machine has a font with faces. */
function Smile() {
    return (
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor">
            <circle cx="10" cy="10" r="7.6" stroke-width="1.6" />
            <path d="M7.2 8v.2M12.8 8v.2M6.6 11.8q3.4 3.6 6.8 0" stroke-width="1.8" stroke-linecap="round" />
        </svg>
    );
}

export function EmoteMenu({ onEmote }: { onEmote: (name: string) => void }) {
    const [open, setOpen] = useState(false);
    const [quiet, setQuiet] = useState(silenced);
    useEffect(() => {
        if (!open) return undefined;
        const close = (e: KeyboardEvent) => e.key === "Escape" && setOpen(false);
        addEventListener("keydown", close);
        return () => removeEventListener("keydown", close);
    }, [open]);
    return (
        <div class="emote-menu">
            <button
                type="button"
                class="quiet"
                aria-expanded={open}
                aria-label={message("EMOTES")}
                title={message("EMOTES")}
                onClick={() => setOpen(!open)}
            >
                <Smile />
            </button>
            {open && (
                <div class="emote-list" role="group" aria-label={message("EMOTES")}>
                    {Object.entries(EMOTES).map(([name, sign]) => (
                        <button
                            key={name}
                            type="button"
                            class="quiet"
                            data-emote={name}
                            aria-label={emoteName(name)}
                            title={emoteName(name)}
                            onClick={() => {
                                setOpen(false);
                                onEmote(name);
                            }}
                        >
                            {sign}
                        </button>
                    ))}
                    <label class="check">
                        <input
                            type="checkbox"
                            checked={quiet}
                            onChange={(e) => {
                                silence(e.currentTarget.checked);
                                setQuiet(e.currentTarget.checked);
                            }}
                        />{" "}
                        {message("EMOTES_SILENCE")}
                    </label>
                </div>
            )}
        </div>
    );
}

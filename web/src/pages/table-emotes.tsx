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

export function EmoteMenu({ onEmote }: { onEmote: (name: string) => void }) {
    const [open, setOpen] = useState(false);
    const [quiet, setQuiet] = useState(silenced);
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
                🙂
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

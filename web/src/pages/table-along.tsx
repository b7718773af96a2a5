/* table-along.tsx - a bettor behind a player says what the chips do if that player doubles or splits: MBJ-13(d), (e). */
import type { Along, Offer } from "../net/wire";
import { dollars } from "../table/money";
import { placeBox } from "../table/model";
import { message } from "../words/catalogue";

const RIDES: Record<string, string> = {
    left: "BEHIND_ON_THE_LEFT_HAND",
    right: "BEHIND_ON_THE_RIGHT_HAND",
    both: "BEHIND_ON_BOTH",
};

type Say = (body: { do: string; [key: string]: unknown }) => void;

function Choice({ legend, hint, children }: { legend: string; hint: string; children: preact.ComponentChildren }) {
    return (
        <fieldset class="along-choice" aria-keyshortcuts={hint}>
            <legend>
                {legend} <kbd>{hint}</kbd>
            </legend>
            {children}
        </fieldset>
    );
}

const saidOf = (along: Along, word: string): Offer | undefined => along.said.find((o) => o.do === word);

/* Doubling along is a promise that holds until the hand is decided. */
export function doubleSaid(along: Along): { do: string; [key: string]: unknown } | null {
    const offer = along.legal.find((o) => o.do === "with-double");
    return offer && !saidOf(along, "with-double")?.cents
        ? { do: "with-double", seat: along.seat, cents: offer.most }
        : null;
}

/* The next choice, after the present one, of how a bettor's chips follow a split; null where there is none. */
export function rideTurned(along: Along): { do: string; [key: string]: unknown } | null {
    const rides = along.legal.filter((o) => o.do === "with-split").map((o) => o.ride!);
    const now = rides.indexOf(saidOf(along, "with-split")?.ride ?? "");
    return rides.length ? { do: "with-split", seat: along.seat, ride: rides[(now + 1) % rides.length] } : null;
}

export function AlongChoices({ along, stake, onSay }: { along: Along; stake: number; onSay: Say }) {
    const box = placeBox(along.seat);
    const double = along.legal.find((o) => o.do === "with-double");
    const rides = along.legal.filter((o) => o.do === "with-split");
    const added = saidOf(along, "with-double")?.cents ?? 0,
        ride = saidOf(along, "with-split")?.ride;
    return (
        <div class="along" role="group" aria-label={message("BEHIND_YOUR_BET_BEHIND_BOX", { box })}>
            {double && (
                <Choice legend={message("BEHIND_IF_BOX_DOUBLES", { box })} hint="D">
                    <button
                        type="button"
                        class="tool"
                        aria-pressed={added > 0}
                        disabled={added > 0}
                        onClick={() => onSay(doubleSaid(along)!)}
                    >
                        {added > 0
                            ? message("BEHIND_I_DOUBLE_ALONG", { money: dollars(added) })
                            : message("BEHIND_DOUBLE_ALONG", { money: dollars(double.most ?? 0) })}
                    </button>
                </Choice>
            )}
            {rides.length > 0 && (
                <Choice legend={message("BEHIND_IF_IT_SPLITS_MY")} hint="P">
                    {rides.map((offer) => (
                        <button
                            key={offer.ride}
                            type="button"
                            class="tool"
                            aria-pressed={offer.ride === ride}
                            onClick={() => onSay({ do: "with-split", seat: along.seat, ride: offer.ride })}
                        >
                            {message(RIDES[offer.ride!], { money: dollars(stake) })}
                        </button>
                    ))}
                </Choice>
            )}
        </div>
    );
}

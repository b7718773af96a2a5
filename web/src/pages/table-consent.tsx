/* table-consent.tsx - a box holder allows or stops bets behind the box, and sees who asks: MBJ-13(a).1. */
import { personName } from "../parts/names";
import { behindBox, placeBox, type Table } from "../table/model";
import { listed, message } from "../words/catalogue";
import { rich } from "../words/rich";

type Say = (body: { do: string; [key: string]: unknown }) => void;

const names = (people: string[]): string => listed(people.map(personName));

/* The command that switches the consent of a box. */
export const consentTurned = (t: Table, seat: string): { do: string; [key: string]: unknown } => ({
    do: "share",
    seat,
    on: !t.shared[seat],
});

function BoxConsent({
    table: t,
    seat,
    several,
    hint,
    onSay,
}: {
    table: Table;
    seat: string;
    several: boolean;
    hint: boolean;
    onSay: Say;
}) {
    const open = Boolean(t.shared[seat]),
        asks = t.asks[seat];
    const behind = behindBox(t, placeBox(seat))
        .map((place) => t.seats[place])
        .filter(Boolean);
    return (
        <div class="consent-box" role="group" aria-label={message("CONSENT_BETS_BEHIND_BOX", { seat })}>
            <button
                type="button"
                class="tool consent-switch"
                role="switch"
                aria-checked={open}
                aria-keyshortcuts={hint ? "B" : undefined}
                onClick={() => onSay(consentTurned(t, seat))}
            >
                <span class="consent-knob" aria-hidden="true" />
                <span>
                    {several ? message("CONSENT_OTHERS_AT_BOX", { seat }) : message("CONSENT_OTHERS_MAY_BET_BEHIND")}
                </span>
                {hint && <kbd>B</kbd>}
            </button>
            {asks && (
                <span class="consent-asks">
                    {rich("CONSENT_ASKS_TO", { person: <b>{personName(asks)}</b> })}
                    <button
                        type="button"
                        class="tool"
                        onClick={() => onSay({ do: "share", seat, on: true })}
                        aria-label={message("CONSENT_YES_MAY_BET_BEHIND", { person: personName(asks), seat })}
                    >
                        {message("CONSENT_YES")}
                    </button>
                    <button
                        type="button"
                        class="tool"
                        onClick={() => onSay({ do: "share", seat, on: false })}
                        aria-label={message("CONSENT_NO_MAY_NOT_BET", { person: personName(asks), seat })}
                    >
                        {message("CONSENT_NO")}
                    </button>
                </span>
            )}
            {behind.length > 0 && (
                <span class="consent-behind">
                    {message(open ? "CONSENT_BETS_BEHIND_YOU" : "CONSENT_BETS_BEHIND_ROUND", {
                        people: names(behind),
                    })}
                </span>
            )}
        </div>
    );
}

/* One switch for each box of this player, where the rules of the table have several bettors. */
export function Consent({ table, boxes, onSay }: { table: Table; boxes: string[]; onSay: Say }) {
    if (table.layout.bettors < 2 || boxes.length === 0) return null;
    return (
        <div class="consent">
            {boxes.map((seat, i) => (
                <BoxConsent
                    key={seat}
                    table={table}
                    seat={seat}
                    several={boxes.length > 1}
                    hint={i === 0}
                    onSay={onSay}
                />
            ))}
        </div>
    );
}

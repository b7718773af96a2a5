/* more.tsx - a button that asks for more rows of a list. */
import { message } from "../words/catalogue";

export const SHOWN = 200; /* rows at first, and with each press */

export function More({ next, onMore }: { next: string | undefined; onMore: () => void }) {
    if (!next) return null;
    return (
        <p>
            <button type="button" class="tool more" onClick={onMore}>
                {message("LIST_MORE")}
            </button>
        </p>
    );
}

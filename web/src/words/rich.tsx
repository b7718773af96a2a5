/* rich.tsx - a message whose braces hold links and other elements. */
import { Fragment, type ComponentChildren } from "preact";
import { fill, message } from "./catalogue";

const MARK = "\u0001";

/* A text cannot hold elements, so a mark holds the place of each. */
export function rich(key: string, gaps: Record<string, ComponentChildren>): ComponentChildren {
    const names: string[] = [];
    const text = fill(message(key), (word) => {
        const value = gaps[word];
        if (typeof value !== "object") return String(value ?? "");
        names.push(word);
        return MARK;
    });
    return text.split(MARK).map((piece, i) => (
        <Fragment key={i}>
            {i > 0 && gaps[names[i - 1]]}
            {piece}
        </Fragment>
    ));
}

/* names.ts - the names of people and tables, for lists that have their ids. */
import { useEffect, useState } from "preact/hooks";
import { askPages } from "../net/api";
import type { People } from "../net/protocol";

const MOST = 2000; /* more people than that are shown by their ids */

export type Names = Record<string, string>;

export function useNames(): Names {
    const [names, setNames] = useState<Names>({});
    useEffect(() => {
        void askPages<People>("people", "people", MOST).then((answer) => {
            if (answer.ok)
                setNames(Object.fromEntries(answer.people.map((one) => [one.person, one.name || one.person])));
        });
    }, []);
    return names;
}

/* names.ts - names of tables and guests, and where the rules of a table are. */
import { message, named } from "../words/catalogue";

const titles = new Map(PROFILES.map((profile) => [profile.name, profile.title]));

/* A table without a name has the title of its rules. */
export function tableTitle(title: string | undefined, rules: string | undefined, id: string): string {
    if (title && title !== rules && title !== id) return title;
    const known = titles.get(rules ?? "");
    return known ? named(known) : (title ?? id);
}

/* "guest-834db1c2" is "Guest 834d" to others. */
export const personName = (id: string): string => {
    const guest = /^(guest|walkin)-(.+)$/.exec(id);
    return guest ? message(guest[1] === "guest" ? "NAMES_GUEST" : "NAMES_WALK_IN", { id: guest[2].slice(0, 4) }) : id;
};

/* The notice of the rules as a table has them, with what it changes in a submission. */
export const rulesPath = (rules: string, settings?: string) =>
    `/rules/${rules}${settings ? `?set=${encodeURIComponent(settings)}` : ""}`;

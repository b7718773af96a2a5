/* rows.ts - types of the house's answers to the cage. */
import type { PersonRow as Customer } from "../net/protocol";

export type { CageRow, GamingDay, PersonRow as Customer, Visit } from "../net/protocol";

export const nameOf = ({ person, name }: Pick<Customer, "person" | "name">): string =>
    name && name !== person ? `${name} (${person})` : person;

/* numbers.ts - commands are numbered, so that none is done twice. */

let lastNumber = 0;

/* Ascending, and above everything that another page of this session has sent before. */
export function nextNumber(): number {
    lastNumber = Math.max(lastNumber + 1, Date.now() * 1000);
    return lastNumber;
}

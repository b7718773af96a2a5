/* square.ts - the squares of a QR code. It is a module of ours so that, like every part that is loaded later, it begins with the
 * one file of the first bet (build.mjs): a package by itself would cut pieces out of that file. */
export { encode } from "uqr";

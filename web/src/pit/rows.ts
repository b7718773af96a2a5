/* rows.ts - types of the house's answers to the pit. */
export type { AlarmRow as Alarm, Approval, PitRow as TableRow, WinRow } from "../net/protocol";

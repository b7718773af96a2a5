/* rows.ts - what the house tells the pit. */
export type { AlarmRow as Alarm, Approval, PitRow as TableRow, WinRow } from "../net/protocol";

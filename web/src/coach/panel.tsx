import type { TableStore } from "../table/store";
export function CoachPanel({ store }: { store: TableStore }) {
    return <p class="dim">{store.table.id}</p>;
}

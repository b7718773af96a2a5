/* surveillance.tsx - those who watch: one search, rounds as a strip, bookmarks, dealers' errors, bets against the count. */
import { useEffect, useState } from "preact/hooks";
import { askPages } from "../net/api";
import type { LobbyRow } from "../net/protocol";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { has, useSession } from "../parts/session";
import { Stranger } from "../parts/stranger";
import { bookmarks, dropBookmark, placeOfRecord, type Bookmark } from "../surveillance/bookmarks";
import { Review } from "../surveillance/review";
import { Rounds } from "../surveillance/rounds";
import { Search } from "../surveillance/search";

function Bookmarks({ list, onChange }: { list: Bookmark[]; onChange: () => void }) {
    return (
        <section class="panel bookmarks" aria-label="Bookmarks">
            <h2>Bookmarks</h2>
            {list.length === 0 && <p class="dim">None yet. B keeps the round that is shown, in this browser.</p>}
            <ul>
                {list.map((one) => (
                    <li key={`${one.table} ${one.round} ${one.seq}`} class="row">
                        <a href={placeOfRecord(one.table, one.round, one.seq)}>
                            {one.table}, round {one.round}
                            {one.seq ? `, record ${one.seq}` : ""}
                        </a>
                        <button
                            type="button"
                            class="tool"
                            onClick={() => {
                                dropBookmark(one);
                                onChange();
                            }}
                        >
                            Remove
                        </button>
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function SurveillancePage() {
    const { me, ready } = useSession();
    const watches = has(me, "supervisor", "executive", "auditor", "surveillance");
    const [tables, setTables] = useState<string[]>([]);
    const [kept, setKept] = useState(bookmarks);
    useTitle("Surveillance");
    useEffect(() => {
        if (!watches) return;
        void askPages<{ tables: LobbyRow[]; next?: string }>("lobby", "tables", Infinity).then((answer) => {
            if (answer.ok) setTables(answer.tables.map((row) => row.table));
        });
    }, [watches]);
    const again = () => setKept(bookmarks());
    if (ready && !watches)
        return (
            <Stranger
                bar="Surveillance"
                to="/surveillance"
                title="This page is for surveillance, auditors and the floor."
            />
        );
    return (
        <>
            <Bar title="Surveillance" />
            <main class="page broad">
                <h1 class="unseen">Surveillance</h1>
                {watches && (
                    <>
                        {has(me, "executive", "auditor", "surveillance") && <Search />}
                        {tables.length > 0 && <Rounds tables={tables} onKeep={again} />}
                        <Bookmarks list={kept} onChange={again} />
                        <Review />
                    </>
                )}
            </main>
        </>
    );
}

// Lists the tables of the lobby; programs use the rest of the interface.
"use strict";

async function showTables() {
    const list = document.getElementById("tables");
    try {
        const answer = await (await fetch("/api/lobby")).json();
        list.replaceChildren(...(answer.tables || []).map((table) => {
            const item = document.createElement("li");
            item.textContent = `${table.title || table.table}`;
            return item;
        }));
    } catch {
        list.textContent = "The tables could not be read.";
    }
}

showTables();

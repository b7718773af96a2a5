/* chart.tsx - the chart; a pressed cell shows what every action is worth. The tab key stops once, and the arrow keys move from cell
 * to cell. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Settings } from "../../../bindings/wasm/index.js";
import type { Chart, Hand, Kind, Strategy } from "../../../bindings/wasm/types.js";
import { Values } from "../coach/values";
import { odds as asker, problemOf } from "./ask";
import { cardsOfColumn, cardsOfRow } from "./hands";
import { message, named } from "../words/catalogue";

const PARTS: [keyof Chart, string, one: string][] = [
    ["hard", "CHART_HARD_HANDS", "CHART_HARD"],
    ["soft", "COACH_SOFT_HANDS", "CHART_SOFT"],
    ["pairs", "COACH_PAIRS", "CHART_PAIR_OF"],
];

interface Opened {
    title: string;
    cards: string[];
    up: string[];
}

function freeCell(strategy: Strategy, part: keyof Chart, row: string, cell: string): boolean {
    if (part === "hard") return cell.startsWith("D") && strategy.house_pays.hard_doubles.includes(Number(row));
    return part === "pairs" && cell.startsWith("P") && strategy.house_pays.pairs.includes(row);
}

const STEPS: Record<string, [down: number, right: number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
};

/* Moves the focus over all tables of a chart, as if they were one. */
function move(box: HTMLElement, event: KeyboardEvent) {
    const step = STEPS[event.key];
    const from = (event.target as Element).closest<HTMLButtonElement>(".cell button");
    if (!step || !from) return;
    const rows = [...box.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("button")]);
    const y = rows.findIndex((row) => row.includes(from));
    const to = rows[y + step[0]]?.[rows[y].indexOf(from) + step[1]];
    event.preventDefault();
    to?.focus();
}

/* The tab key comes back to the cell that had the focus last. */
function stopAt(box: HTMLElement, cell: Element) {
    if (cell.tagName !== "BUTTON") return;
    for (const other of box.querySelectorAll<HTMLButtonElement>('button[tabindex="0"]')) other.tabIndex = -1;
    (cell as HTMLButtonElement).tabIndex = 0;
}

interface Props {
    strategy: Strategy;
    kind: Kind;
    name: string;
    settings: Settings;
}

export function ChartTables({ strategy, kind, name, settings }: Props) {
    const box = useRef<HTMLDivElement>(null);
    const [opened, setOpened] = useState<Opened | null>(null);
    const chart = strategy.charts[kind];
    if (!chart) return null;
    const said = (cell: string) => named(strategy.legend[cell] ?? cell);
    return (
        <div
            class="scroll"
            tabIndex={0}
            role="region"
            aria-label={kind === "free" ? message("CHART_CHART_OF_HANDS_ON") : message("ODDS_CHART")}
        >
            <p class="dim">{message("ODDS_PRESS_A_CELL_OR")}</p>
            <div
                class="charts"
                ref={box}
                onKeyDown={(e) => move(box.current!, e)}
                onFocusIn={(e) => stopAt(box.current!, e.target as Element)}
            >
                {PARTS.map(([part, title, one]) => (
                    <table class="chart" key={part}>
                        <caption>{message(title)}</caption>
                        <thead>
                            <tr>
                                <th scope="col">
                                    <span class="unseen">{message("CHART_HAND")}</span>
                                </th>
                                {strategy.columns.map((up) => (
                                    <th scope="col" key={up}>
                                        {up}
                                    </th>
                                ))}
                            </tr>
                        </thead>
                        <tbody>
                            {Object.entries(chart[part]).map(([row, cells], y) => (
                                <tr key={row}>
                                    <th scope="row">{row}</th>
                                    {cells.map((cell, x) => {
                                        const against = message(one, { row, up: strategy.columns[x] });
                                        return (
                                            <td
                                                key={x}
                                                class={`cell cell-${cell} ${freeCell(strategy, part, row, cell) ? "is-free" : ""}`}
                                            >
                                                <button
                                                    type="button"
                                                    tabIndex={part === "hard" && y === 0 && x === 0 ? 0 : -1}
                                                    title={said(cell)}
                                                    aria-haspopup="dialog"
                                                    aria-label={`${against}: ${cell}, ${said(cell)}`}
                                                    onClick={() =>
                                                        setOpened({
                                                            title: against,
                                                            cards: cardsOfRow(part, row),
                                                            up: cardsOfColumn(strategy.columns[x], strategy.open),
                                                        })
                                                    }
                                                >
                                                    {cell}
                                                </button>
                                            </td>
                                        );
                                    })}
                                </tr>
                            ))}
                        </tbody>
                    </table>
                ))}
            </div>
            <p class="dim">
                {message("CHART_A_GOLD_FRAME_THE", {
                    legend: Object.entries(strategy.legend)
                        .map(([cell, text]) => `${cell}: ${named(text)}`)
                        .join(" · "),
                })}
            </p>
            {opened && (
                <CellDialog
                    opened={opened}
                    kind={kind}
                    name={name}
                    settings={settings}
                    onClose={() => setOpened(null)}
                />
            )}
        </div>
    );
}

/* What every action of the cell's hand is worth. The dialog does not become higher when the values come. */
function CellDialog({
    opened,
    kind,
    name,
    settings,
    onClose,
}: Omit<Props, "strategy"> & { opened: Opened; onClose: () => void }) {
    const box = useRef<HTMLDialogElement>(null);
    const [hand, setHand] = useState<Hand | null>(null);
    const [why, setWhy] = useState("");
    useEffect(() => {
        const node = box.current!;
        node.showModal();
        let here = true;
        asker()
            .ask(name, settings, "hand", [opened.cards.join(" "), opened.up.join(" "), { kind }])
            .then(
                (found) => here && setHand(found),
                (error) => here && setWhy(problemOf(error)),
            );
        return () => {
            here = false;
            node.close(); /* the focus goes back to the cell */
        };
    }, []);
    const actions = hand ? [...hand.actions].sort((a, b) => b.value - a.value) : [];
    return (
        <dialog
            ref={box}
            class="cell-values"
            aria-labelledby="cell-title"
            onCancel={(e) => {
                e.preventDefault();
                onClose();
            }}
            onClick={(e) => e.target === box.current && onClose()}
        >
            <h2 id="cell-title">{opened.title}</h2>
            <p class="dim">
                {message(kind === "free" ? "CHART_WITH_FREE" : "CHART_WITH_AGAINST", {
                    cards: opened.cards.join(" "),
                    up: opened.up.join(" "),
                })}{" "}
                {message("ODDS_WORTH_PER_UNIT_OF")}
            </p>
            <div class="cell-room" role="status" aria-busy={!hand && !why}>
                {why && <p class="bad">{why}</p>}
                {!hand && !why && <p class="dim">{message("COACH_WORKING_IT_OUT")}</p>}
                {actions.length > 0 && <Values answer={{ actions, best: actions[0] }} />}
            </div>
            <p>
                <button type="button" class="tool" autofocus onClick={onClose}>
                    {message("CHART_CLOSE")}
                </button>
            </p>
        </dialog>
    );
}

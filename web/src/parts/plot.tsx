/* plot.tsx - plots by uPlot, in the colours of the room. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import { oneIn } from "../odds/words";

const colour = (name: string) => () => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const INK = colour("--ink");
const LINE = colour("--line");
const GOLD = colour("--plot");

const axis = { stroke: INK, grid: { stroke: LINE, width: 1 }, ticks: { stroke: LINE } };

/* A plot as wide as its container, redrawn when that changes. */
export function Plot({
    options,
    data,
    label,
}: {
    options: (width: number) => uPlot.Options;
    data: uPlot.AlignedData;
    label: string;
}) {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const node = box.current!;
        let plot: uPlot | null = null;
        const draw = () => {
            const width = Math.max(240, Math.floor(node.clientWidth));
            if (plot) plot.setSize({ width, height: plot.height });
            else plot = new uPlot(options(width), data, node);
        };
        draw();
        const watch = new ResizeObserver(draw);
        watch.observe(node);
        return () => {
            watch.disconnect();
            plot?.destroy();
        };
    }, [data]);
    return <div class="plot" ref={box} role="img" aria-label={label} />;
}

/* One bar for each name. */
export function BarsPlot({
    names,
    values,
    label,
    log,
}: {
    names: string[];
    values: number[];
    label: string;
    log?: boolean;
}) {
    const least = Math.min(...values.filter((value) => value > 0));
    const shown = values.map((value) => (log && value <= 0 ? null : value));
    const data = useMemo<uPlot.AlignedData>(() => [names.map((_, i) => i), shown], [JSON.stringify([names, values])]);
    const powers = Array.from({ length: Math.ceil(-Math.log10(least || 1e-6)) + 1 }, (_, i) => 10 ** -i).reverse();
    const options = (width: number): uPlot.Options => ({
        width,
        height: 210,
        legend: { show: false },
        cursor: { show: false },
        scales: {
            x: { time: false, range: [-0.6, names.length - 0.4] },
            y: log
                ? { distr: 3, range: [10 ** Math.floor(Math.log10(least || 1e-6)) / 2, 3] }
                : { range: (_u, _min, max) => [0, max * 1.1] },
        },
        axes: [
            {
                ...axis,
                splits: () => names.map((_, i) => i),
                values: (_u, splits) =>
                    splits.map((i) => (names[i] ?? "").slice(0, Math.max(4, Math.floor(width / names.length / 8)))),
            },
            {
                ...axis,
                size: log ? 104 : 70,
                ...(log ? { splits: () => powers } : {}),
                values: (_u, splits) => splits.map((v) => (v === null ? "" : log ? oneIn(v) : v.toPrecision(2))),
            },
        ],
        series: [
            {},
            {
                fill: GOLD,
                stroke: GOLD,
                width: 0,
                paths: uPlot.paths.bars!({ size: [0.6, 60] }),
                points: { show: false },
            },
        ],
        hooks: log ? { draw: [(u) => drawOften(u, values)] } : {},
    });
    return <Plot options={options} data={data} label={label} />;
}

/* Writes over each bar how often its result occurs, where there is room. */
function drawOften(u: uPlot, values: number[]) {
    const ctx = u.ctx;
    const room = u.bbox.width / values.length;
    ctx.save();
    ctx.fillStyle = INK();
    ctx.textAlign = "center";
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    values.forEach((value, i) => {
        const text = oneIn(value);
        if (value <= 0 || ctx.measureText(text).width > room) return;
        ctx.fillText(text, u.valToPos(i, "x", true), u.valToPos(value, "y", true) - 5 * devicePixelRatio);
    });
    ctx.restore();
}

/* What was won beside what theory expects, with the band that holds the win 19 times of 20. */
export function BandPlot({
    names,
    values,
    middle,
    low,
    high,
    label,
}: {
    names: string[];
    values: number[];
    middle: number[];
    low: number[];
    high: number[];
    label: string;
}) {
    const data: uPlot.AlignedData = [names.map((_, i) => i), low, high, middle, values];
    const money = (v: number | null) => (v === null ? "" : `$${Math.round(v / 100).toLocaleString("en-US")}`);
    const options = (width: number): uPlot.Options => ({
        width,
        height: 280,
        cursor: { points: { size: 7 } },
        scales: { x: { time: false, range: [-0.6, names.length - 0.4] } },
        axes: [
            {
                ...axis,
                splits: () => names.map((_, i) => i),
                values: (_u, splits) =>
                    splits.map((i) => (names[i] ?? "").slice(0, Math.max(5, Math.floor(width / names.length / 8)))),
            },
            { ...axis, size: 80, values: (_u, splits) => splits.map(money) },
        ],
        series: [
            { label: "table", value: (_u, i) => names[i] ?? "" },
            {
                label: "least",
                stroke: "#6aa38a",
                width: 1,
                points: { show: true, size: 6 },
                paths: () => null,
                value: (_u, v) => money(v),
            },
            {
                label: "most",
                stroke: "#6aa38a",
                width: 1,
                points: { show: true, size: 6 },
                paths: () => null,
                value: (_u, v) => money(v),
            },
            {
                label: "theory",
                stroke: INK,
                width: 2,
                points: { show: true, size: 8 },
                paths: () => null,
                value: (_u, v) => money(v),
            },
            {
                label: "win",
                stroke: GOLD,
                width: 2,
                points: { show: true, size: 12, fill: GOLD },
                paths: () => null,
                value: (_u, v) => money(v),
            },
        ],
        bands: [{ series: [2, 1], fill: "#f2c94b22" }],
        hooks: { draw: [(u) => drawBands(u, low, high)] },
    });
    return <Plot options={options} data={data} label={label} />;
}

/* A line from the minimum to the maximum for each entry. */
function drawBands(u: uPlot, low: number[], high: number[]) {
    const ctx = u.ctx;
    ctx.save();
    ctx.strokeStyle = "#6aa38a";
    ctx.lineWidth = 3 * devicePixelRatio;
    for (let i = 0; i < low.length; i++) {
        const x = u.valToPos(i, "x", true);
        ctx.beginPath();
        ctx.moveTo(x, u.valToPos(low[i], "y", true));
        ctx.lineTo(x, u.valToPos(high[i], "y", true));
        ctx.stroke();
    }
    ctx.restore();
}

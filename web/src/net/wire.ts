/* wire.ts - the WebSocket: requests at a table, and what happens there in numbered messages.
 *
 * A lost connection is made again, and every watched table continues after the last number that was seen. An unanswered
 * command is sent again under its number only if the table has not changed; the server carries out each number once.
 *
 * A connection can fall silent without being closed. So the page asks the house for a sign of life when it has been
 * silent for a while; without an answer the connection counts as lost, and the page may be out of date.
 *
 * A table can pass to another server of the house. This server then says that the table moved, and a new watch finds
 * it: here again, at another address, or nowhere until a server has taken it over. */
import { nextNumber } from "./numbers";
import type { Answer, Refusal } from "./api";
import type { Along, Event as TableEvent, Message, Offer, Snapshot, Turn } from "./protocol";
import { message } from "../words/catalogue";
import { refusalText } from "../words/refusal";

export type { Along, Message, Offer, Snapshot, TableEvent, Turn };

export type Status = "connecting" | "open" | "lost" | "unsupported";

/* A message of a table, or the house's refusal to send it. `moved` is true until a server is found that runs the table;
 * `elsewhere` is that server's address, where it is another one. */
export type Heard = Message & { refused?: Refusal; own?: boolean; moved?: boolean; elsewhere?: string };

interface Pending {
    body: Record<string, unknown>;
    table: string;
    seqWhenSent: number;
    sentOn: WebSocket | null; /* null: it waits for the connection */
    settle: (answer: Answer<Record<string, unknown>>) => void;
}

interface Watch {
    seq: number;
    hear: (message: Heard) => void;
}

const HOUSE = ""; /* in the place of a table */

/* Refusals that do not end a watch. */
const ELSEWHERE = 421;
const LATER = 503;
const RETRY_MS = [200, 500, 1000, 2000, 4000];
/* The page notices a lost connection after at most QUIET + ANSWER and twice CHECK, less than 6 s. */
const QUIET_MS = 1500; /* then the page asks for a sign of life */
const ANSWER_MS = 3000; /* then the connection is lost */
const CHECK_MS = 500;
const CONNECT_MS = 5000; /* for a connection to be made */
const TAKEN_OVER_MS = 500; /* until the page asks again for a table without a server */
const SLEPT_MS = 4 * CHECK_MS; /* the machine slept, or the page was hidden: the connection may be fine */

export class Wire {
    status: Status = "connecting";
    private socket: WebSocket | null = null;
    private elder: WebSocket | null = null; /* the connection from before the sign-in */
    private renewing = false; /* the same page under another name: commands wait for the new connection */
    private pending = new Map<number, Pending>();
    private watches = new Map<string, Watch>();
    private listeners = new Set<(status: Status) => void>();
    private tries = 0;
    private timer = 0;
    private closed = false;
    private heard = 0; /* when the house last sent something */
    private asked = 0; /* when the page asked for a sign of life; 0: not since it last heard from the house */
    private began = 0; /* when the connection was begun */
    private checked = 0;
    private pulse = 0;

    constructor() {
        if (typeof WebSocket === "undefined") this.set("unsupported");
        else this.connect();
        this.pulse = window.setInterval(() => this.check(), CHECK_MS);
        addEventListener("online", this.hurry);
        document.addEventListener("visibilitychange", this.hurry);
    }

    private hurry = () => {
        if (this.status === "lost" && document.visibilityState === "visible") this.connect();
    };

    private set(status: Status) {
        this.status = status;
        for (const listener of this.listeners) listener(status);
    }

    onStatus(listener: (status: Status) => void): () => void {
        this.listeners.add(listener);
        listener(this.status);
        return () => this.listeners.delete(listener);
    }

    close() {
        this.closed = true;
        this.status = "lost";
        clearTimeout(this.timer);
        clearInterval(this.pulse);
        removeEventListener("online", this.hurry);
        document.removeEventListener("visibilitychange", this.hurry);
        this.elder?.close();
        this.socket?.close();
    }

    /* Goes on as the person who has just signed in, and connects again where the house has not put this connection under
     * that name. Tables stay on the page until they are sent again. */
    renew(joined = false) {
        if (joined && this.status === "open") {
            for (const table of this.watches.keys()) this.sendWatch(table, 0);
            return;
        }
        this.elder?.close();
        this.elder = this.socket;
        this.socket = null;
        this.renewing = true;
        for (const watch of this.watches.values()) watch.seq = 0;
        if (this.elder) this.lookThrough(this.elder);
        this.set("connecting");
        this.connect();
    }

    /* The earlier connection shows tables until the new one is made, so that a player can already decide at them. */
    private lookThrough(elder: WebSocket) {
        const watch = () => {
            for (const table of this.watches.keys())
                elder.send(JSON.stringify({ do: "watch", table, n: nextNumber() }));
        };
        elder.onclose = null;
        elder.onopen = watch;
        elder.onmessage = (event) => {
            const message = JSON.parse(event.data);
            if (message.snapshot && elder === this.elder) this.watches.get(message.table)?.hear(message);
        };
    }

    /* Whether a command can be given now. */
    get takes(): boolean {
        return this.status === "open" || this.renewing;
    }

    private connect() {
        clearTimeout(this.timer);
        if (
            this.closed ||
            this.socket?.readyState === WebSocket.CONNECTING ||
            this.socket?.readyState === WebSocket.OPEN
        )
            return;
        const first = lammerEarly.socket;
        lammerEarly.socket = null;
        const socket = first && first.readyState <= WebSocket.OPEN ? first : lammerEarly.connect();
        this.socket = socket;
        this.began = performance.now();
        socket.onopen = () => this.opened();
        socket.onmessage = (event) => this.receive(JSON.parse(event.data));
        socket.onclose = () => {
            if (this.socket === socket) this.lost();
        };
        if (socket.readyState === WebSocket.OPEN) this.opened();
    }

    private opened() {
        this.elder?.close();
        this.elder = null;
        this.tries = 0;
        this.heard = performance.now();
        this.asked = 0;
        this.set("open");
        for (const [table, watch] of this.watches) this.sendWatch(table, watch.seq);
        if (this.renewing) for (const [n, pending] of this.pending) if (!pending.sentOn) this.deliver(n, pending);
        this.renewing = false;
    }

    private deliver(n: number, pending: Pending) {
        pending.sentOn = this.socket;
        this.socket?.send(JSON.stringify({ ...pending.body, n }));
    }

    private lost() {
        this.socket = null;
        this.renewing = false;
        this.endQuestions();
        if (this.closed) return;
        this.set("lost");
        const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
        this.timer = window.setTimeout(() => this.connect(), wait);
    }

    /* Asks a quiet house for a sign of life, and gives the connection up without an answer. */
    private check() {
        const now = performance.now(),
            slept = now - this.checked > SLEPT_MS;
        this.checked = now;
        if (document.hidden || slept) Object.assign(this, { heard: now - QUIET_MS, asked: 0, began: now });
        else if (this.socket?.readyState === WebSocket.CONNECTING && now - this.began > CONNECT_MS) this.giveUp();
        else if (this.status === "open" && this.asked && now - this.asked > ANSWER_MS) this.giveUp();
        if (this.status !== "open" || document.hidden || this.asked || now - this.heard < QUIET_MS) return;
        this.asked = now;
        this.socket?.send(JSON.stringify({ do: "beat" }));
    }

    /* Abandons a silent connection; anything that still arrives on it is ignored. */
    private giveUp() {
        const socket = this.socket;
        if (socket) Object.assign(socket, { onopen: null, onmessage: null, onclose: null });
        socket?.close();
        this.lost();
    }

    private receive(message: any) {
        this.heard = performance.now();
        this.asked = 0;
        if (message.moved) {
            this.watches.get(message.table)?.hear({ ...message, seq: 0 });
            this.watchAgain(message.table);
        } else if (message.own) {
            const watch = this.watches.get(message.table);
            watch?.hear({ ...message, seq: watch.seq });
        } else if (message.table !== undefined && message.seq !== undefined && message.ok === undefined) {
            const watch = this.watches.get(message.table);
            if (!watch) return;
            watch.seq = message.seq;
            watch.hear(message);
        } else if (typeof message.n === "number") {
            const pending = this.pending.get(message.n);
            this.pending.delete(message.n);
            if (message.ok !== false) pending?.settle(message);
            else void refusalText(message).then((why) => pending?.settle({ ...message, why }));
        }
    }

    /* After a reconnection: repeats unanswered commands, or tells their senders that it may be too late. */
    private takeUp(table: string, seq: number) {
        for (const [n, pending] of [...this.pending]) {
            if (pending.table !== table || pending.body.do === "watch" || pending.sentOn === this.socket) continue;
            if (seq === pending.seqWhenSent) this.deliver(n, pending);
            else {
                this.pending.delete(n);
                pending.settle({
                    ok: false,
                    status: 0,
                    why: message("NET_THE_CONNECTION_WAS_LOST"),
                });
            }
        }
    }

    private sendWatch(table: string, from: number) {
        const n = nextNumber();
        const body = { do: "watch", table, ...(from > 0 ? { from } : {}) };
        this.pending.set(n, {
            body,
            table,
            seqWhenSent: from,
            sentOn: this.socket,
            settle: (answer) => this.watched(table, answer as Answer<{ seq: number }>),
        });
        this.socket?.send(JSON.stringify({ ...body, n }));
    }

    private watched(table: string, answer: Answer<{ seq: number }>) {
        const watch = this.watches.get(table);
        if (answer.ok) {
            watch?.hear({ table, seq: answer.seq, moved: false });
            this.takeUp(table, answer.seq);
        } else if (answer.status === ELSEWHERE && answer.elsewhere)
            watch?.hear({ table, seq: 0, moved: true, elsewhere: answer.elsewhere });
        else if (answer.status === LATER) setTimeout(() => this.watchAgain(table), TAKEN_OVER_MS);
        else watch?.hear({ table, seq: 0, refused: answer });
    }

    private watchAgain(table: string) {
        const watch = this.watches.get(table);
        if (watch && this.status === "open") this.sendWatch(table, watch.seq);
    }

    watch(table: string, hear: (message: Heard) => void): () => void {
        this.watches.set(table, { seq: 0, hear });
        if (this.status === "open") this.sendWatch(table, 0);
        return () => {
            this.watches.delete(table);
            if (this.status === "open") void this.send({ do: "unwatch", table });
        };
    }

    /* Questions to the house are asked of one connection, and end with it. */
    private endQuestions() {
        for (const [n, pending] of [...this.pending]) {
            if (pending.table !== HOUSE || !pending.sentOn) continue;
            this.pending.delete(n);
            pending.settle({ ok: false, status: 0, why: message("NET_THE_CONNECTION_WAS_LOST") });
        }
    }

    /* A command at a table, or without "table" a question to the house. */
    send<T = Record<string, unknown>>(body: {
        do: string;
        table?: string;
        [key: string]: unknown;
    }): Promise<Answer<T>> {
        if (!this.takes || !this.socket)
            return Promise.resolve({
                ok: false,
                status: 0,
                why: message("NET_THERE_IS_NO_CONNECTION"),
            });
        const n = nextNumber();
        return new Promise((settle) => {
            const pending: Pending = {
                body,
                table: body.table ?? HOUSE,
                seqWhenSent: this.watches.get(body.table ?? HOUSE)?.seq ?? 0,
                sentOn: null,
                settle: settle as Pending["settle"],
            };
            this.pending.set(n, pending);
            if (this.status === "open") this.deliver(n, pending);
        });
    }
}

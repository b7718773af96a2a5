/* api.ts - one request over HTTP and its answer: lobby, people, reports. What happens at a table goes over wire.ts. */
import { nextNumber } from "./numbers";

export interface Refusal {
    ok: false;
    status: number;
    why: string;
    clause?: string;
    elsewhere?: string;
    retry_ms?: number;
}
export type Answer<T> = ({ ok: true } & T) | Refusal;

export interface Me {
    person: string;
    name: string;
    roles: string[];
    stale?: boolean;
    csrf?: string;
    play_cents?: number;
    real_cents?: number;
}

let csrf = "";

async function read<T>(reply: Response): Promise<Answer<T>> {
    const body = await reply.json().catch(() => null);
    if (!body || typeof body !== "object") return { ok: false, status: reply.status, why: "The server gave no answer that this page understands." };
    if (reply.ok && body.ok !== false) return { ...body, ok: true };
    return { ...body, ok: false, status: body.status ?? reply.status, why: body.why ?? "The server said no." };
}

function unreachable(): Refusal {
    return { ok: false, status: 0, why: "The server cannot be reached. Check the connection and try again." };
}

/* The token that protects this session's requests; asked for again after signing in. */
export async function refreshSession(): Promise<boolean> {
    try {
        const reply = await fetch("/session", { cache: "no-store" });
        const body = await reply.json();
        csrf = body.csrf ?? "";
        return Boolean(body.session);
    } catch {
        return false;
    }
}

export async function ask<T = Record<string, unknown>>(word: string, query: Record<string, string | number | boolean> = {}): Promise<Answer<T>> {
    const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
    try {
        return await read<T>(await fetch(`/api/${word}${text ? `?${text}` : ""}`, { cache: "no-store" }));
    } catch {
        return unreachable();
    }
}

export async function post<T = Record<string, unknown>>(word: string, body: object = {}): Promise<Answer<T>> {
    try {
        const reply = await fetch(`/api/${word}`, {
            method: "POST",
            headers: { "Content-Type": "application/json", "X-Lammer-Csrf": csrf },
            body: JSON.stringify(body),
        });
        const answer = await read<T & { csrf?: string }>(reply);
        if (answer.ok && answer.csrf) csrf = answer.csrf;
        return answer as Answer<T>;
    } catch {
        return unreachable();
    }
}

const TRIES = 4;
const unanswered = new Map<string, number>(); /* deeds whose fate is not known, with their numbers */

/* A deed that is done once: numbered, and sent again under its number where no answer came, also when somebody asks for the same again
 * later. `repeated`: an earlier one of these had arrived, and its answer was lost. */
export async function postOnce<T = Record<string, unknown>>(word: string, body: object): Promise<Answer<T & { repeated?: boolean }>> {
    const deed = word + JSON.stringify(body), n = unanswered.get(deed) ?? nextNumber();
    unanswered.set(deed, n);
    for (let tries = 1; ; tries++) {
        const answer = await post<T & { repeated?: boolean }>(word, { ...body, n });
        if (answer.ok || answer.status !== 0) unanswered.delete(deed);
        if (answer.ok || answer.status !== 0 || tries === TRIES) return answer;
        await new Promise((again) => setTimeout(again, 300 * 2 ** tries));
    }
}

export async function whoAmI(): Promise<Me | null> {
    await refreshSession();
    const answer = await post<Me>("who-am-i");
    if (!answer.ok || !answer.person) return null;
    return answer;
}

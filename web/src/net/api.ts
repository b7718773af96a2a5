/* api.ts - one request over HTTP and its answer: lobby, people, reports. What happens at a table goes over wire.ts. */
import { nextNumber } from "./numbers";
import type { Refused, Session } from "./protocol";
import { message } from "../words/catalogue";
import { refusalText } from "../words/refusal";

export type Refusal = Refused & { ok: false };
export type Answer<T> = ({ ok: true } & T) | Refusal;

/* The signed-in person, and the wallet balances if the page has asked for them. */
export type Me = Session & {
    name: string;
    play_cents?: number;
    real_cents?: number;
    joined?: boolean; /* this page's connection belongs to the person already */
};

let csrf = "";

async function read<T>(reply: Response): Promise<Answer<T>> {
    const body = await reply.json().catch(() => null);
    if (!body || typeof body !== "object")
        return { ok: false, status: reply.status, why: message("NET_THIS_PAGE_DOES_NOT") };
    if (reply.ok && body.ok !== false) return { ...body, ok: true };
    return {
        ...body,
        ok: false,
        status: body.status ?? reply.status,
        why: body.why ? await refusalText(body) : message("NET_THE_SERVER_REFUSED_THE"),
    };
}

function unreachable(): Refusal {
    return { ok: false, status: 0, why: message("NET_THE_SERVER_CANNOT_BE") };
}

/* The token that protects this session's requests; asked for again after signing in. */
export async function refreshSession(): Promise<boolean> {
    try {
        const reply = await fetch("/session"); /* never kept by browsers, but for the page that asked for it early */
        const body = await reply.json();
        csrf = body.csrf ?? "";
        return Boolean(body.session);
    } catch {
        return false;
    }
}

export async function ask<T = Record<string, unknown>>(
    word: string,
    query: Record<string, string | number | boolean> = {},
): Promise<Answer<T>> {
    const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
    try {
        return await read<T>(await fetch(`/api/${word}${text ? `?${text}` : ""}`));
    } catch {
        return unreachable();
    }
}

const ROWS = 200; /* of a page of a list */
const PAGES_MOST = 100; /* a page can be empty when the house had to search long */

/* The pages of a list, one after the other, until there are `most` rows; if more follow, "next" stays in the answer. */
export async function askPages<T extends { next?: string }>(
    word: string,
    list: keyof T,
    most: number,
    query: Record<string, string | number | boolean> = {},
): Promise<Answer<T>> {
    let whole = await ask<T>(word, { ...query, limit: Math.min(most, ROWS) });
    const rows = () => (whole as T)[list] as unknown[];
    for (let pages = 1; whole.ok && whole.next && rows().length < most && pages < PAGES_MOST; pages++) {
        const page = await ask<T>(word, { ...query, limit: ROWS, after: whole.next });
        if (!page.ok) return page;
        whole = { ...page, [list]: [...rows(), ...((page as T)[list] as unknown[])] };
    }
    return whole;
}

/* The name that this page gave itself, and the answer that its connection was found by it. */
const PAGE = "X-Lammer-Page";

export async function post<T = Record<string, unknown>>(
    word: string,
    body: object = {},
    signal?: AbortSignal,
): Promise<Answer<T>> {
    try {
        const reply = await fetch(`/api/${word}`, {
            method: "POST",
            headers: {
                "Content-Type": "application/json",
                "X-Lammer-Csrf": csrf,
                ...(word === "guest" ? { [PAGE]: lammerEarly.page } : {}),
            },
            body: JSON.stringify(body),
            signal,
        });
        const answer = await read<T & { csrf?: string; joined?: boolean }>(reply);
        if (reply.headers.has(PAGE)) Object.assign(answer, { joined: true });
        if (answer.ok && answer.csrf) csrf = answer.csrf;
        return answer as Answer<T>;
    } catch {
        return unreachable();
    }
}

const ANSWER_MS = 15000; /* then the request is sent again */
const AGAIN_MS = [600, 1200, 2400, 4000];
const UNKNOWN = "NET_THE_SESSION_ENDED_BEFORE";

/* Whether a refusal proves that nothing was done. A refusal by a stopping server does not; nor does a request for the
 * password, if an earlier attempt may have arrived. */
const isFinal = (refusal: Refusal, lost: boolean): boolean =>
    refusal.status >= 400 && refusal.status < 500 && !(lost && refusal.status === 401);

async function untilAnswered<T>(
    word: string,
    body: object,
    onLost: (why: string) => void,
): Promise<Answer<T & { repeated?: boolean }>> {
    const n = nextNumber(),
        session = csrf;
    for (let tries = 0; ; tries++) {
        const answer = await post<T & { repeated?: boolean }>(word, { ...body, n }, AbortSignal.timeout(ANSWER_MS));
        if (answer.ok || isFinal(answer, tries > 0)) return answer;
        onLost(answer.why);
        await new Promise((again) => setTimeout(again, AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)]));
        if (csrf !== session)
            return { ok: false, status: 0, why: message(UNKNOWN) }; /* the number belonged to the session that ended */
    }
}

let before: Promise<unknown> = Promise.resolve();

/* A command that must be done once: numbered, and repeated under its number until the server answers. One at a time,
 * because the house takes numbers in order. `repeated`: an earlier attempt had arrived, and its answer was lost. */
export function postOnce<T = Record<string, unknown>>(
    word: string,
    body: object,
    onLost: (why: string) => void = () => undefined,
): Promise<Answer<T & { repeated?: boolean }>> {
    const answer = before.then(() => untilAnswered<T>(word, body, onLost));
    before = answer;
    return answer;
}

export async function whoAmI(): Promise<Me | null> {
    if (!(await refreshSession())) return null;
    const answer = await post<Me>("who-am-i");
    if (!answer.ok || !answer.person) return null;
    return answer;
}

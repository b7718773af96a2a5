/* errands.tsx - the cashier's commands and their answers. An answer may come when another customer is at the counter:
 * it shows the name of its customer, and stays until the cashier closes it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { postOnce } from "../net/api";
import { timeText } from "../money/rows";
import { asSentence, HouseSays, type Said } from "../parts/house-says";
import { useSession } from "../parts/session";
import { dollars } from "../table/money";
import { nameOf, type Customer, type Visit } from "./rows";

export interface Errand {
    id: number;
    customer: Customer;
    what: string; /* "pay in $20" */
    by: string;
    lost?: string; /* why no answer came; the request is sent again */
    said?: Said; /* what is shown when it has ended */
    visit?: Visit;
    late?: boolean; /* another customer was at the counter by then */
}

export interface Order<T> {
    what: string;
    word: string;
    body: object;
    tell: (answer: T) => Said;
}

/* Resolves to true when the house has done it. */
export type Send = <T>(customer: Customer, order: Order<T>) => Promise<boolean>;

const DONE_ONCE = "This was done once; only the answer was lost. The history shows it";

export function useErrands(
    at: Customer | null,
    onEnd: () => void,
): { list: Errand[]; send: Send; close: (id: number) => void } {
    const { me } = useSession();
    const [list, setList] = useState<Errand[]>([]);
    const last = useRef(0);
    const now = useRef("");
    now.current = at?.person ?? "";
    const isPending = list.some((errand) => !errand.said);
    useEffect(
        () =>
            setList((all) =>
                all.filter((errand) => !errand.said || errand.late || errand.customer.person === at?.person),
            ),
        [at?.person],
    );
    useEffect(() => {
        if (!isPending) return undefined;
        const stay = (e: BeforeUnloadEvent) => e.preventDefault();
        addEventListener("beforeunload", stay);
        return () => removeEventListener("beforeunload", stay);
    }, [isPending]);
    const send = async <T,>(customer: Customer, order: Order<T>): Promise<boolean> => {
        const errand: Errand = { id: ++last.current, customer, what: order.what, by: me?.person ?? "" };
        const put = (change: Partial<Errand>, others: (one: Errand) => boolean) =>
            setList((all) => [{ ...errand, ...change }, ...all.filter((one) => one.id !== errand.id && others(one))]);
        put({}, () => true);
        const answer = await postOnce<T & Partial<Visit>>(
            order.word,
            { person: customer.person, ...order.body },
            (lost) => put({ lost }, () => true),
        );
        const said: Said = answer.ok
            ? answer.person
                ? order.tell(answer as T)
                : { text: DONE_ONCE }
            : { text: answer.why, clause: answer.clause, bad: true };
        const visit = answer.ok && answer.receipt ? (answer as unknown as Visit) : undefined;
        put(
            { said, visit, late: now.current !== customer.person },
            (one) => !one.said || one.customer.person !== customer.person,
        );
        onEnd();
        return answer.ok;
    };
    return { list, send, close: (id) => setList((all) => all.filter((errand) => errand.id !== id)) };
}

/* The page prints only the receipt with `isPrinted`. */
function Receipt({
    of,
    customer,
    by,
    isPrinted,
    onPrint,
}: {
    of: Visit;
    customer: Customer;
    by: string;
    isPrinted: boolean;
    onPrint: () => void;
}) {
    const facts: [string, string][] = [
        ["Customer", nameOf(customer)],
        [of.after >= of.before ? "Paid in" : "Paid out", dollars(of.cents)],
        ["In the wallet before", dollars(of.before)],
        ["In the wallet now", dollars(of.after)],
        ["Time", timeText(of.time_ms)],
        ["Cashier", by],
    ];
    return (
        <section class={`receipt limit ${isPrinted ? "is-printed" : ""}`} aria-label={`Receipt ${of.receipt}`}>
            <h3>Receipt {of.receipt}</h3>
            <dl class="facts">
                {facts.map(([name, value]) => (
                    <>
                        <dt>{name}</dt>
                        <dd>{value}</dd>
                    </>
                ))}
            </dl>
            {of.currency && <p class="unprinted">{/* say:must-report-cash */}This is cash that must be reported.</p>}
            <button type="button" class="tool" onClick={onPrint}>
                Print
            </button>
        </section>
    );
}

/* Refusals do not name the customer, so the page does if another customer is at the counter. */
const named = (errand: Errand, at: string): Said => ({
    ...errand.said!,
    text:
        errand.said!.bad && errand.customer.person !== at
            ? `${nameOf(errand.customer)}, ${errand.what}: ${errand.said!.text}`
            : errand.said!.text,
});

export function Errands({ list, at, onClose }: { list: Errand[]; at: string; onClose: (id: number) => void }) {
    const [chosen, setChosen] = useState(0);
    const ended = list.filter((errand) => errand.said),
        newest = ended[0];
    const waiting = list.filter((errand) => !errand.said && (errand.lost || errand.customer.person !== at));
    const visits = ended.filter((errand) => errand.visit);
    const printed = visits.some((errand) => errand.id === chosen) ? chosen : visits[0]?.id;
    const print = (id: number) => {
        setChosen(id);
        requestAnimationFrame(() => window.print());
    };
    return (
        <>
            <HouseSays said={newest ? named(newest, at) : null} />
            <div role="status">
                {waiting.map((errand) => (
                    <p key={errand.id} class="said said-waits">
                        {errand.lost
                            ? /* say:house-stopped-asked */ `${asSentence(errand.lost)} The page repeats the request until the house answers: `
                            : "On its way: "}
                        <b>
                            {errand.what}, {nameOf(errand.customer)}
                        </b>
                        .{errand.lost ? " However often it is sent, it is done once." : ""}
                    </p>
                ))}
            </div>
            <div class="errands">
                {ended.map((errand) => (
                    <div key={errand.id}>
                        {errand !== newest && !errand.visit && (
                            <p class={`said ${errand.said!.bad ? "said-bad" : ""}`}>
                                {asSentence(named(errand, at).text)}
                            </p>
                        )}
                        {errand.visit && (
                            <Receipt
                                of={errand.visit}
                                customer={errand.customer}
                                by={errand.by}
                                isPrinted={errand.id === printed}
                                onPrint={() => print(errand.id)}
                            />
                        )}
                        {errand.late && (
                            <p>
                                <button type="button" class="tool" onClick={() => onClose(errand.id)}>
                                    {/* say:put-away */}Put away what was for {nameOf(errand.customer)}
                                </button>
                            </p>
                        )}
                    </div>
                ))}
            </div>
        </>
    );
}

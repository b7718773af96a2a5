/* second-factor.tsx - the second factor of staff: set up with an authenticator, or removed. The QR code is drawn here, so
 * the secret goes to no other server; its library is loaded only then. */
import { useState } from "preact/hooks";
import { post, whoAmI } from "../net/api";
import type { FactorSecret, RecoveryCodes } from "../net/protocol";
import { HouseSays } from "../parts/house-says";
import { useSession } from "../parts/session";
import { message } from "../words/catalogue";

type Drawn = { path: string; size: number };
type Shown = FactorSecret & { drawn: Drawn };

function Field({ name, label, type = "text" }: { name: string; label: string; type?: string }) {
    return (
        <label>
            {message(label)}
            <input
                name={name}
                type={type}
                autocomplete={type === "password" ? "current-password" : "one-time-code"}
                autocapitalize="none"
                spellcheck={false}
                required
            />
        </label>
    );
}

/* The code as one path: each dark module is a unit square, with four light ones around them all. */
async function draw(uri: string): Promise<Drawn> {
    const { encode } = await import("./square");
    const { data, size } = encode(uri, { ecc: "M", border: 4 });
    return { path: data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join(""), size };
}

function Code({ drawn: { path, size } }: { drawn: Drawn }) {
    return (
        <svg role="img" aria-label={message("FACTOR_QR_CODE")} viewBox={`0 0 ${size} ${size}`} width="240" height="240">
            <rect width={size} height={size} fill="#fff" />
            <path d={path} fill="#000" shape-rendering="crispEdges" />
        </svg>
    );
}

export function SecondFactor() {
    const { me, signedIn } = useSession();
    const [shown, setShown] = useState<Shown | null>(null);
    const [codes, setCodes] = useState<string[]>([]);
    const [why, setWhy] = useState("");
    if (!me?.second_factor) return null;
    const on = me.second_factor === "on";
    const word = on ? "drop-second-factor" : shown ? "confirm-second-factor" : "begin-second-factor";
    const submit = async (e: Event) => {
        e.preventDefault();
        const form = e.target as HTMLFormElement;
        const answer = await post<FactorSecret & RecoveryCodes>(word, Object.fromEntries(new FormData(form)));
        setWhy(answer.ok ? "" : answer.why);
        if (!answer.ok) return;
        form.reset();
        if (answer.secret) return setShown({ ...answer, drawn: await draw(answer.uri) });
        setShown(null);
        setCodes(answer.recovery_codes ?? []);
        await signedIn(await whoAmI());
    };
    const button = on ? "FACTOR_REMOVE" : shown ? "FACTOR_CONFIRM" : "FACTOR_SET_UP";
    return (
        <section class="panel second-factor" aria-labelledby="factor-title">
            <h2 id="factor-title">{message("FACTOR_TITLE")}</h2>
            <p>{message(on ? "FACTOR_IS_ON" : me.second_factor === "due" ? "FACTOR_IS_DUE" : "FACTOR_IS_OFF")}</p>
            {codes.length > 0 && (
                <>
                    <p role="status">{message("FACTOR_KEEP_THESE")}</p>
                    <ul class="recovery-codes">
                        {codes.map((code) => (
                            <li key={code}>
                                <code>{code}</code>
                            </li>
                        ))}
                    </ul>
                </>
            )}
            {shown && (
                <>
                    <p>{message("FACTOR_SCAN")}</p>
                    <Code drawn={shown.drawn} />
                    <p>
                        <code class="factor-secret">{shown.secret}</code>{" "}
                        <a href={shown.uri}>{message("FACTOR_OPEN")}</a>
                    </p>
                </>
            )}
            <HouseSays said={why ? { text: why, bad: true } : null} />
            <form class="form" onSubmit={submit} key={word}>
                {on || shown ? (
                    <Field name="code" label="SIGN_IN_CODE" />
                ) : (
                    <Field name="password" label="SIGN_IN_PASSWORD" type="password" />
                )}
                <button type="submit" class="action">
                    <span>{message(button)}</span>
                </button>
            </form>
        </section>
    );
}

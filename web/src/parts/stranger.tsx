/* stranger.tsx - what a page says to a person whose roles it is not for. */
import type { ComponentChildren } from "preact";
import { Bar } from "./bar";
import { useSession } from "./session";

type Props = { bar: string; to: string; title: string; children?: ComponentChildren };

export function Stranger({ bar, to, title, children }: Props) {
    const { me } = useSession();
    return (
        <>
            <Bar title={bar} />
            <main class="page narrow">
                <h1>{title}</h1>
                <p>
                    You are {me ? `signed in as ${me.roles.join(", ")}` : "not signed in"}. {children}
                </p>
                <p>
                    <a class="button" href={`/sign-in?to=${to}`}>
                        Sign in
                    </a>
                </p>
            </main>
        </>
    );
}

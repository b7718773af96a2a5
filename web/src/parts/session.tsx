/* session.tsx - the signed-in person of this page, and its one connection. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Me } from "../net/api";
import type { Wire } from "../net/wire";

export interface Session {
    me: Me | null;
    ready: boolean;
    wire: Wire;
    signedIn: (me: Me | null) => Promise<void>; /* reconnects under the new name */
    speak: (language: string) => Promise<void>; /* changes the language, for later visits too */
    go: (path: string) => void;
    say: (text: string, urgent?: boolean) => void; /* announces it to screen readers */
}

export const SessionContext = createContext<Session | null>(null);
export const useSession = () => useContext(SessionContext)!;
export const has = (me: Me | null, ...roles: string[]) => Boolean(me?.roles.some((role) => roles.includes(role)));

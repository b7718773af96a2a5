/* confirm.tsx - a question that stops everything else. Where something cannot be taken back, a box must be ticked before the button works. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { message } from "../words/catalogue";

interface Props {
    title: string;
    yes: string;
    agree?: string; /* what must be ticked first */
    busy?: boolean;
    onYes: () => void;
    onNo: () => void;
    children: ComponentChildren;
}

export function Confirm({ title, yes, agree, busy, onYes, onNo, children }: Props) {
    const box = useRef<HTMLDialogElement>(null);
    const [agreed, setAgreed] = useState(!agree);
    useEffect(() => {
        const node = box.current!;
        node.showModal();
        return () => node.close(); /* the focus goes back to where it was */
    }, []);
    return (
        <dialog
            ref={box}
            class="confirm"
            aria-labelledby="confirm-title"
            onCancel={(e) => {
                e.preventDefault();
                onNo();
            }}
        >
            <h2 id="confirm-title">{title}</h2>
            {children}
            {agree && (
                <label class="tick">
                    <input type="checkbox" checked={agreed} onChange={(e) => setAgreed(e.currentTarget.checked)} />{" "}
                    <span>{agree}</span>
                </label>
            )}
            <div class="row confirm-buttons">
                <button type="button" class="tool" autofocus onClick={onNo}>
                    {message("CONFIRM_NO_GO_BACK")}
                </button>
                <button type="button" class="action action-stand" disabled={!agreed || busy} onClick={onYes}>
                    <span>{yes}</span>
                </button>
            </div>
        </dialog>
    );
}

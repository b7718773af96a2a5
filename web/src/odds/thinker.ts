/* thinker.ts - a worker in which odds are computed, by the program itself, compiled for the browser. The page compiles the
 * module once and sends it to each worker as its first message. */
import { serve } from "../../../bindings/wasm/worker.js";

const module = new Promise<WebAssembly.Module>((take, refuse) =>
    self.addEventListener(
        "message",
        (event) => {
            event.stopImmediatePropagation();
            if (event.data instanceof WebAssembly.Module) take(event.data);
            else refuse(new Error(String(event.data)));
        },
        { once: true },
    ),
);

/* A table with its solved game takes 25 MB. */
const MOST_TABLES = 2;

serve(self as never, module, MOST_TABLES);

/* thinker.ts - the worker in which odds are computed, by the program itself, compiled for the browser. */
import { serve } from "../../../bindings/wasm/worker.js";

serve(self as never, fetch(FILES.wasm));

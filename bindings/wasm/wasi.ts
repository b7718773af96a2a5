// wasi.ts - the system that the module finds around it: it takes what is written, and has one empty folder and
// no environment. Its functions are those of wasi_snapshot_preview1.

const SUCCESS = 0;
const BAD_FILE = 8;
const NO_ENTRY = 44;
const TERMINAL = 2; // a character device
const ROOT = 3; // the first handle behind the three streams

/** What is done with the text of a stream (1: answers, 2: problems), and whether that stream is a terminal. */
export interface Host {
    write(stream: number, bytes: Uint8Array): void;
    isWatched(stream: number): boolean;
}

type Call = (...args: number[]) => number;

/** The system calls that the module imports. Calls not listed here are for files, and fail: there are no files. */
export function system(module: WebAssembly.Module, host: Host, memory: () => ArrayBuffer): WebAssembly.Imports {
    const calls: Record<string, Call> = {
        fd_write(stream = 0, list = 0, n = 0, written = 0) {
            const view = new DataView(memory());
            let all = 0;
            for (let at = list; at < list + 8 * n; at += 8) {
                const size = view.getUint32(at + 4, true);
                if (size) host.write(stream, new Uint8Array(memory(), view.getUint32(at, true), size));
                all += size;
            }
            view.setUint32(written, all, true);
            return SUCCESS;
        },
        fd_fdstat_get(stream = 0, at = 0) {
            new Uint8Array(memory(), at, 24).fill(0)[0] = host.isWatched(stream) ? TERMINAL : 0;
            return SUCCESS;
        },
        fd_prestat_get(handle = 0, at = 0) {
            if (handle !== ROOT) return BAD_FILE;
            new DataView(memory()).setUint32(at, 0, true); // a folder
            new DataView(memory()).setUint32(at + 4, 1, true); // the length of its name
            return SUCCESS;
        },
        fd_prestat_dir_name(_handle = 0, at = 0) {
            new Uint8Array(memory())[at] = "/".charCodeAt(0);
            return SUCCESS;
        },
        environ_sizes_get(count = 0, size = 0) {
            new DataView(memory()).setUint32(count, 0, true);
            new DataView(memory()).setUint32(size, 0, true);
            return SUCCESS;
        },
        proc_exit(code) {
            throw new Error(`the module exited with status ${code}`);
        },
    };
    const wanted = WebAssembly.Module.imports(module).map(
        ({ name }) => [name, calls[name] ?? (() => NO_ENTRY)] as const,
    );
    return { wasi_snapshot_preview1: Object.fromEntries(wanted) };
}

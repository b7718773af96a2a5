/* save.ts - gives a text to the browser as a file. */
export function saveText(text: string | string[], name: string, type: string) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(typeof text === "string" ? [text] : text, { type }));
    link.download = name;
    link.click();
}

import { Bar } from "../parts/bar";
export function DealerPage({ id }: { id: string }) {
    return (<><Bar title="dealer" /><main class="page narrow"><h1>dealer</h1><p>{id}</p></main></>);
}

import { Bar } from "../parts/bar";
export function RecallPage({ id }: { id: string }) {
    return (<><Bar title="recall" /><main class="page narrow"><h1>recall</h1><p>{id}</p></main></>);
}

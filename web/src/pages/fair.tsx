import { Bar } from "../parts/bar";
export function FairPage({ id }: { id: string }) {
    return (<><Bar title="fair" /><main class="page narrow"><h1>fair</h1><p>{id}</p></main></>);
}

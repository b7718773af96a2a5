import { Bar } from "../parts/bar";
export function PitPage({ id }: { id: string }) {
    return (<><Bar title="pit" /><main class="page narrow"><h1>pit</h1><p>{id}</p></main></>);
}

import { Bar } from "../parts/bar";
export function MeterPage({ id }: { id: string }) {
    return (<><Bar title="meter" /><main class="page narrow"><h1>meter</h1><p>{id}</p></main></>);
}

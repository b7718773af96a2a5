import { Bar } from "../parts/bar";
export function CoachPage({ id }: { id: string }) {
    return (<><Bar title="coach" /><main class="page narrow"><h1>coach</h1><p>{id}</p></main></>);
}

export function SampleListScreen() {
  return <h1>Samples</h1>
}

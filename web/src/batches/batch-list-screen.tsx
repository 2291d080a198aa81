export function BatchListScreen() {
  return <h1>Batches</h1>
}

export function BatchDetailsScreen() {
  return <h1>Batch Details</h1>
}

export function ReceiveScreen() {
  return <h1>Receive Samples</h1>
}

export function NotAuthenticatedScreen() {
  return <h1>403</h1>
}

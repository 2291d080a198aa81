export function CallbackScreen() {
  return <h1>Signing in</h1>
}

export function LandingScreen() {
  return <h1>LIMS</h1>
}

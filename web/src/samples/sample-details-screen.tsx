export function SampleDetailsScreen() {
  return <h1>Sample Details</h1>
}

export function CreatePatientBatchScreen() {
  return <h1>Create Patient Batch</h1>
}

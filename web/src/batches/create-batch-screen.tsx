export function CreateBatchScreen() {
  return <h1>Create Batch</h1>
}

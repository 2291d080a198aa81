/** Three made-up people, so that the whole real sign-in runs on a laptop and in tests. */
export const demoPeople = [
  { id: 'demo-ada', name: 'Ada Lindqvist', email: 'ada@brain.example', role: 'receives and stores' },
  { id: 'demo-bo', name: 'Bo Chen', email: 'bo@brain.example', role: 'makes batches' },
  { id: 'demo-chiara', name: 'Chiara Rossi', email: 'chiara@brain.example', role: 'leads the laboratory' },
] as const

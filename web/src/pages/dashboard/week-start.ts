/** When the present week began for the reader: Monday 00:00 of their own clock. */
export function weekStartOf(now: Date): Date {
  const daysPast = (now.getDay() + 6) % 7
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysPast)
}

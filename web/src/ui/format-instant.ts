const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** '12 Nov 2026, 09:41' in the reader's zone; '—' when there is none. */
export function formatInstant(instant: string | number | null | undefined): string {
  if (instant === null || instant === undefined || instant === '') return '—'
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : shown.format(date)
}

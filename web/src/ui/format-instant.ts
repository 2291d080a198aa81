const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** '12 Nov 2026, 09:41' in the reader's time zone; '—' without a time. */
export function formatInstant(instant: string | number | null | undefined): string {
  if (instant === null || instant === undefined || instant === '') return '—'
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : dateAndTime.format(date)
}

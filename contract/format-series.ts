const series = new Intl.ListFormat('en', { type: 'conjunction' })

/** 'Name', 'Name and Notes', 'Name, Notes, and Volume' */
export const formatSeries = (words: readonly string[]): string => series.format(words)

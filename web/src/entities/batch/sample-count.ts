export const sampleCount = (count: number | null | undefined): string =>
  count === null || count === undefined ? 'N/A' : count.toLocaleString('en')

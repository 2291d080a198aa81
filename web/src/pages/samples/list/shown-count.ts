/** '1 sample', '1,234 samples', 'more than 10,000 samples'. */
export function shownCount({
  totalSamples,
  totalIsExact,
}: {
  totalSamples: number
  totalIsExact: boolean
}): string {
  const count = `${totalSamples.toLocaleString('en')} ${totalSamples === 1 ? 'sample' : 'samples'}`
  return totalIsExact ? count : `more than ${count}`
}

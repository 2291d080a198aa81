const number = new Intl.NumberFormat('en')

/** '1,234', as all texts of this product write numbers. */
export const formatNumber = (value: number | bigint): string => number.format(value)

/** '1 tube', '1,234 tubes'; `plural` is for words that take more than an s: '2 boxes'. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`

/** '1 sample', 'more than 10,000 samples' */
export const formatTotal = (total: number, noun: string, isExact: boolean): string =>
  `${isExact ? '' : 'more than '}${formatCount(total, noun)}`

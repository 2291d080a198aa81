/** '1 tube', '1,234 tubes'; `plural` is for words that take more than an s: '2 boxes'. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

/** '1 sample', 'more than 10,000 samples' */
export const formatTotal = (total: number, noun: string, isExact: boolean): string =>
  `${isExact ? '' : 'more than '}${formatCount(total, noun)}`

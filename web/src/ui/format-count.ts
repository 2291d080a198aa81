/** '1 tube', '1,234 tubes' */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** '1 sample', 'more than 10,000 samples' */
export const formatTotal = (total: number, noun: string, isExact: boolean): string =>
  `${isExact ? '' : 'more than '}${formatCount(total, noun)}`

import { joinTexts } from '@lims/contract/join-texts.ts'

/** Above the reason for a return to an earlier status. */
export const earlierStatusText =
  'This is a return to an earlier status. The reason is recorded in the audit trail.'

const maxNames = 3

/** 'A, B, C and 7 more'. A fourth name is written out, because 'and 1 more' is as long. */
export const shortenNames = (names: readonly string[]): string =>
  joinTexts(names, { max: names.length === maxNames + 1 ? names.length : maxNames })

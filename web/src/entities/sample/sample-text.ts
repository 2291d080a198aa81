import { joinTexts } from '@lims/contract/join-texts.ts'

/** Above the reason for a return to an earlier status. */
export const earlierStatusText =
  'This is a return to an earlier status. The reason is recorded in the audit trail.'

const maxNames = 3

/** 'A, B, C and 7 more'. A fourth name is written out, because 'and 1 more' is as long. */
export const shortenNames = (names: readonly string[]): string =>
  joinTexts(names, { max: names.length === maxNames + 1 ? names.length : maxNames })

const shownDigits = 5

/** The end of a tube ID, which tells the tubes of a box apart: what a cell of a picture has room for. */
export const endOfTubeId = (tubeId: string): string => tubeId.slice(-shownDigits)

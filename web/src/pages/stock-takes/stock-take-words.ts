import { custodyNames } from '@lims/contract/custody.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import {
  type StockTakeBox,
  type StockTakeResult,
  type StockTakeScan,
  stockTakeResultTexts,
} from '@lims/contract/stock-takes.ts'
import { pathText } from '../../entities/storage/path-text.ts'

/** '1 unknown code', '1,200 missing' */
export function describeResult(result: StockTakeResult, count: number): string {
  const { one, many } = stockTakeResultTexts[result]
  return formatCount(count, one, many)
}

/** Number of tubes in a box that are not recorded there. */
export const unexpectedIn = ({ counts }: Pick<StockTakeBox, 'counts'>): number =>
  counts['other-place'] + counts['not-recorded'] + counts['unknown-code']

/** The text of a box in the picture, such as '79 of 81 · 2 missing'. */
export function describeBox(box: StockTakeBox): string {
  const { state, expected, counts, isEmpty, counterName } = box
  if (state === 'not-begun') return 'not begun'
  const unexpected = unexpectedIn(box)
  const parts = [
    isEmpty && expected === 0 ? 'empty' : `${counts['in-place']} of ${expected}`,
    counts.missing > 0 && `${counts.missing} missing`,
    unexpected > 0 && `${unexpected} unexpected`,
    state === 'counting' && counterName,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** What a scan has found, in a few words, such as '✓ F6' or 'belongs to Freezer 1 › Box 05 › C2'. */
export function describeScan({ result, recordedPlace, position, sample }: StockTakeScan): string {
  if (result === 'in-place') return position ?? stockTakeResultTexts[result].one
  if (result === 'other-place') return `belongs to ${pathText(recordedPlace ?? '')}`
  if (result === 'unknown-code') return stockTakeResultTexts[result].one
  const custody = sample?.custody
  const recorded = custody && custody !== 'AVAILABLE' ? custodyNames[custody] : 'without a place'
  return `present, but recorded as ${recorded}`
}

/** A further note on a scan: the tube was counted before. */
export function noteOfScan({ isRepeat, countedBefore, countedLater }: StockTakeScan): string | undefined {
  if (countedBefore) return `was counted in ${pathText(countedBefore)} before, and counts here now`
  if (countedLater) return `was scanned later in ${pathText(countedLater)}, and counts there`
  return isRepeat ? 'already counted here' : undefined
}

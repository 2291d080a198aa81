import { errorTexts } from '@lims/contract/errors.ts'
import type { OwnNotice } from '../../api/query-client.ts'

const shownSeconds = 6
const titles = [
  [errorTexts.transitionPrefix, 'Invalid Status Transition'],
  [errorTexts.statusPrefix, 'Sample Status Issue'],
] as const

/** How a refused status update is told; undefined for a failure of any other kind. */
export function statusNotice(text: string): OwnNotice | undefined {
  for (const [prefix, title] of titles) {
    const at = text.toLowerCase().indexOf(prefix)
    if (at < 0) continue
    return { title, detail: text.slice(at + prefix.length).replace(/^[\s:]+/, ''), seconds: shownSeconds }
  }
  return undefined
}

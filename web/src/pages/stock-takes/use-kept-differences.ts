import type { AcceptableResult } from '@lims/contract/stock-takes.ts'
import { useEffect, useState } from 'react'
import { draftKey, readDraft, removeDraft, saveDraft } from '../../forms/draft-storage.ts'
import { type Choice, emptyChoice } from './choice.ts'

type Kept = { results: AcceptableResult[]; single: string[]; keepCells: boolean }

/**
 * Keeps which differences a person has chosen to accept while the person looks at a sample, reloads the page or signs
 * in again, as long as the stock-take is open.
 */
export function useKeptDifferences(stockTakeId: string, isOpen: boolean) {
  const [key] = useState(() => draftKey(`differences.${stockTakeId}`))
  const [kept] = useState(() => readDraft<Kept>(key)?.typed)
  const [choice, setChoice] = useState<Choice>(
    kept ? { results: kept.results, single: new Set(kept.single) } : emptyChoice,
  )
  const [keepCells, setKeepCells] = useState(kept?.keepCells ?? false)

  // Synchronises with sessionStorage, which outlives this page.
  useEffect(() => {
    const { results, single } = choice
    const isEmpty = results.length === 0 && single.size === 0 && !keepCells
    if (!isOpen || isEmpty) removeDraft(key)
    else {
      const typed: Kept = { results: [...results], single: [...single], keepCells }
      saveDraft<object>(key, { was: {}, typed })
    }
  }, [key, choice, keepCells, isOpen])

  return { choice, setChoice, keepCells, setKeepCells }
}

import { useState } from 'react'
import { isOutcomeUnknown } from '../api/call-error.ts'

/** The write that saves what was entered, such as the result of `useWrite`. */
export type SavingWrite = { isPending: boolean; error: Error | null }

/** Returns whether what was entered may have been saved: the reply was lost, now or `before`, or has not come yet. */
export function useMayBeSaved(write: SavingWrite | undefined, before: boolean): boolean {
  const [wasLost, setLost] = useState(before)
  // The write of a dialog outlives it, and may have lost the reply of an earlier opening.
  const [earlier] = useState(write?.error)
  const isLost = write?.error !== earlier && isOutcomeUnknown(write?.error)
  if (isLost && !wasLost) setLost(true)
  return wasLost || isLost || write?.isPending === true
}

/** The notice above input that was restored; `unsaved` is what to do with input that is not saved. */
export const restoredNotice = (mayBeSaved: boolean, unsaved: string) =>
  mayBeSaved
    ? {
        title: 'Your input was restored',
        description:
          'It may have been saved already, as the reply did not come. Look for it before you save it again.',
      }
    : { title: 'Your unsaved input was restored', description: `It is not saved yet. ${unsaved}` }

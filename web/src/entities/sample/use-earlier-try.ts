import { useRef } from 'react'
import { isOutcomeUnknown } from '../../api/call-error.ts'
import { fetchChosen } from './chosen-api.ts'

/** An earlier try had created the children, and they were deleted since: nothing was created now. */
export class DeletedSince extends Error {
  constructor() {
    super('Your earlier try had created them, and they were deleted since. Create again to create others.')
  }
}

/**
 * Keeps what a try without a reply has sent to create children: the reply to the next try with the same Idempotency-Key
 * may be that to it.
 */
export function useEarlierTry() {
  /** As JSON. */
  const sent = useRef<string>(undefined)
  return {
    /** Whether the same was sent before, without a reply. Anything else begins anew. */
    isRepeatedBy(body: unknown): boolean {
      if (sent.current !== JSON.stringify(body)) sent.current = undefined
      return sent.current !== undefined
    },
    keep(failure: Error, body: unknown) {
      if (isOutcomeUnknown(failure)) sent.current = JSON.stringify(body)
      if (failure instanceof DeletedSince) sent.current = undefined
    },
    forget() {
      sent.current = undefined
    },
  }
}

/** Throws `DeletedSince`. Where that cannot be read, the samples count as being there. */
export async function assertNoneDeleted(samples: readonly { id: string }[]): Promise<void> {
  const left = await fetchChosen(samples.map(({ id }) => id)).catch(() => samples)
  if (left.length < samples.length) throw new DeletedSince()
}

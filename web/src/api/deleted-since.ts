import { type CallError, hasCode } from './call-error.ts'

/** An earlier try had created the records, and they were deleted since: nothing was created now. */
export class DeletedSince extends Error {
  constructor(numRecords: number) {
    super(
      numRecords === 1
        ? 'Your earlier try had created it, and it was deleted since. Create again to create another.'
        : 'Your earlier try had created them, and they were deleted since. Create again to create others.',
    )
  }
}

/**
 * Throws `DeletedSince` if the read of a record is refused with the code that there is none. Where it cannot be read,
 * the record counts as being there.
 */
export async function assertStillThere(read: Promise<unknown>, notFound: CallError['code']): Promise<void> {
  await read.catch((failure: unknown) => {
    if (hasCode(failure, notFound)) throw new DeletedSince(1)
  })
}

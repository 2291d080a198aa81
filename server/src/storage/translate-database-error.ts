import { type ErrorCode, errorTexts } from '@lims/contract/errors.ts'
import { DomainError } from '../errors/domain-error.ts'

const notAllowed = {
  code: 'content-not-allowed',
  message:
    'Freezers can contain shelves, drawers, racks and boxes; shelves can contain drawers, racks and boxes; drawers and racks can contain racks and boxes; boxes can contain samples only.',
} as const

/** Error codes raised by triggers (migrations 0008 and 0014), and names of constraints (0030). */
const domainErrors: Record<string, { code: ErrorCode; message: string }> = {
  LIM03: { code: 'cell-outside-grid', message: 'That cell is outside the grid.' },
  LIM04: notAllowed,
  LIM05: {
    code: 'storage-in-itself',
    message: 'A storage cannot be placed in itself or in a storage inside it.',
  },
  LIM06: { code: 'storage-too-deep', message: 'Storages can be nested at most 10 levels deep.' },
  LIM07: { code: 'storage-too-small', message: 'Some contents are outside the new size. Move them first.' },
  sample_out_of_use_has_no_place: {
    code: 'sample-out-of-use',
    message:
      'A sample that is depleted or disposed of cannot be placed in storage. Undo that, or count it in a stock-take, first.',
  },
  LIM08: { code: 'storage-not-found', message: errorTexts.storageNotFound },
}

/** The error of a storage that its holder may not hold. */
export const contentNotAllowed = () => new DomainError(notAllowed.code, notAllowed.message)

/** Awaits a query and translates errors raised by triggers and constraints to `DomainError`. */
export async function translateDatabaseError<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
    const translated = domainErrors[constraint] ?? domainErrors[code]
    if (translated) throw new DomainError(translated.code, translated.message)
    throw error
  }
}

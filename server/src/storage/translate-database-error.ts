import { type ErrorCode, errorTexts } from '@lims/contract/errors.ts'
import { DomainError } from '../errors/domain-error.ts'

/** The refusals of the database's own guards (migrations 0008 and 0014), in words. */
const domainErrors: Record<string, { code: ErrorCode; message: string }> = {
  LIM03: { code: 'cell-outside-grid', message: 'That cell is outside the grid.' },
  LIM04: {
    code: 'content-not-allowed',
    message:
      'Freezers hold shelves, drawers, racks and boxes; shelves, drawers and racks hold racks and boxes; a box holds samples only.',
  },
  LIM05: { code: 'storage-in-itself', message: 'A storage cannot stand in itself or in anything inside it.' },
  LIM06: { code: 'storage-too-deep', message: 'Storages can be nested at most 10 levels deep.' },
  LIM07: { code: 'storage-too-small', message: 'Something stands outside the new size. Move it first.' },
  LIM08: { code: 'storage-not-found', message: errorTexts.storageNotFound },
}

/** Does what the database may refuse, and words the refusal. */
export async function translateDatabaseError<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    const translated = domainErrors[(error as { code?: string }).code ?? '']
    if (translated) throw new DomainError(translated.code, translated.message)
    throw error
  }
}

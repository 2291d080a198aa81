import type { Storage } from '@lims/contract/storage.ts'
import { allowedContents, type StorageType } from '@lims/contract/storage-type.ts'
import { hasCode, textOfFailure } from '../../api/call-error.ts'
import { formatStorageType } from '../../entities/storage/storage-text.ts'

/** Why a storage of a type, or of any, cannot be in this one; undefined if it can. */
export function whyNotIn(
  { type: outer }: Pick<Storage, 'type'>,
  type: StorageType | undefined,
): string | undefined {
  if (type !== undefined) {
    return allowedContents[outer].includes(type)
      ? undefined
      : `A ${formatStorageType(outer)} cannot hold a ${formatStorageType(type)}`
  }
  const holdsStorages = allowedContents[outer].some((content) => content !== 'SAMPLE')
  return holdsStorages ? undefined : `A ${formatStorageType(outer)} cannot hold a storage`
}

/** Whether a storage that was loaded before does not exist any more. */
export const isStorageGone = (failure: Error | null): boolean => hasCode(failure, 'storage-not-found')

/** Why a storage that was chosen cannot be used: it could not be loaded. */
export const whyNotLoaded = (failure: Error): string =>
  isStorageGone(failure)
    ? 'This storage no longer exists. Choose another one.'
    : `${textOfFailure(failure)} Choose another one, or reload the page.`

import { maxInteger } from './bounds.ts'
import { asComposed, withPlainDashes } from './text.ts'

const prefix = 'STO'

/**
 * Returns the code on the label of a storage, such as STO0000012: letters and digits only, as keyboard scanners send
 * them.
 */
export const storageCode = (storageId: number): string => `${prefix}${String(storageId).padStart(7, '0')}`

/** Why a code names no tube: it is the code on the label of a storage, whose name is said if it is known. */
export const storageLabelScanned = (code: string, name?: string): string =>
  `${code.toUpperCase()} is the label of a storage${name ? `, ${name}` : ''}. Please scan a tube.`

/**
 * Returns the id of the storage whose label has this code, in any case, or undefined if it is not the code of a
 * storage, also for a number that no storage can have.
 */
export function parseStorageCode(code: string): number | undefined {
  const digits = /^STO(\d{7,10})$/i.exec(code.trim())?.[1]
  const id = Number(digits)
  return id <= maxInteger ? id : undefined
}

/**
 * Returns a name in the form in which scanned names are compared. The scan field removes the spaces from what is typed,
 * and replaces dashes.
 */
export const nameAsScanned = (name: string): string =>
  withPlainDashes(asComposed(name)).replace(/\s/g, '').toLowerCase()

/** Returns whether a code is that on the label of a storage, or its name in any case, with or without spaces. */
export function isCodeOfStorage(code: string, storage: { id: number; alias: string }): boolean {
  const id = parseStorageCode(code)
  return id === undefined ? nameAsScanned(storage.alias) === nameAsScanned(code) : id === storage.id
}

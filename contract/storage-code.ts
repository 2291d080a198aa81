const prefix = 'STO'
const maxStorageId = 2_147_483_647

/** Returns the code on the label of a storage, such as STO0000012: letters and digits only, as keyboard scanners send them. */
export const storageCode = (storageId: number): string => `${prefix}${String(storageId).padStart(7, '0')}`

/** Returns the id of the storage whose label has this code, in any case, or undefined if it is no code of a storage. */
export function parseStorageCode(code: string): number | undefined {
  const digits = /^STO(\d{7,10})$/i.exec(code.trim())?.[1]
  return digits === undefined || Number(digits) > maxStorageId ? undefined : Number(digits)
}

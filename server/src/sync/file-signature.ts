import type { BigIntStats } from 'node:fs'

/** Returns a text that stays the same while the file is unchanged. */
export const fileSignature = ({ size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${size}-${mtimeNs.toString(36)}-${ctimeNs.toString(36)}`

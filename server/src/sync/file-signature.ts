import type { BigIntStats } from 'node:fs'

/** As long as it stays the same, so has the file. */
export const fileSignature = ({ size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${size}-${mtimeNs.toString(36)}-${ctimeNs.toString(36)}`

import { extractIdentifier } from './extract-identifier.ts'

/** What one scan may say: as the field took it, and as a US keyboard would have. */
export type Readings = { raw: string; physical?: string }

/** AIM symbology identifier, `]Q1` before a QR code: some scanners are set to send it. */
const aimPrefix = /^\][A-Za-z][0-9A-Za-z]/
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g
const unseen = /[\s\p{Cc}\p{Cf}]/gu

/** The identifier in a scan or a pasted text, without what a scanner or a document put around it. */
export const cleanScan = (text: string): string => {
  const visible = text.replace(unseen, '')
  return extractIdentifier(visible.replace(aimPrefix, '').replace(dashes, '-'))
}

/** Ids and tube ids in any case are one code. */
export const sameCode = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const identifierShape = /^[a-z0-9][a-z0-9._-]*$/i

/** Ids and tube ids are plain ASCII: 'è!çCé' cannot be one. */
export const couldBeIdentifier = (code: string): boolean => identifierShape.test(code)

/** Both readings of what was typed. The second is given only when it differs and could be an identifier. */
export function readScan(typed: string, usLayout: string | undefined): Readings {
  const raw = cleanScan(typed)
  const physical = cleanScan(usLayout ?? '')
  const tells = couldBeIdentifier(physical) && !sameCode(raw, physical)
  return tells ? { raw, physical } : { raw }
}

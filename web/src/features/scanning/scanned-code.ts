import { maxTubeIdLength, ownTubeId, tubeIdCharacters } from '@lims/contract/sample-codes.ts'
import { ReceiveSampleBody } from '@lims/contract/samples.ts'
import { parseStorageCode, storageLabelScanned } from '@lims/contract/storage-code.ts'
import { asComposed, lineBreakCharacters, withPlainDashes } from '@lims/contract/text.ts'
import {
  extractIdentifier,
  groupSeparator,
  withoutAimIdentifier,
} from '../../entities/sample/extract-identifier.ts'

/**
 * The readings of one scan: the identifier in the text in the field, and that in the text as a US keyboard would have
 * typed it, if it differs. `rawTexts` and `physicalTexts` are the texts around them, where the text is more than the
 * identifier or another form of it, and may be the tube ID of another system as a whole.
 */
export type Readings = { raw: string; physical?: string; rawTexts?: string[]; physicalTexts?: string[] }

/** All that shows nothing, but for the plain space. */
const invisible = /[^\S ]|[\p{Cc}\p{Cf}]/gu
const ownId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isOwnCode = (code: string) =>
  ownTubeId.test(code) || ownId.test(code) || parseStorageCode(code) !== undefined

/** Characters between the values of a code: ASCII separators, such as that of groups of GS1, tabs and line breaks. */
const separators = new RegExp(`[\\x1C-\\x1F\\t${lineBreakCharacters}]+`, 'g')
const separatorsAtEnds = new RegExp(
  `^[${groupSeparator} ]+|(?<![${groupSeparator} ])[${groupSeparator} ]+$`,
  'g',
)

/**
 * Returns a text with plain spaces and dashes, and without what shows nothing. Between its values is a visible group
 * separator: without it, '101' and '1' would read as the code 1011.
 */
const visibleText = (text: string) =>
  withPlainDashes(
    asComposed(text).replace(separators, groupSeparator).replace(invisible, '').replace(separatorsAtEnds, ''),
  )

/**
 * Returns the identifier in a scan or a pasted text, without what a scanner or a document adds around it or puts into
 * it. Spaces stay within a code that is not one of ours: the tube IDs of other systems may have some.
 */
export const cleanScan = (text: string): string => {
  const spaced = withoutAimIdentifier(visibleText(text))
  const joined = spaced.replaceAll(' ', '')
  const identifier = extractIdentifier(joined)
  const isOwn = identifier !== joined || isOwnCode(joined)
  return isOwn ? identifier : extractIdentifier(spaced)
}

/**
 * Returns the text around an identifier, with the prefix of the scanner and without it, if it may be a tube ID. One of
 * our codes is no other code with that prefix.
 */
function textsAround(identifier: string, text: string): string[] {
  const visible = visibleText(text)
  const bare = withoutAimIdentifier(visible)
  if (sameCode(bare, identifier) && isOwnCode(identifier)) return []
  return [...new Set([visible, bare])].filter(
    (whole) =>
      !sameCode(whole, identifier) && whole.length <= maxTubeIdLength && tubeIdCharacters.test(whole),
  )
}

/** Upper and lower case do not matter in ids and tube ids. */
export const sameCode = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether two scans may be of one code. */
export const mayBeSame = (one: Readings, other: Readings): boolean =>
  [one.raw, one.physical ?? one.raw].some(
    (code) => sameCode(code, other.raw) || sameCode(code, other.physical ?? other.raw),
  )

const identifierShape = /^[a-z0-9][a-z0-9._-]*$/i

/** Ids and tube ids are plain ASCII: 'è!çCé' cannot be one. */
export const couldBeIdentifier = (code: string): boolean => identifierShape.test(code)

/** Returns the readings of a typed text. The second is left out unless it differs and could be an identifier. */
export function readScan(typed: string, usLayout = ''): Readings {
  const raw = cleanScan(typed)
  const physical = cleanScan(usLayout)
  const rawTexts = textsAround(raw, typed)
  const readings = { raw, ...(rawTexts.length > 0 && { rawTexts }) }
  if (!couldBeIdentifier(physical) || sameCode(raw, physical)) return readings
  const physicalTexts = textsAround(physical, usLayout)
  return { ...readings, physical, ...(physicalTexts.length > 0 && { physicalTexts }) }
}

/** The code that tells scans apart, in lower case: tubes with the same identifier may differ in the text around it. */
export const keyOfScan = ({ raw, rawTexts: [whole = raw] = [] }: Readings): string =>
  withoutAimIdentifier(whole).toLowerCase()

/** Whether two scans are of one tube: also if one is the identifier alone, as typed by hand. */
export const isSameScan = (one: Readings, other: Readings): boolean =>
  keyOfScan(one) === keyOfScan(other) || (sameCode(one.raw, other.raw) && !(one.rawTexts && other.rawTexts))

/** All codes that a scan may be, in lower case. */
export const codesOfScan = ({ raw, physical = raw, rawTexts = [], physicalTexts = [] }: Readings): string[] =>
  [...rawTexts, ...physicalTexts, raw, physical].map((code) => code.toLowerCase())

/** The reading of a code that the camera has seen. */
export const readCameraCode = (seen: string): Readings => readScan(seen, undefined)

/** Returns why a reading can be no code, such as that it is too long. */
export const codeProblem = ({ raw }: Readings): string | undefined =>
  ReceiveSampleBody.shape.identifier.safeParse(raw).error?.issues[0]?.message

/** The id of the storage whose label was scanned, whichever keyboard has typed it. */
export const scannedStorage = ({ raw, physical = raw }: Readings): number | undefined =>
  parseStorageCode(raw) ?? parseStorageCode(physical)

/** Why a scan names no tube: it is the label of a storage. Undefined for any other code. */
export function whyNoTube({ raw, physical = raw }: Readings): string | undefined {
  const label = [raw, physical].find((code) => parseStorageCode(code) !== undefined)
  return label && storageLabelScanned(label)
}

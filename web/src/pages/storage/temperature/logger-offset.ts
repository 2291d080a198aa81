const marks = /(?:UTC|GMT|Utc|Gmt|(?<![a-z])(?:utc|gmt))(?![A-Za-z\d])(?: ?([+\-−±] ?\d[\d:.,]{0,6}))?/g
const markedOffset = /(?:UTC|GMT)[ _-]?offset[^\d+−-]{0,10}([+−-]?\d[\d:.,]{0,6})/i
const written = /^([+−±-]?) ?(\d{1,2})(?::(\d{2}))?[:.,]?$/
const writtenAsOne = /^([+−±-]?) ?(\d{2})(\d{2})[:.,]?$/

/** Parses '+01:00', '+0100' or '+1' into minutes. Undefined for an offset that no clock has. */
function minutesOf(text: string): number | undefined {
  const [, sign, hours, minutes = '0'] = written.exec(text) ?? writtenAsOne.exec(text) ?? []
  const total = Number(hours) * 60 + Number(minutes)
  const isReal = total <= 14 * 60 && Number(minutes) % 15 === 0 && Number(minutes) < 60
  if (hours === undefined || !isReal) return undefined
  return sign === '-' || sign === '−' ? -total : total
}

/** A moment, such as that of the export: its line says nothing about the times of the readings. */
const moment = /\d:\d{2}|\d{4}-\d{2}|\d[./]\d{1,2}[./]\d/
/** What follows the mark in the name of a zone with summer time, of which its offset says nothing. */
const zoneWithSummer = /^\s*(?:[Ss]tandard|[Dd]aylight|[Ss]ummer)|^\s*\/\s*[A-Z]/
/** A zone as Windows names it: '(UTC+01:00) Amsterdam, Berlin'. */
const placeAfter = /^\)\s*(?!Coordinated)\p{Lu}/u
const startOfZone = /(?:^|[:;,="\t])\s*\($/
const summerTime = /\b(?:dst|daylight|summer ?time|sommerzeit)\b/i
const isOff = /\b(?:off|no|none|false|disabled|0)\b/i

/** Returns the offset in minutes that a text names for sure, such as that of 'Time (GMT+01:00)'. */
function offsetIn(text: string): number | undefined {
  const header = text.slice(0, 500)
  const [whole, offset] = markedOffset.exec(header) ?? []
  if (whole !== undefined && offset !== undefined)
    return moment.test(header.replace(whole, '')) ? undefined : minutesOf(offset)
  if (/offset/i.test(header)) return undefined
  const mark = [...header.matchAll(marks)].at(-1)
  if (!mark || moment.test(header.replaceAll(marks, ''))) return undefined
  const after = header.slice(mark.index + mark[0].length)
  const isPlace = placeAfter.test(after) && startOfZone.test(header.slice(0, mark.index))
  if (isPlace || zoneWithSummer.test(after)) return undefined
  return minutesOf(mark[1] ?? '0')
}

const isZoneLabel = (text: string) => /zone|\btz\b|offset/i.test(text)

/**
 * Finds the offset from UTC, in minutes, that the lines before the first reading name for the times of a file: the
 * header of the times, or else a line such as 'Timezone;UTC'. Undefined if they name none, or one that may change.
 */
export function offsetOfHeader(
  lines: readonly string[],
  namesOfColumns: readonly string[] | undefined,
  lineOfNames: number,
): number | undefined {
  if (lines.some((line) => summerTime.test(line) && !isOff.test(line))) return undefined
  const [label = ''] = namesOfColumns ?? []
  const ofTimes = isZoneLabel(label) ? undefined : offsetIn(label)
  if (ofTimes !== undefined) return ofTimes
  const others = lines.filter((_, index) => index !== lineOfNames || isZoneLabel(label))
  return others.map(offsetIn).findLast((offset) => offset !== undefined)
}

/** Returns 'UTC', 'UTC+01:00' or 'UTC−05:00'. */
export function formatOffset(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const inTwo = (part: number) => String(part).padStart(2, '0')
  return `UTC${minutes < 0 ? '−' : '+'}${inTwo(hours)}:${inTwo(rest)}`
}

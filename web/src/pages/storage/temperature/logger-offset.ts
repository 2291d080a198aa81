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
const summerTime = /\b(?:dst|daylight|summer ?time|sommerzeit)\b/i
const isOff = /\b(?:off|no|none|false|disabled|0)\b/i

/** All other words may name a place, or a zone with summer time, of which the offset says nothing. */
const knownWords =
  /^(?:utc|gmt|date|datetime|time|times|timestamps?|zone|timezone|tz|offset|all|are|is|in|of|the|set|to|from|settings?|readings?|measurements?|measured|recorded|coordinated|universal|dst|daylight|savings?|off|no|none|false|disabled|datum|zeit|zeiten|uhrzeit|zeitpunkt|zeitstempel|zeitzone)$/i

const isZoneLabel = (text: string) => /zone|\btz\b|offset/i.test(text)
const isOfTimes = (text: string) => isZoneLabel(text) || /times?(?![a-z])|timestamp|zeit/i.test(text)

/** Beside UTC in the header of the times: another offset or zone, so that the times may be those of that. */
const otherClock =
  /[+\-−±] ?\d|\b(?:\d+ ?h (?:ahead|behind)|plus|minus|not)\b|\b(?:europe|america|asia|africa|australia|atlantic|pacific)\//i
/** The abbreviation of a time zone, such as EST, EEST, IST, MSK or MESZ. */
const zoneAbbreviation = /\b(?:[A-Z]{1,4}T|MSK|MES?Z)\b/

/** The offset from UTC in minutes that a line of a file names, as it is written there. */
type NamedOffset = {
  minutes: number
  text: string
  /** Whether it is the one of all times of the file, without a doubt. */
  isSure: boolean
}

/**
 * Returns the offset that a text names last; it is sure if the text has known words only, and no second offset. In the
 * header of the times UTC is sure beside all words that name no other clock: it has no summer time.
 */
function offsetIn(text: string, isHeaderOfTimes = false): NamedOffset | undefined {
  const header = text.slice(0, 500)
  const [whole, offset] = markedOffset.exec(header) ?? []
  const isMarked = whole !== undefined && offset !== undefined
  if (!isMarked && /offset/i.test(header)) return undefined
  const mark = [...header.matchAll(marks)].at(-1)
  const rest = isMarked ? header.replace(whole, '') : header.replaceAll(marks, '')
  if ((!isMarked && !mark) || moment.test(rest)) return undefined
  const minutes = minutesOf(isMarked ? offset : (mark?.[1] ?? '0'))
  if (minutes === undefined) return undefined
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? []
  const offsets = isMarked ? [] : [...header.matchAll(marks)].filter(([, own]) => own !== undefined)
  const isPlainUtc =
    isHeaderOfTimes &&
    !isMarked &&
    minutes === 0 &&
    !/gmt|local|utc \d/i.test(header) &&
    !otherClock.test(rest) &&
    !zoneAbbreviation.test(rest)
  const isSure = isPlainUtc
    ? offsets.every(([, own = '']) => minutesOf(own) === 0)
    : offsets.length < 2 && words.every((word) => knownWords.test(word))
  return { minutes, text: text.trim().slice(0, 80), isSure: isSure && text.length <= 500 }
}

/**
 * Finds the offset from UTC that the lines before the first reading name for the times of a file: the header of the
 * times, or else a line such as 'Timezone;UTC'. It is not sure if it may change, as with the name of a place, or if the
 * line may not be about the times of the readings.
 */
export function offsetOfHeader(
  lines: readonly string[],
  namesOfColumns: readonly string[] | undefined,
  lineOfNames: number,
): NamedOffset | undefined {
  const hasSummerTime = lines.some((line) => summerTime.test(line) && !isOff.test(line))
  const [label = ''] = namesOfColumns ?? []
  const ofTimes = isZoneLabel(label) ? undefined : offsetIn(label, true)
  if (ofTimes) return { ...ofTimes, isSure: ofTimes.isSure && !hasSummerTime }
  const others = lines.filter((_, index) => index !== lineOfNames || isZoneLabel(label))
  const offsets = others.flatMap((line) => {
    const offset = offsetIn(line)
    return offset ? [{ ...offset, isSure: offset.isSure && isOfTimes(line) }] : []
  })
  const found =
    offsets.findLast(({ isSure }) => isSure) ??
    offsets.findLast(({ text }) => isZoneLabel(text)) ??
    offsets.at(-1)
  // A second line about the zone that says something else leaves a doubt.
  const isAlone = offsets.every(
    ({ isSure, text, minutes }) => minutes === found?.minutes || !(isSure || isZoneLabel(text)),
  )
  return found && { ...found, isSure: found.isSure && isAlone && !hasSummerTime }
}

/** Returns 'UTC', 'UTC+01:00' or 'UTC−05:00'. */
export function formatOffset(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const inTwo = (part: number) => String(part).padStart(2, '0')
  return `UTC${minutes < 0 ? '−' : '+'}${inTwo(hours)}:${inTwo(rest)}`
}

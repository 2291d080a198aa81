/** Excel keeps no longer format. */
const maxFormatLength = 255

/** The parts of a number format (ECMA-376, 18.8.31). */
const part = new RegExp(
  [
    /"(?<quoted>[^"]*)"/,
    /\\(?<escaped>.)/,
    // A text in the place of a currency.
    /\[\$(?<currency>[^\]-]*)[^\]]*\]/,
    /\[(?<sign>[<>]=?|=|<>)(?<limit>\d[\d.]*)\]/,
    // A colour, a space as wide as a character, or a character that fills the cell.
    /\[[^\]]*\]|[_*]./,
    /(?<digit>General|[0#?.,]|E[+-])/,
    /(?<end>;)/,
    // Of a date, a percentage or a fraction.
    /(?<other>[a-z%[\]"/])/,
    /(?<plain>[µμ]l?|.)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gis',
)

/** A digit of the format, such as 0, General or a decimal point, or a text around the digits. */
type Part = { digit: string } | { text: string }
type Shown = {
  parts: Part[]
  /** Whether it shows whole numbers digit by digit, such as 000-00-0000. */
  isPlain: boolean
  /** Whether a text of it has a letter or a digit. */
  hasText: boolean
  /** 0.0,"k" shows 2500 as 2.5k. */
  divisor: number
}
/** `shown` is undefined if the format adds neither zeros nor a text. */
type Section = { condition?: { sign: string; limit: number }; shown?: Shown }
type NumberFormat = Section[]

/** Parses a number format into its sections. One that cannot be parsed shows the number only. */
export function parseNumberFormat(code: string): NumberFormat {
  if (code.length > maxFormatLength) return []
  const sections: (Section & { parts: Part[]; isOther: boolean })[] = []
  const begin = () => {
    const section = { parts: [], isOther: false }
    sections.push(section)
    return section as (typeof sections)[number]
  }
  let section = begin()
  for (const { groups = {} } of code.matchAll(part)) {
    const { quoted, escaped, currency, plain, digit, sign, limit, end, other } = groups
    const text = quoted ?? escaped ?? currency ?? plain
    if (end) section = begin()
    if (text !== undefined) section.parts.push({ text })
    if (digit) section.parts.push({ digit })
    if (sign) section.condition = { sign, limit: Number(limit) }
    if (other) section.isOther = true
  }
  return sections.map(({ condition, parts, isOther }) => {
    const shown = isOther ? undefined : shownOf(parts)
    return { ...(condition ? { condition } : {}), ...(shown ? { shown } : {}) }
  })
}

function shownOf(parts: Part[]): Shown | undefined {
  const digits = parts.map((part) => ('digit' in part ? part.digit : '')).join('')
  const isPlain = /^0+$/.test(digits)
  const hasText = parts.some((part) => 'text' in part && /[\p{L}\p{N}]/u.test(part.text))
  if (digits === '' || !(hasText || (isPlain && digits.length > 1))) return undefined
  // A comma between digits separates their groups.
  const [commas = ''] = /,+(?=\.|$)/.exec(digits) ?? []
  return { parts, isPlain, hasText, divisor: 1000 ** commas.length }
}

/** Returns what a format shows of a number of 0 or more; undefined: the number only. */
export function shownOfNumber(format: NumberFormat, value: number): Shown | undefined {
  if (format.some(({ condition }) => condition)) {
    return format.find(({ condition }) => !condition || fulfils(value, condition))?.shown
  }
  return format[value === 0 && format.length > 2 ? 2 : 0]?.shown
}

const fulfils = (value: number, { sign, limit }: NonNullable<Section['condition']>) =>
  (sign.includes('<') && value < limit) ||
  (sign.includes('>') && value > limit) ||
  (sign !== '<>' && sign.includes('=') && value === limit)

/**
 * Returns a number of 0 or more as the format shows it, but with all its decimals and without groups of digits. Where a
 * text stands between the digits, only whole numbers in a format of zeros are formatted; others are returned unchanged.
 */
export function formatNumberAs({ parts, isPlain, hasText, divisor }: Shown, number: string): string {
  if (isPlain && /^\d+$/.test(number)) return fillDigits(parts, number)
  const [first, last] = [parts.findIndex(isDigit), parts.findLastIndex(isDigit)]
  if (!hasText || !separatorsOfGroups.test(textOf(parts.slice(first, last)))) return number
  const before = textOf(parts.slice(0, first))
  const after = textOf(parts.slice(last))
  const value = divisor === 1 ? number : String(Number((Number(number) / divisor).toPrecision(15)))
  return before + value + after
}

const isDigit = (part: Part) => 'digit' in part
const textOf = (parts: Part[]) => parts.map((part) => ('text' in part ? part.text : '')).join('')
const separatorsOfGroups = /^[\s.,'’]*$/

/** Writes digits into a format from the right; the leftmost place takes those that are left. */
function fillDigits(parts: readonly Part[], digits: string): string {
  const places = parts.filter(isDigit).length
  const padded = digits.padStart(places, '0')
  let next = padded.length - places + 1
  let from = 0
  return parts
    .map((part) => {
      if ('text' in part) return part.text
      const written = padded.slice(from, next)
      from = next
      next += 1
      return written
    })
    .join('')
}

import { asComposed, withPlainDashes } from './text.ts'

/** Result of parsing a number field: the value, or the message to show. */
type ParsedDecimal = { value: number } | { problem: string }

const decimal = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/
/** '1,250' means 1.25 in some countries and 1250 in others, and '1.250' the other way round. */
const signBeforeThreeDigits = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/
/** A number whose digits are in groups with spaces or Swiss apostrophes, which are never a decimal sign. */
const spacedNumber = /^[+-]?[1-9]\d{0,2}(?:(?: \d{3})+|(?:['’]\d{3})+)(?!\d)/

/** Returns '1000,5' for '1 000,5' and "1'000,5", and any other text as it is. */
export const withoutDigitGroups = (text: string): string =>
  text.replace(spacedNumber, (number) => number.replace(/[ '’]/g, ''))

/**
 * Parses a decimal number written with a comma or a point, with its digits in groups or not: '1 000,5', as copied from
 * a spreadsheet. Never guesses: rejects text that could mean two numbers. '1.250' is 1.25, because the application
 * itself writes decimals with a point.
 */
export function parseDecimal(input: string): ParsedDecimal {
  const text = toPlain(input)
  return text.includes(',') && signBeforeThreeDigits.test(text) ? ambiguous(text) : parse(text)
}

/** Parses a number of things, as `parseDecimal` does, but rejects '1.250' too: a count has no decimals. */
export function parseCount(input: string): ParsedDecimal {
  const text = toPlain(input)
  return signBeforeThreeDigits.test(text) ? ambiguous(text) : parse(text)
}

/** The zeros of the digits that Arabic, Persian, Hindi, Thai and Japanese keyboards write. */
const zeros = ['٠', '۰', '०', '๐', '０'].map((zero) => zero.charCodeAt(0))
const signs: Record<string, string> = {
  '٫': '.',
  '．': '.',
  '，': ',',
  '＋': '+',
}

function toAscii(character: string): string {
  const code = character.charCodeAt(0)
  const zero = zeros.find((zero) => code >= zero && code <= zero + 9)
  return zero === undefined ? (signs[character] ?? character) : `${code - zero}`
}

/**
 * People copy the true minus sign of temperatures from the application, and word processors write an en dash.
 * Spreadsheets group digits with spaces at which no line breaks.
 */
const toPlain = (input: string) =>
  withoutDigitGroups(withPlainDashes(asComposed(input).trim()).replace(/[^ -~]/g, toAscii))

function ambiguous(text: string): ParsedDecimal {
  const readings = `${Number(text.replace(',', '.'))} or ${text.replace(/[.,]/, '')}`
  return { problem: `${text} can mean ${readings}: write one of these` }
}

function parse(text: string): ParsedDecimal {
  if (decimal.test(text)) return { value: Number(text.replace(',', '.')) }
  const signs = text.match(/[.,]/g)?.length ?? 0
  const isGrouped = signs > 1 && /^[+-]?[\d.,]+$/.test(text)
  return {
    problem: isGrouped
      ? `${text} has more than one comma or point: write only the decimal sign`
      : `${text} is not a number`,
  }
}

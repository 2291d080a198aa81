/** Result of parsing a number field: the value, or the message to show. */
export type ParsedDecimal = { value: number } | { problem: string }

const decimal = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/
/** '1,250' means 1.25 in some countries and 1250 in others. '1.250' is accepted: the application itself writes decimals with a point. */
const commaBeforeThreeDigits = /^[+-]?[1-9]\d{0,2},\d{3}$/

/** Parses a decimal number written with a comma or a point. Never guesses: rejects text that could mean two numbers. */
export function parseDecimal(input: string): ParsedDecimal {
  const text = input.trim()
  if (commaBeforeThreeDigits.test(text)) {
    const decimalReading = Number(text.replace(',', '.'))
    const groupedReading = text.replace(',', '')
    return { problem: `${text} can mean ${decimalReading} or ${groupedReading}: write one of these` }
  }
  if (decimal.test(text)) return { value: Number(text.replace(',', '.')) }
  const signs = text.match(/[.,]/g)?.length ?? 0
  const isGrouped = signs > 1 && /^[+-]?[\d.,]+$/.test(text)
  return {
    problem: isGrouped
      ? `${text} has more than one comma or point: write only the decimal sign`
      : `${text} is not a number`,
  }
}

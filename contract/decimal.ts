/** What a person has written into a number field: a number, or why it is refused. */
export type ParsedDecimal = { value: number } | { problem: string }

const decimal = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/
/** '1,250' is 1.25 for some readers and 1250 for others. With a point the application itself writes 1.25. */
const commaBeforeThreeDigits = /^[+-]?[1-9]\d{0,2},\d{3}$/

/** Reads a decimal number written with a comma or a point. Never guesses: refuses what can mean two numbers. */
export function parseDecimal(written: string): ParsedDecimal {
  const text = written.trim()
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

/**
 * The reader's language. On a computer without one, a browser may name a language that does not exist, such as 'C' or
 * 'en-US@posix'.
 */
function readerLanguage(): string | undefined {
  const { language } = navigator
  try {
    return Intl.getCanonicalLocales(language)[0]
  } catch {
    return undefined
  }
}

/** Intl writes these around the minus sign of right-to-left languages. */
const directionMarks = /[\u061C\u200E\u200F]/g

/** '−80.5 °C', in Latin digits like all other texts, with the decimal sign of the reader's language. */
export function formatCelsius(celsius: number): string {
  const format = new Intl.NumberFormat(readerLanguage(), {
    maximumFractionDigits: 2,
    numberingSystem: 'latn',
  })
  return `${format.format(celsius).replace(directionMarks, '').replace('-', '−')} °C`
}

/** '3 h 20 min', '45 min', '2 d 4 h'; less than a minute is '1 min'. */
export function formatDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  return `${rest} min`
}

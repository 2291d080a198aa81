/** How a text begins that a spreadsheet takes for a formula; full-width signs count too. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/

const apostrophes = /^'*/
/** Apostrophes in front count as well, so that taking one away brings back what was there. */
const isDangerous = (text: string) => formula.test(text.replace(apostrophes, ''))

/** The text with an apostrophe in front when a spreadsheet would else calculate it. */
export const guard = (text: string): string => (isDangerous(text) ? `'${text}` : text)

/** What `guard` was given. */
export const unguard = (text: string): string =>
  text.startsWith("'") && isDangerous(text) ? text.slice(1) : text

/** For cells that are text by themselves: only what `unguard` would take away is doubled. */
export const guardInTextCell = (text: string): string => (text.startsWith("'") ? guard(text) : text)

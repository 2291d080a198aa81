/** In English and German, with the short forms that do not begin a name. */
const names = [
  ['january', 'januar'],
  ['february', 'februar'],
  ['march', 'märz', 'mrz', 'maerz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
]
const minLength = 3

/** Returns the month from 1 to 12 of a name or of its beginning, such as 'Nov' or 'Sept'; undefined for another word. */
export function monthNamed(word: string): number | undefined {
  const text = word.toLowerCase()
  const index = names.findIndex((ofMonth) => ofMonth.some((name) => name.startsWith(text)))
  return index < 0 || text.length < minLength ? undefined : index + 1
}

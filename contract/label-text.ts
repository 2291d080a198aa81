const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the characters of a text as a person counts them: a letter with its accents is one. */
export const charactersOf = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment)

/**
 * Advances of font 0 of Zebra printers in parts of its width setting, rounded up: [characters, advance], first match.
 */
const advances: readonly [RegExp, number][] = [
  [/^[ !'"()*,./:;I[\]fijlrt|]/, 0.34],
  [/^[-MW@%m]/, 0.84],
  [/^[\p{Lu}w&]/u, 0.62],
  [/^[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u, 0.51],
]
const widest = 1

const advanceOf = (character: string) => advances.find(([fits]) => fits.test(character))?.[1] ?? widest

/** Returns the dots that a text takes in font 0 set to a width, or a little more. */
export const textDots = (text: string, width: number): number =>
  charactersOf(text).reduce((sum, character) => sum + advanceOf(character) * width, 0)

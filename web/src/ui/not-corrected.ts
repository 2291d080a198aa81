/**
 * For each field of names, IDs and codes: the keyboard of a phone must not correct 'Nocilla' to 'Vanilla', and the
 * browser of a shared computer must not offer to the next person what was entered.
 */
export const notCorrected = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const

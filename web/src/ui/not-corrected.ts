/** For a field of names and codes: the keyboard of a phone must not correct 'Nocilla' to 'Vanilla'. */
export const notCorrected = {
  autoComplete: 'off',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const

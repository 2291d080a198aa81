/** Without the letters of other scripts that become ASCII: K (Kelvin sign) in lower case is k, and would pass for it. */
export const lowerCaseAscii = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

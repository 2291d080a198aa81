import { TokenClaims } from '@lims/contract/auth.ts'

/** What reading base64 and JSON throws. */
const garbledNames = ['InvalidCharacterError', 'SyntaxError']

/** The claims of a token, or undefined when it is garbled. Only the server can tell whether they are genuine. */
export function decodeToken(token: string): TokenClaims | undefined {
  const payload = token.split('.')[1] ?? ''
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
    return TokenClaims.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data
  } catch (failure) {
    const garbled = failure instanceof Error && garbledNames.includes(failure.name)
    if (garbled) return undefined
    throw failure
  }
}

import { TokenClaims } from '@lims/contract/auth.ts'

/** The names of the errors that `atob` and `JSON.parse` throw. */
const syntaxErrorNames = ['InvalidCharacterError', 'SyntaxError']

/** Returns the claims of a token, undefined if it is malformed. The signature is not checked: only the server can. */
export function decodeToken(token: string): TokenClaims | undefined {
  const payload = token.split('.')[1] ?? ''
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
    return TokenClaims.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data
  } catch (failure) {
    if (failure instanceof Error && syntaxErrorNames.includes(failure.name)) return undefined
    throw failure
  }
}

import { TokenClaims } from '@lims/contract/auth.ts'
import { errors, jwtVerify } from 'jose'

const algorithm = 'HS256'
const maxCachedTokens = 1000

/** Tokens whose signature was good, by the key that signed them: the same text need not be proved again. */
const proved = new WeakMap<Uint8Array, Map<string, TokenClaims>>()

/** The claims of a token that we signed and that has not expired; undefined for any other text. */
export async function readToken(
  token: string | undefined,
  key: Uint8Array,
  now: Date,
): Promise<TokenClaims | undefined> {
  if (!token) return undefined
  const remembered = proved.get(key)?.get(token)
  if (remembered) return remembered.exp > Math.floor(now.getTime() / 1000) ? remembered : undefined

  const claims = await verify(token, key, now)
  if (claims) remember(key, token, claims)
  return claims
}

async function verify(token: string, key: Uint8Array, now: Date): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], currentDate: now })
    return TokenClaims.safeParse(payload).data
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

function remember(key: Uint8Array, token: string, claims: TokenClaims) {
  const known = proved.get(key)
  if (known && known.size < maxCachedTokens) known.set(token, claims)
  else proved.set(key, new Map([[token, claims]]))
}

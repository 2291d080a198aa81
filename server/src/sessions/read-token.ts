import { TokenClaims } from '@lims/contract/auth.ts'
import { errors, jwtVerify } from 'jose'

const algorithm = 'HS256'
const maxCachedTokens = 1000

/** Verified tokens by the key that signed them, so that the same token is not verified twice. */
const verified = new WeakMap<Uint8Array, Map<string, TokenClaims>>()

/** Returns the claims of a token that was signed with the key and has not expired; undefined for any other text. */
export async function readToken(
  token: string | undefined,
  key: Uint8Array,
  now: Date,
): Promise<TokenClaims | undefined> {
  if (!token) return undefined
  if (verified.get(key)?.has(token)) return peekToken(token, key, now)
  const claims = await verify(token, key, now)
  if (claims) cacheToken(key, token, claims)
  return claims
}

/** Like `readToken`, but undefined unless the token was read before. */
export function peekToken(token: string, key: Uint8Array, now: Date): TokenClaims | undefined {
  const cached = verified.get(key)?.get(token)
  return cached && cached.exp > Math.floor(now.getTime() / 1000) ? cached : undefined
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

function cacheToken(key: Uint8Array, token: string, claims: TokenClaims) {
  const known = verified.get(key)
  if (known && known.size < maxCachedTokens) known.set(token, claims)
  else verified.set(key, new Map([[token, claims]]))
}

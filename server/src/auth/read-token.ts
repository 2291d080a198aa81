import { TokenClaims } from '@lims/contract/auth.ts'
import { errors, jwtVerify } from 'jose'

const algorithm = 'HS256'

/** The claims of a token that we signed and that has not expired; undefined for any other text. */
export async function readToken(
  token: string | undefined,
  key: Uint8Array,
  now: Date,
): Promise<TokenClaims | undefined> {
  if (!token) return undefined
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], currentDate: now })
    return TokenClaims.safeParse(payload).data
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

import type { TokenClaims } from '@lims/contract/auth.ts'
import { decodeToken } from '../src/api/decode-token.ts'
import { storeToken } from '../src/api/stored-token.ts'

const inBase64Url = (value: object) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A token as the server makes them, but for the signature, which no browser can check. */
export function tokenOf(claims: Partial<TokenClaims> = {}): string {
  const allClaims = {
    sub: 'ada',
    name: 'Ada Lindqvist',
    exp: Math.floor(Date.now() / 1000) + 3600,
    jti: 'session-1',
    ...claims,
  }
  return `${inBase64Url({ alg: 'ES256' })}.${inBase64Url(allClaims)}.signature`
}

export function signIn(claims: Partial<TokenClaims> = {}): string {
  const token = tokenOf(claims)
  storeToken(token)
  return token
}

/** In whose name requests were sent, as the ids of people; undefined for one without a token. */
export const sendersOf = (requests: readonly { headers: Headers }[]) =>
  requests.map(({ headers }) => decodeToken(headers.get('authorization') ?? '')?.sub)

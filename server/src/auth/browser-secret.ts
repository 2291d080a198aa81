import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const maxSecrets = 5
const secretForm = /^[\w-]{43}$/

/** Browsers let no other host and no page without https set a cookie of the prefix `__Host-`. */
const cookieName = (secure: boolean) => (secure ? '__Host-lims-sign-in' : 'lims-sign-in')

export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/**
 * Ties a sign-in to the browser that began it, so that nobody can be signed in as somebody else by a link.
 * Each sign-in has a new secret: one that somebody else has put there is never used. The cookie keeps the last few,
 * so that two open login pages both work.
 */
export function keepBrowserSecret(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const secret = randomBytes(32).toString('base64url')
  const kept = [secret, ...secretsOf(request, secure)].slice(0, maxSecrets)
  reply.setCookie(cookieName(secure), kept.join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: 3600,
  })
  return secret
}

/** Browsers say where a request comes from (Sec-Fetch-Site) and keep cookies; a script that says neither is nobody's victim. */
export function isSameBrowser(request: FastifyRequest, browserHash: string, secure: boolean): boolean {
  if (request.headers['sec-fetch-site'] === undefined) return true
  return secretsOf(request, secure).some((secret) => hashOfSecret(secret) === browserHash)
}

const secretsOf = ({ cookies }: FastifyRequest, secure: boolean): string[] =>
  (cookies[cookieName(secure)] ?? '').split('.', maxSecrets).filter((secret) => secretForm.test(secret))

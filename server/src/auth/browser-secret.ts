import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const maxSecrets = 5
const secretForm = /^[\w-]{43}$/

/** Browsers accept a cookie with the prefix `__Host-` only from its own host over https. */
const cookieName = (secure: boolean) => (secure ? '__Host-lims-sign-in' : 'lims-sign-in')

export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/**
 * Binds a sign-in to the browser that began it, against login CSRF: a link cannot sign anybody in as somebody else.
 * Each sign-in has a new secret, so that a planted cookie is never used. The cookie keeps the last five, so that two
 * open login pages both work.
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

/** Whether the browser that began the sign-in sent the request. A request without Sec-Fetch-Site is no browser's. */
export function isSameBrowser(request: FastifyRequest, browserHash: string, secure: boolean): boolean {
  if (request.headers['sec-fetch-site'] === undefined) return true
  return secretsOf(request, secure).some((secret) => hashOfSecret(secret) === browserHash)
}

const secretsOf = ({ cookies }: FastifyRequest, secure: boolean): string[] =>
  (cookies[cookieName(secure)] ?? '').split('.', maxSecrets).filter((secret) => secretForm.test(secret))

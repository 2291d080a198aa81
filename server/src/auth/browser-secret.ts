import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const cookie = 'lims-sign-in'

export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/**
 * Ties a sign-in to the browser that began it, so that nobody can be signed in as somebody else by a link.
 * One cookie serves every sign-in begun in that browser, so two open login pages both work.
 */
export function keepBrowserSecret(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const secret = request.cookies[cookie] || randomBytes(32).toString('base64url')
  reply.setCookie(cookie, secret, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: 3600,
  })
  return secret
}

/** Browsers say where a request comes from (Sec-Fetch-Site) and keep cookies; a script that says neither is nobody's victim. */
export function isSameBrowser(request: FastifyRequest, browserHash: string): boolean {
  if (request.headers['sec-fetch-site'] === undefined) return true
  return hashOfSecret(request.cookies[cookie] ?? '') === browserHash
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ignoredBody, parameters } from './parameters.ts'
import { success } from './success.ts'
import { text } from './text.ts'

/** Claims of the session token. Anybody who holds it can read them; only the server can sign them. */
export const TokenClaims = z.object({
  sub: z.string().min(1),
  name: z.string().default('Anonymous User'),
  avatar: z.string().optional(),
  /** Seconds since 1970. */
  exp: z.number(),
  jti: z.string(),
})
export type TokenClaims = z.infer<typeof TokenClaims>

/** In characters. An address has nine for each Japanese character of a filter. */
export const maxTargetLength = 8000

/** Returns `target` if it is a path of this application, else '/dashboard'. Prevents open redirects. */
export function safeRedirectPath(target: string | undefined): string {
  const own = target && /^\/(?![/\\])[^\\\s]*$/.test(target) && !/^\/(auth\/|api\/|$)/.test(target)
  return own ? target : '/dashboard'
}

export const authApi = {
  checkSite: endpoint({
    method: 'POST',
    path: '/auth/check-site',
    permission: 'none',
    summary: 'Whether sign-in is available, and with which identity provider',
    body: ignoredBody,
    reply: z.object({ available: z.boolean(), provider: z.string(), demo: z.boolean() }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    permission: 'none',
    summary: 'Start a sign-in; returns the address of the identity provider to redirect to',
    /** Other clients send more fields, which are ignored. */
    body: z.looseObject({ target: text(maxTargetLength).optional() }).nullish(),
    reply: z.object({ redirectUrl: z.string() }),
  }),
  callback: endpoint({
    method: 'GET',
    path: '/auth/login/callback',
    permission: 'none',
    summary: 'Complete a sign-in with the code and state from the identity provider',
    /** Providers may add parameters, which a client ignores (RFC 6749, section 4.1.2). */
    query: z.looseObject({
      code: text(4000).default(''),
      state: text(500).default(''),
      iss: text(2000).optional(),
    }),
    reply: z.object({ token: z.string(), target: z.string() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    permission: 'none',
    summary: 'End the session of the token in the request',
    query: parameters({ userID: text(500).optional() }),
    body: ignoredBody,
    reply: z.object({ success }),
  }),
}

import { authApi } from '@lims/contract/auth.ts'
import { succeeded } from '@lims/contract/success.ts'
import { tokenPrefix } from '@lims/contract/tokens.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { DomainError } from '../errors/domain-error.ts'
import { publicEndpoint } from '../http/endpoints.ts'
import { refuseForwarded } from '../http/own-host.ts'
import { assertAllowed, issuerOf } from '../sessions/assert-allowed.ts'
import { closeSession } from '../sessions/close-session.ts'
import { openSession } from '../sessions/open-session.ts'
import { bearerToken } from '../sessions/require-sign-in.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { isSameBrowser, keepBrowserSecret } from './browser-secret.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { takeSignInAttempt } from './sign-in-attempt-queries.ts'

export function signInRoutes(app: FastifyInstance, provider: IdentityProvider, config: Config) {
  const isSecure = config.publicUrl.startsWith('https:')

  publicEndpoint(app, authApi.checkSite, async () => ({
    available: true,
    provider: provider.name,
    demo: provider.isDemo,
  }))

  publicEndpoint(app, authApi.login, async ({ body, inTransaction, now, request, reply }) => {
    if (provider.isDemo) await refuseForwarded(request)
    const secrets = provider.newSecrets()
    const redirectUrl = await provider.signInAddress(secrets)
    const browserSecret = keepBrowserSecret(request, reply, isSecure)
    await inTransaction((trx) => beginSignIn(trx, { secrets, browserSecret, target: body?.target }, now))
    return { redirectUrl }
  })

  publicEndpoint(app, authApi.callback, async ({ query, inTransaction, now, request }) => {
    if (provider.isDemo) await refuseForwarded(request)
    if (!query.code || !query.state) throw new DomainError('request-invalid', 'Invalid callback parameters')
    const attempt = await inTransaction((trx) => takeSignInAttempt(trx, query.state))
    if (!attempt || attempt.expiresAt <= now || !isSameBrowser(request, attempt.browserHash, isSecure)) {
      throw new DomainError('sign-in-failed', 'This sign-in was already used, is too old or began elsewhere.')
    }
    const person = await provider.redeem(query, attempt)
    assertAllowed(config.identity, person)
    const { emailIsVerified, workspace, groups, ...known } = person
    const issuer = issuerOf(config.identity)
    const session = {
      key: app.signingKey,
      hours: config.sessionHours,
      at: now,
      issuer,
      access: config.access,
      groups,
    }
    const token = await inTransaction((trx) => openSession(trx, known, session))
    return { token, target: attempt.target }
  })
}

/** Never rate-limited: signing out of a shared computer must always work. */
export function logoutRoute(app: FastifyInstance) {
  publicEndpoint(app, authApi.logout, async ({ inTransaction, now, request }) => {
    const token = bearerToken(request)
    if (token?.startsWith(tokenPrefix)) {
      throw new DomainError('permission-denied', 'An API token has no session to end. Revoke it instead.')
    }
    const end = inTransaction((trx) => closeSession(trx, token, { key: app.signingKey, at: now }))
    // Without a reply from the database, too: the session may have ended.
    await end.finally(() => app.sessions.forget())
    return succeeded
  })
}

import type { Identity } from '../config.ts'
import { DomainError } from '../errors/domain-error.ts'

type Account = { email: string; emailIsVerified: boolean }

/** The issuer of the demo identity. A session is bound to its issuer, so a change of provider ends all tokens. */
export const demoIssuer = 'demo'
export const issuerOf = (identity: Identity): string =>
  identity.kind === 'demo' ? demoIssuer : identity.issuer

/** Throws `not-allowed` unless the verified e-mail address is of an allowed domain or on the list. */
export function assertAllowed(identity: Identity, { email, emailIsVerified }: Account) {
  if (identity.kind === 'demo') return
  if (!emailIsVerified) {
    throw new DomainError('not-allowed', 'The identity provider has not verified your e-mail address.')
  }
  if (isAllowed(identity, email)) return
  throw new DomainError(
    'not-allowed',
    `${email || 'Your account'} may not sign in here. Ask your administrator to let you in.`,
  )
}

/** Whether the settings allow a verified e-mail address. */
export function isAllowed(identity: Identity, email: string): boolean {
  if (identity.kind === 'demo') return true
  const [, domain = ''] = /^[^@\s]+@([^@\s]+)$/.exec(email) ?? []
  return domain !== '' && (identity.allowedEmails.includes(email) || identity.allowedDomains.includes(domain))
}

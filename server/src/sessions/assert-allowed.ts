import type { Identity } from '../config.ts'
import { DomainError } from '../errors/domain-error.ts'

type Account = { email: string; emailIsVerified: boolean }

/** What a session is bound to: tokens of one provider are worth nothing after a change to another. */
export const demoIssuer = 'demo'
export const issuerOf = (identity: Identity): string =>
  identity.kind === 'demo' ? demoIssuer : identity.issuer

/** An account alone lets nobody in: its verified e-mail must be of an allowed domain or on the list. */
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

/** Whether a verified e-mail address may work here, as the settings are now. */
export function isAllowed(identity: Identity, email: string): boolean {
  if (identity.kind === 'demo') return true
  const [, domain = ''] = /^[^@\s]+@([^@\s]+)$/.exec(email) ?? []
  return domain !== '' && (identity.allowedEmails.includes(email) || identity.allowedDomains.includes(domain))
}

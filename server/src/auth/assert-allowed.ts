import type { Identity } from '../config.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { VerifiedPerson } from './identity-provider.ts'

/** An account alone lets nobody in: its verified e-mail must be of an allowed domain or on the list. */
export function assertAllowed(identity: Identity, { email, emailIsVerified }: VerifiedPerson) {
  if (identity.kind === 'demo') return
  if (!emailIsVerified) {
    throw new DomainError('not-allowed', 'The identity provider has not verified your e-mail address.')
  }
  const [, domain = ''] = /^[^@\s]+@([^@\s]+)$/.exec(email) ?? []
  if (domain && (identity.allowedEmails.includes(email) || identity.allowedDomains.includes(domain))) return
  throw new DomainError(
    'not-allowed',
    `${email || 'Your account'} may not sign in here. Ask your administrator to let you in.`,
  )
}

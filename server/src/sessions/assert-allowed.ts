import type { Identity } from '../config.ts'
import { DomainError } from '../errors/domain-error.ts'

type Account = {
  email: string
  emailIsVerified: boolean
  /** The organisation at Google that the account belongs to, by its domain; null without one. */
  workspace: string | null
}

/** The issuer of the demo identity. A session is bound to its issuer, so a change of provider ends all tokens. */
export const demoIssuer = 'demo'
export const issuerOf = (identity: Identity): string =>
  identity.kind === 'demo' ? demoIssuer : identity.issuer

export const isGoogle = (issuer: string): boolean => new URL(issuer).hostname === 'accounts.google.com'

/**
 * Throws `not-allowed` unless the verified e-mail address is on the list, or of an allowed domain to which Google, if
 * it is the provider, says that the account belongs.
 */
export function assertAllowed(identity: Identity, { email, emailIsVerified, workspace }: Account) {
  if (identity.kind === 'demo') return
  if (!emailIsVerified) {
    throw new DomainError('not-allowed', 'The identity provider has not verified your e-mail address.')
  }
  if (!isAllowed(identity, email)) {
    throw new DomainError(
      'not-allowed',
      `${email || 'Your account'} may not sign in here. Ask your administrator to let you in.`,
    )
  }
  if (identity.allowedEmails.includes(email) || !isGoogle(identity.issuer) || isGmail(email)) return
  if (workspace !== null && identity.allowedDomains.includes(workspace)) return
  throw new DomainError(
    'not-allowed',
    `This is not the account that your organisation gave you at Google, though it has the address ${email}. Sign in with that one, or ask your administrator to put the address on the list OIDC_ALLOWED_EMAILS.`,
  )
}

/**
 * Whether Google gives out the address. Any other address of an account outside of an organisation was verified once,
 * and may be somebody else's by now, or nobody's.
 */
const isGmail = (email: string) => /@(gmail|googlemail)\.com$/.test(email)

/** Whether the settings allow a verified e-mail address. */
export function isAllowed(identity: Identity, email: string): boolean {
  if (identity.kind === 'demo') return true
  const [, domain = ''] = /^[^@\s]+@([^@\s]+)$/.exec(email) ?? []
  return domain !== '' && (identity.allowedEmails.includes(email) || identity.allowedDomains.includes(domain))
}

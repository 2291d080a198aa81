import { exactText, lowerCaseAscii, requiredText, text } from '@lims/contract/text.ts'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { type Identity, isLoopback } from '../config.ts'
import { DomainError } from '../errors/domain-error.ts'
import { errorCode } from '../errors/error-code.ts'
import { errorMessage } from '../errors/error-message.ts'
import { isGoogle } from '../sessions/assert-allowed.ts'
import type { Groups } from '../sessions/assign-provider-role.ts'
import type { Person } from '../sessions/session-queries.ts'
import { hasGroupsElsewhere, readGroups } from './read-groups.ts'

export type Secrets = { state: string; nonce: string; codeVerifier: string }
type VerifiedPerson = Person & {
  emailIsVerified: boolean
  /** The organisation at Google that the account belongs to, by its domain; null without one. */
  workspace: string | null
  /** The groups of the claim OIDC_ROLES_CLAIM; undefined if it is not set, or the provider does not send them. */
  groups: Groups | undefined
}

/** An OpenID Connect provider; sign-in uses the authorization code flow with PKCE, state and nonce. */
export type IdentityProvider = {
  name: string
  isDemo: boolean
  newSecrets: () => Secrets
  /** Returns the address to redirect the person to. Throws `sign-in-unavailable` if the provider does not reply. */
  signInAddress: (secrets: Secrets) => Promise<string>
  /** Exchanges the code for the person. Throws `sign-in-failed` if the provider refuses it. */
  redeem: (callback: { code: string; iss?: string | undefined }, secrets: Secrets) => Promise<VerifiedPerson>
}

type Client = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  rolesClaim?: string | undefined
}

const timeoutSeconds = 10

export function identityProvider(
  client: Client,
  publicUrl: string,
  kind: Identity['kind'],
): IdentityProvider {
  const redirectUri = `${publicUrl}/auth/login/callback`
  let discovered: Promise<oidc.Configuration> | undefined

  /** Discovers the provider at the first use and caches the result; a failure is not cached. */
  const configuration = () => {
    discovered ??= discover(client).catch((error: unknown) => {
      discovered = undefined
      throw unavailable(client.issuer, error)
    })
    return discovered
  }

  return {
    name: kind === 'demo' ? 'the demo identity' : nameOf(client.issuer),
    isDemo: kind === 'demo',
    newSecrets: () => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    }),
    signInAddress: async ({ state, nonce, codeVerifier }) => {
      const address = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        prompt: promptFor(client.issuer),
      })
      return address.href
    },
    redeem: async ({ code, iss }, { state, nonce, codeVerifier }) => {
      const known = await configuration()
      const returned = new URL(redirectUri)
      // With one provider configured, a callback without `iss` can only come from it.
      returned.search = new URLSearchParams({
        code,
        state,
        iss: iss ?? known.serverMetadata().issuer,
      }).toString()
      return readPerson(known, returned, { state, nonce, codeVerifier }, client.rolesClaim)
    },
  }
}

async function readPerson(
  known: oidc.Configuration,
  returned: URL,
  secrets: Secrets,
  rolesClaim: string | undefined,
): Promise<VerifiedPerson> {
  try {
    const tokens = await oidc.authorizationCodeGrant(known, returned, {
      pkceCodeVerifier: secrets.codeVerifier,
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new DomainError('sign-in-failed', 'The identity provider did not say who signed in.')
    const inIdToken = rolesClaim === undefined ? undefined : readGroups(claims, rolesClaim)
    const saysVerified = claims.email_verified !== undefined
    const hasUserInfo = known.serverMetadata().userinfo_endpoint !== undefined
    const lacksClaims = !saysVerified || (rolesClaim !== undefined && !inIdToken)
    const userInfo =
      !claims.email || (hasUserInfo && lacksClaims)
        ? await oidc.fetchUserInfo(known, tokens.access_token, claims.sub)
        : undefined
    const groups = rolesClaim === undefined ? undefined : groupsOf([claims, userInfo ?? {}], rolesClaim)
    // The address and whether it is verified come from one of them.
    const inToken = claims.email && (saysVerified || !userInfo?.email)
    return { ...asPerson(claims.sub, inToken || !userInfo ? claims : userInfo), groups }
  } catch (error) {
    if (error instanceof DomainError) throw error
    if (!isReply(error)) throw unavailable(known.serverMetadata().issuer, error)
    throw new DomainError('sign-in-failed', `The identity provider refused the sign-in: ${reason(error)}`)
  }
}

/** Returns the groups of the first claims that have some; undefined if one says that they are somewhere else. */
function groupsOf(all: readonly Record<string, unknown>[], claim: string): Groups | undefined {
  for (const claims of all) {
    const groups = readGroups(claims, claim)
    if (groups) return groups
  }
  return all.some((claims) => hasGroupsElsewhere(claims, claim)) ? undefined : []
}

/** Limits of the claims; OpenID Connect Core bounds `sub` to 255 characters. */
const Subject = text(255).min(1)
const Name = requiredText(200, 'is missing')
const Email = text(320).transform(lowerCaseAscii)
const Workspace = exactText(255).min(1).transform(lowerCaseAscii)
const Picture = text(2000).pipe(z.url({ protocol: /^https$/ }))

/**
 * Returns the person of the claims. Throws `sign-in-failed` for an ID that cannot be stored as it is, and for an e-mail
 * address with more characters than one sees, or blanks around it: it is another account than the one it looks like.
 */
function asPerson(
  sub: string,
  { name, email, picture, email_verified, hd }: oidc.UserInfoResponse,
): Omit<VerifiedPerson, 'groups'> {
  const id = Subject.safeParse(sub)
  const address = Email.safeParse(email ?? '')
  if (id.data !== sub || !address.success || address.data !== lowerCaseAscii(email ?? '')) {
    throw new DomainError(
      'sign-in-failed',
      'The identity provider sent an ID or e-mail address that cannot be stored.',
    )
  }
  return {
    id: sub,
    name: Name.safeParse(name).data ?? (address.data || 'Anonymous User'),
    email: address.data,
    avatar: Picture.safeParse(picture).data ?? null,
    // Entra ID sends a claim that a policy adds as text.
    emailIsVerified: [true, 'true'].includes(email_verified as boolean | string),
    workspace: Workspace.safeParse(hd).data ?? null,
  }
}

async function discover({ issuer, clientId, clientSecret }: Client): Promise<oidc.Configuration> {
  const server = new URL(issuer)
  return oidc.discovery(
    server,
    clientId,
    clientSecret,
    clientSecret ? withSecret(clientSecret) : oidc.None(),
    {
      timeout: timeoutSeconds,
      // The signature of the ID token is verified too, though it comes straight from the provider.
      execute: [oidc.enableNonRepudiationChecks, ...(isLoopback(issuer) ? [oidc.allowInsecureRequests] : [])],
    },
  )
}

/**
 * Sends the secret in the body if the provider lists that method, else in the header Authorization, which is the default
 * of a provider that lists none (OpenID Connect Discovery 1.0, section 3).
 */
function withSecret(secret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)]
  return (provider, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = [] } = provider
    const authenticate = methods.includes('client_secret_post') ? inBody : inHeader
    authenticate(provider, ...request)
  }
}

/**
 * Returns the `prompt` that makes the provider ask who signs in, since computers at a bench are shared. Google has no
 * 'login'.
 */
export const promptFor = (issuer: string) => (isGoogle(issuer) ? 'select_account' : 'login')

const nameOf = (issuer: string) => (isGoogle(issuer) ? 'Google' : new URL(issuer).hostname)

/** Whether the provider replied, as against a refused connection or a timeout. */
const isReply = (error: unknown) =>
  error instanceof oidc.ResponseBodyError ||
  error instanceof oidc.AuthorizationResponseError ||
  error instanceof oidc.WWWAuthenticateChallengeError ||
  (error instanceof oidc.ClientError && error.code !== 'OAUTH_TIMEOUT')

const unavailable = (issuer: string, error: unknown) =>
  new DomainError(
    'sign-in-unavailable',
    `${nameOf(issuer)} ${isReply(error) ? 'cannot be used to sign in' : 'does not respond'}: ${reason(error)}`,
  )

/** The names of a provider that were compared, as oauth4webapi gives them. */
const ComparedIssuer = z.object({
  expected: z.string(),
  attribute: z.literal('issuer'),
  body: z.object({ issuer: z.string() }),
})

/** Why, for those who set up the provider: the messages of the libraries often leave out what is wrong. */
function reason(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError) return error.error_description ?? error.error
  if (error instanceof oidc.WWWAuthenticateChallengeError) return reasonOfChallenge(error)
  if (errorCode(error) === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return 'its clock and the clock of this server differ by minutes'
  const cause = error instanceof Error ? error.cause : undefined
  const { data: compared } = ComparedIssuer.safeParse(cause)
  if (compared) {
    return `OIDC_ISSUER is '${compared.expected}', but the provider there is '${compared.body.issuer}'`
  }
  const detail = cause instanceof Response ? cause.status : cause && errorMessage(cause)
  return detail ? `${errorMessage(error)} (${detail})` : errorMessage(error)
}

/**
 * The header WWW-Authenticate by which a provider refuses a client whose secret came in a header (RFC 6749, section
 * 5.2), or the access token for the user info. It need not hold a reason.
 */
function reasonOfChallenge({ cause: [challenge], status }: oidc.WWWAuthenticateChallengeError): string {
  const { error, error_description = error } = challenge?.parameters ?? {}
  if (error_description) return error_description
  return challenge?.scheme === 'basic'
    ? 'OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is wrong'
    : `it replied with status ${status}`
}

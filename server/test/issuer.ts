import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { demoAdapter } from '../src/auth/demo-adapter.ts'

export type Claims = {
  sub: string
  name?: string
  email?: string
  email_verified?: boolean | string
  picture?: string
  /** As Google names the organisation of an account. */
  hd?: string
  groups?: unknown
  realm_access?: unknown
  /** As Entra ID says that somebody has more groups than fit into a token. */
  hasgroups?: boolean
  /** Not before: the second by the clock of the provider. */
  nbf?: number
}
export const clientSecret = 'a-secret-that-no-log-may-show'

const rightSecret = `Basic ${Buffer.from(`lims:${clientSecret}`).toString('base64')}`

/**
 * A real OpenID provider outside the application, where whoever comes is signed in as the person set before. With
 * `takesBasicOnly` it takes the secret of the client in the header Authorization only; with `givesNoReason` it refuses a
 * wrong one in that header with the fewest words that RFC 6749 allows.
 */
export async function openIssuer(
  port: number,
  redirectUri: string,
  {
    inIdToken = false,
    hasUserInfo = true,
    takesBasicOnly = false,
    givesNoReason = false,
    host = '127.0.0.1',
  } = {},
) {
  const issuer = `http://${host}:${port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const another = await exportJWK((await generateKeyPair('RS256', { extractable: true })).publicKey)
  let person: Claims = { sub: 'nobody' }
  let ofIdToken = person
  let publishesAnotherKey = false

  const provider = new Provider(issuer, {
    clients: [{ client_id: 'lims', client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['cookies-of-a-test'] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'picture', 'groups', 'realm_access', 'nbf', 'hd', 'hasgroups'],
      email: ['email', 'email_verified'],
    },
    adapter: demoAdapter(),
    // Otherwise the claims are in the reply of the userinfo endpoint only.
    conformIdTokenClaims: !inIdToken,
    expiresWithSession: () => false,
    features: { devInteractions: { enabled: false }, userinfo: { enabled: hasUserInfo } },
    ...(takesBasicOnly && { clientAuthMethods: ['client_secret_basic'] }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, accountId) => ({
      accountId,
      claims: (use) => ({ ...(use === 'id_token' ? ofIdToken : person) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId
      const clientId = oidc.client?.clientId
      if (!accountId || !clientId) return undefined
      const grant = new oidc.provider.Grant({ accountId, clientId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  let server: Server | undefined

  const open = async () => {
    server = createServer((request, response) => {
      if (publishesAnotherKey && request.url?.startsWith('/jwks')) {
        response.setHeader('content-type', 'application/json')
        return response.end(JSON.stringify({ keys: [{ ...another, use: 'sig', alg: 'RS256' }] }))
      }
      if (
        takesBasicOnly &&
        request.url === '/token' &&
        !request.headers.authorization?.startsWith('Basic ')
      ) {
        response.writeHead(401, { 'content-type': 'application/json' })
        return response.end(JSON.stringify({ error: 'invalid_client', error_description: 'no Basic' }))
      }
      if (givesNoReason && request.url === '/token' && request.headers.authorization !== rightSecret) {
        response.writeHead(401, {
          'content-type': 'application/json',
          'www-authenticate': `Basic realm="${issuer}"`,
        })
        return response.end(JSON.stringify({ error: 'invalid_client' }))
      }
      if (!request.url?.startsWith('/interaction/')) return handle(request, response)
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    })
    server.listen(port, host)
    await once(server, 'listening')
  }
  const close = async () => {
    if (!server?.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }

  await open()
  return {
    issuer,
    open,
    close,
    /** From now on no ID token fits the keys that it publishes. */
    publishAnotherKey: () => {
      publishesAnotherKey = true
    },
    /** `inIdToken` if its ID token holds other claims than the reply of the userinfo endpoint. */
    letIn: (claims: Claims, inIdToken = claims) => {
      person = claims
      ofIdToken = inIdToken
    },
  }
}

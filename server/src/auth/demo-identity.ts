import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair } from 'jose'
import type { Provider } from 'oidc-provider'
import { errorMessage } from '../errors/error-message.ts'
import { refuseForwarded } from '../http/own-host.ts'
import { demoAdapter } from './demo-adapter.ts'
import { demoIdentityPage } from './demo-identity-page.ts'
import { demoPeople } from './demo-people.ts'

const demoPath = '/demo-identity'
const interactionPath = `${demoPath}/interaction/`
const maxFormBytes = 1000

export type DemoIdentity = {
  client: { issuer: string; clientId: string; clientSecret: string }
  /** Handles a request whose path begins with `demoPath`. Rejects without a reply if it could not be created. */
  handle: (request: DemoRequest, response: ServerResponse) => Promise<void>
}

type DemoRequest = IncomingMessage & { originalUrl?: string }
type CreatedProvider = Awaited<ReturnType<typeof createProvider>>

/**
 * Returns an OpenID provider with made-up people, for loopback only. It is created at the first request, as its library
 * and its key take a tenth of the time in which a server starts.
 */
export function demoIdentity(publicUrl: string): DemoIdentity {
  const client = {
    issuer: publicUrl + demoPath,
    clientId: 'lims',
    clientSecret: randomBytes(32).toString('base64url'),
  }
  let created: Promise<CreatedProvider> | undefined
  const handle: DemoIdentity['handle'] = async (request, response) => {
    created ??= createProvider(client, `${publicUrl}/auth/login/callback`).catch((error: unknown) => {
      created = undefined
      throw error
    })
    const provider = await created
    return handleRequest(provider, request, response).catch((error: unknown) =>
      respond(
        response,
        400,
        `This sign-in cannot go on (${errorMessage(error)}). Please begin again from the login page.`,
      ),
    )
  }
  return { client, handle }
}

async function handleRequest(
  { provider, handleOidc }: CreatedProvider,
  request: DemoRequest,
  response: ServerResponse,
) {
  const address = request.url ?? ''
  if (address.startsWith(interactionPath)) return choosePerson(provider, request, response)
  request.originalUrl = address
  request.url = address.slice(demoPath.length) || '/'
  return handleOidc(request, response)
}

async function createProvider(
  { issuer, clientId, clientSecret }: DemoIdentity['client'],
  redirectUri: string,
) {
  const { Provider } = await import('oidc-provider')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    adapter: demoAdapter(),
    conformIdTokenClaims: false,
    expiresWithSession: () => false,
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'text'
      ctx.body = `This sign-in cannot go on (${error_description ?? error}). Please begin again from the login page.`
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => interactionPath + interaction.uid },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, id) => {
      const person = demoPeople.find((one) => one.id === id)
      if (!person) return undefined
      return {
        accountId: id,
        claims: () => ({ sub: id, name: person.name, email: person.email, email_verified: true }),
      }
    },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId
      const grantedTo = oidc.client?.clientId
      if (!accountId || !grantedTo) return undefined
      const grant = new oidc.provider.Grant({ accountId, clientId: grantedTo })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  return { provider, handleOidc: provider.callback() }
}

async function choosePerson(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    await provider.interactionDetails(request, response)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    })
    response.end(demoIdentityPage)
    return
  }
  const accountId = new URLSearchParams(await readForm(request)).get('person') ?? ''
  const login = demoPeople.some(({ id }) => id === accountId)
    ? { login: { accountId } }
    : { error: 'access_denied', error_description: 'No such person' }
  await provider.interactionFinished(request, response, login)
}

async function readForm(request: IncomingMessage): Promise<string> {
  let form = ''
  for await (const chunk of request) {
    form += chunk
    if (form.length > maxFormBytes) throw new Error('The form is too long')
  }
  return form
}

function respond(response: ServerResponse, status: number, sentence: string) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(sentence)
}

/** Mounts the demo identity, which reads bodies and replies by itself. */
export async function demoIdentityRoutes(app: FastifyInstance, { demo }: { demo: DemoIdentity }) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', refuseForwarded)
  app.all(`${demoPath}/*`, (request, reply) => {
    reply.hijack()
    demo.handle(request.raw, reply.raw).catch((error: unknown) => {
      request.log.error(error, 'the demo identity could not start')
      respond(
        reply.raw,
        500,
        'The demo identity could not start. The log of the server says why. Please try again.',
      )
    })
  })
}

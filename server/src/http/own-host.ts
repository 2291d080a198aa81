import type { IncomingHttpHeaders } from 'node:http'
import { isLoopbackHost } from '@lims/contract/is-loopback-host.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../errors/domain-error.ts'

const maxHostLength = 100

/**
 * Refuses requests for another host. Otherwise a page of another site whose name resolves to this machine could read
 * everything (DNS rebinding). Ports are not compared, since some proxies leave them out.
 */
export function requireOwnHost(app: FastifyInstance, publicUrl: string) {
  const own = new URL(publicUrl).hostname
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const name = hostName(headers)
    if (name === own || isLoopbackHost(name)) return done()
    throw new DomainError(
      'request-invalid',
      name === ''
        ? 'The request has no Host header.'
        : `This server does not serve ${name.slice(0, maxHostLength)}. The setting PUBLIC_URL names the address that people use.`,
    )
  })
}

const hostName = ({ host = '' }: IncomingHttpHeaders) => host.replace(/:\d*$/, '').toLowerCase()

/** Whether the request was sent to a loopback name. */
export const isSentToLoopback = (headers: IncomingHttpHeaders) => isLoopbackHost(hostName(headers))

const proxyHeader =
  /^(forwarded$|via$|x-forwarded|x-real-|x-original-|x-client-|x-cluster-client-|x-envoy-|x-amzn?-|x-azure-|x-arr-|cf-|cdn-|true-client-ip$|fastly-|fly-|ngrok-|tailscale-)/

/** Whether a header shows that the request came through a proxy, a load balancer or a tunnel. */
export const isForwarded = (headers: IncomingHttpHeaders) =>
  Object.keys(headers).some((name) => proxyHeader.test(name))

/**
 * A hook of the demo identity that refuses requests through a proxy: anybody may sign in, so only from this machine.
 */
export async function refuseForwarded({ headers }: FastifyRequest) {
  if (!isForwarded(headers)) return
  throw new DomainError(
    'not-allowed',
    'The demo identity signs in people at this machine only, and this request came through a proxy.',
  )
}

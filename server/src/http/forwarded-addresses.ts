import type { FastifyInstance } from 'fastify'

const ipv4WithPort = /(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}(?![\d.])/g
const ipv6InBrackets = /\[([\da-f:.]{2,45})\](?::\d{1,5}(?!\d))?/gi

/**
 * Takes the ports off the addresses of X-Forwarded-For, as Azure Application Gateway sends them ('203.0.113.7:50123'):
 * with them no address is that of a trusted proxy, and each connection is one of somebody else. Must be registered
 * before whatever reads the address of a request.
 */
export function readForwardedAddresses(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwardedFor = headers['x-forwarded-for']
    if (typeof forwardedFor === 'string' && forwardedFor.includes(':')) {
      headers['x-forwarded-for'] = forwardedFor.replace(ipv6InBrackets, '$1').replace(ipv4WithPort, '$1')
    }
    done()
  })
}

import type { Writable } from 'node:stream'
import type { FastifyRequest, preParsingHookHandler, RequestPayload } from 'fastify'

export const maxBodyBytes = 5 * 1024 * 1024
/** Nobody has shown a token: a sign-in has a few hundred bytes. */
export const maxOpenBodyBytes = 16 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The stream that unpacks a compressed body. */
    unpacked: RequestPayload | null
  }
}

/** A preParsing hook of each route, which runs after the one of @fastify/compress. */
export const rememberUnpacked: preParsingHookHandler = (request, _reply, payload, done) => {
  if (payload !== request.raw) request.unpacked = payload
  done(null, payload)
}

/** Stops unpacking for good; what still arrives of the request is no longer looked at. */
export function stopUnpacking({ raw, unpacked }: FastifyRequest) {
  if (!unpacked) return
  raw.unpipe(unpacked as unknown as Writable)
  unpacked.pause()
  // Destroyed before the request has ended, it would take the connection with it.
  raw.once('end', () => unpacked.destroy())
}

/** '5 MB', '16 kB' */
export const bytesInWords = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`

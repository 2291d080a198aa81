import type { Writable } from 'node:stream'
import type { FastifyRequest, preParsingHookHandler, RequestPayload } from 'fastify'

export const maxBodyBytes = 5 * 1024 * 1024
/** The limit of endpoints without a token: a sign-in has a few hundred bytes. */
export const maxOpenBodyBytes = 16 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The stream that decompresses the body; null for an uncompressed one. */
    decompressor: RequestPayload | null
  }
}

/** A preParsing hook that keeps the decompressing stream; it runs after the hook of @fastify/compress. */
export const rememberDecompressor: preParsingHookHandler = (request, _reply, payload, done) => {
  if (payload !== request.raw) request.decompressor = payload
  done(null, payload)
}

/** Stops decompressing; the rest of the request is read and dropped. */
export function stopDecompressing({ raw, decompressor }: FastifyRequest) {
  if (!decompressor) return
  raw.unpipe(decompressor as unknown as Writable)
  decompressor.pause()
  // Destroying the stream before the request has ended would close the connection.
  raw.once('end', () => decompressor.destroy())
}

/** Formats a size: '5 MB', '16 kB'. */
export const bytesInWords = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`

import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect, vi } from 'vitest'

/** Waits until a server replies to a request of a token with a status, such as 401 once it knows of a revocation. */
export const untilStatus = (
  server: FastifyInstance,
  statusCode: number,
  { token, ...request }: InjectOptions & { token: string },
) =>
  vi.waitFor(async () => {
    const headers = { authorization: `Bearer ${token}` }
    expect(await server.inject({ ...request, headers })).toMatchObject({ statusCode })
  }, 20_000)

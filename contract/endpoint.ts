import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/** One endpoint of the API. The server's routes, the browser's calls and the OpenAPI document are all built from it. */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** Relative to `/api`. */
  path: `/${string}`
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  /** True if the body is the raw bytes of a file instead of JSON. */
  takesFile?: true
  /** True for a POST that changes nothing. */
  onlyReads?: true
  reply: z.ZodType
  /** Content types of a reply that is not JSON: a file, or newline-delimited JSON, where `reply` describes one line. */
  replyTypes?: readonly [string, ...string[]]
  /** What the caller must be allowed to do: 'none' needs no token, 'signed-in' a valid one. */
  permission: Permission | 'signed-in' | 'none'
  /** What an API token must be allowed to do where a person needs 'signed-in' only. */
  tokenPermission?: Permission
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** Whether an endpoint changes anything. A repetition with the same Idempotency-Key changes nothing again. */
export const writes = ({ method, onlyReads, permission }: Endpoint): boolean =>
  method === 'POST' && !onlyReads && permission !== 'none'

export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : undefined
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : undefined
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** `{ query, body }` as the caller sends them, before defaults are filled in. */
export type RequestOf<E extends Endpoint> = (E extends { query: infer Q extends z.ZodType }
  ? { query: z.input<Q> }
  : { query?: never }) &
  (E extends { body: infer B extends z.ZodType }
    ? undefined extends z.input<B>
      ? { body?: z.input<B> }
      : { body: z.input<B> }
    : { body?: never })

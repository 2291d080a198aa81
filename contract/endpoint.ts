import type { z } from 'zod'

/** One call of the API: the server answers from it, the browser calls by it, OpenAPI is printed from it. */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** Below `/api`. */
  path: `/${string}`
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  /** True where the body is a file, byte by byte, instead of JSON. */
  takesFile?: true
  reply: z.ZodType
  /** The content types of an answer that is no JSON: a file, or JSON line by line. `reply` is then one line of it. */
  replyTypes?: readonly [string, ...string[]]
  /** True for the few calls that need no token. */
  allowAnonymous?: true
}

export const endpoint = <const E extends Endpoint>(stated: E): E => stated

export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : undefined
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : undefined
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** What a caller may leave out: `{ query, body }` as they are before defaults are filled in. */
export type RequestOf<E extends Endpoint> = (E extends { query: infer Q extends z.ZodType }
  ? { query: z.input<Q> }
  : { query?: never }) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : { body?: never })

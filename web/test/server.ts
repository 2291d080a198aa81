import type { Endpoint, ReplyOf } from '@lims/contract/endpoint.ts'
import type { ErrorReply } from '@lims/contract/errors.ts'
import { liveApi } from '@lims/contract/live.ts'
import { noBody, noParameters } from '@lims/contract/parameters.ts'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

/** The stream of changes says nothing. `serverStreams` lets a test say something. */
const nothingChanges = http.get(`*/api${liveApi.changes.path}`, () => new HttpResponse(new ReadableStream()))

/** Stands in for the server. A test says what each call is answered; any other call fails the test. */
export const server = setupServer(nothingChanges)

export type Asked = { query: Record<string, string>; body: unknown; headers: Headers }

/**
 * Answers a call of the contract from now on, and returns what it was asked so far.
 * The reply is typed by the contract, so that a test cannot drift from the server.
 */
export function serverAnswers<E extends Endpoint>(
  endpoint: E,
  reply: ReplyOf<E> | ((asked: Asked) => ReplyOf<E> | Promise<ReplyOf<E>>),
): Asked[] {
  return handle(endpoint, async (asked) => HttpResponse.json((await replyTo(reply, asked)) as object))
}

/** Refuses a call of the contract from now on. */
export function serverRefuses(endpoint: Endpoint, status: number, reply?: ErrorReply): Asked[] {
  return handle(endpoint, async () => HttpResponse.json(reply ?? null, { status }))
}

function handle(endpoint: Endpoint, answer: (asked: Asked) => Promise<Response>): Asked[] {
  const everyAsked: Asked[] = []
  const method = endpoint.method === 'GET' ? http.get : http.post
  server.use(
    method(`*/api${endpoint.path}`, async ({ request }) => {
      const text = await request.text()
      const asked = {
        query: Object.fromEntries(new URL(request.url).searchParams),
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        headers: request.headers,
      }
      refuseUnknownParameters(endpoint, asked)
      everyAsked.push(asked)
      return answer(asked)
    }),
  )
  return everyAsked
}

/** As the server does: a screen that sends what no call takes fails its test. */
function refuseUnknownParameters({ path, query, body, takesFile }: Endpoint, asked: Asked) {
  const results = [
    (query ?? noParameters).safeParse(asked.query),
    ...(takesFile ? [] : [(body ?? noBody).safeParse(asked.body)]),
  ]
  const unknown = results
    .flatMap(({ error }) => error?.issues ?? [])
    .find(({ code }) => code === 'unrecognized_keys')
  if (unknown) throw new Error(`${path}: ${unknown.message}`)
}

const replyTo = <T>(reply: T | ((asked: Asked) => T | Promise<T>), asked: Asked) =>
  typeof reply === 'function' ? (reply as (asked: Asked) => T | Promise<T>)(asked) : reply

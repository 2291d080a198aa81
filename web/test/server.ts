import { authApi } from '@lims/contract/auth.ts'
import { CustodyList } from '@lims/contract/custody.ts'
import { custodyApi } from '@lims/contract/custody-api.ts'
import type { Endpoint, ReplyOf } from '@lims/contract/endpoint.ts'
import type { ErrorReply } from '@lims/contract/errors.ts'
import { freezerWorkApi, type OpenFreezerWork } from '@lims/contract/freezer-work.ts'
import { liveApi } from '@lims/contract/live.ts'
import { noBody, noParameters } from '@lims/contract/parameters.ts'
import { type Me, peopleApi } from '@lims/contract/people.ts'
import { permissions } from '@lims/contract/permissions.ts'
import { printRunsApi } from '@lims/contract/print-runs.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { temperaturesApi } from '@lims/contract/temperatures.ts'
import { viewsApi } from '@lims/contract/views.ts'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { aBatch, aSample, noLocation } from './records.ts'

/** The stream of changes stays silent. `serverStreams` lets a test send changes. */
const nothingChanges = http.get(`*/api${liveApi.changes.path}`, () => new HttpResponse(new ReadableStream()))

/** Every list of storages asks for it; a test that is about the numbers replies itself. */
const noUsage = http.get(`*/api${storageApi.usage.path}`, () => HttpResponse.json({ usage: [] }))

/** As long as roles are off, everybody may do everything. A test that is about permissions replies itself. */
const rolesAreOff = http.get(`*/api${peopleApi.me.path}`, () =>
  HttpResponse.json({
    person: { id: 'ada', name: 'Ada Lindqvist', email: 'ada@brain.example' },
    rolesOn: false,
    role: null,
    permissions,
    administrators: [],
    timeZone: null,
  } satisfies Me),
)

/** The side panel asks for it on every page. */
const noViews = http.get(`*/api${viewsApi.list.path}`, () => HttpResponse.json({ views: [] }))

export const noFreezerWork: OpenFreezerWork = {
  loggers: 0,
  totalAlarms: 0,
  alarms: [],
  totalOverdue: 0,
  overdue: [],
  totalToPutAway: 0,
  toPutAwaySince: null,
  moves: [],
  pickLists: [],
  stockTakes: [],
}
/** The dashboard asks for it. */
const nothingOpen = http.get(`*/api${freezerWorkApi.open.path}`, () => HttpResponse.json(noFreezerWork))

/** No storage has a logger, and no sample was inside an excursion. */
const noTemperatures = [
  http.get(`*/api${temperaturesApi.alarms.path}`, () =>
    HttpResponse.json({ alarms: [], totalAlarms: 0, totalLoggers: 0 }),
  ),
  http.get(`*/api${temperaturesApi.sample.path}`, () =>
    HttpResponse.json({ excursions: [], totalExcursions: 0 }),
  ),
]

/** The page Check out and return asks for it. */
const nobodyHoldsAnything = http.get(`*/api${custodyApi.list.path}`, () =>
  HttpResponse.json({
    samples: [],
    total: 0,
    totals: Object.fromEntries(CustodyList.options.map((name) => [name, 0])),
  }),
)

/** The page of a sample asks for it. */
const noCustodyEvents = http.get(`*/api${custodyApi.history.path}`, () =>
  HttpResponse.json({ events: [], thawLimit: null }),
)

/** The page of a sample asks for it: the sample is in no storage, and its label was never printed. */
const nothingOfSample = [
  http.get(`*/api${samplesApi.history.path}`, () => HttpResponse.json({ events: [] })),
  http.get(`*/api${printRunsApi.ofSample.path}`, () =>
    HttpResponse.json({ count: 0, now: new Date().toISOString(), prints: [] }),
  ),
  http.get(`*/api${sampleLocationApi.location.path}`, ({ request }) =>
    HttpResponse.json({
      ...noLocation,
      sampleId: new URL(request.url).searchParams.get('sampleId') ?? '',
    }),
  ),
  http.get(`*/api${samplesApi.info.path}`, () => {
    const { id, name } = aBatch()
    return HttpResponse.json({ sample: aSample(), batch: { id, name }, parent: null, children: [] })
  }),
]

/** The page Receive asks for it: the other tubes of a patient. */
const noKit = http.get(`*/api${samplesApi.search.path}`, () =>
  HttpResponse.json({ samples: [], totalSamples: 0, totalIsExact: true }),
)

/** Fields that choose a storage ask for it. */
const noStorages = http.get(`*/api${storageApi.search.path}`, () =>
  HttpResponse.json({ storages: [], totalStorages: 0 }),
)

/** The page of a storage asks for it beside the storage. */
const emptyStorage = [
  http.get(`*/api${storageApi.hierarchy.path}`, () => HttpResponse.json({ hierarchy: [] })),
  http.get(`*/api${storageApi.occupancy.path}`, () =>
    HttpResponse.json({ occupancy: [], capacity: 81, occupied: 0 }),
  ),
]

/** The page for signing in asks for it. */
const signInIsAvailable = [
  http.post(`*/api${authApi.checkSite.path}`, () =>
    HttpResponse.json({ available: true, provider: 'the demo identity', demo: true }),
  ),
  http.post(`*/api${authApi.login.path}`, () =>
    HttpResponse.json({ redirectUrl: 'http://localhost:3000/demo-identity' }),
  ),
]

/** Simulates the server. A test defines the reply of each call; any other call fails, with a note in the output. */
export const server = setupServer(
  nothingChanges,
  noUsage,
  rolesAreOff,
  noViews,
  nobodyHoldsAnything,
  noCustodyEvents,
  nothingOpen,
  noKit,
  noStorages,
  ...emptyStorage,
  ...nothingOfSample,
  ...signInIsAvailable,
  ...noTemperatures,
)

export type RecordedRequest = { query: Record<string, string>; body: unknown; headers: Headers }

/** The Idempotency-Keys of requests. */
export const keysOf = (requests: readonly RecordedRequest[]) =>
  requests.map(({ headers }) => headers.get('idempotency-key'))

/**
 * Replies to an endpoint from now on. Returns its requests so far.
 * The reply is typed by the contract, so that a test cannot drift from the server.
 */
export function serverAnswers<E extends Endpoint>(
  endpoint: E,
  reply: ReplyOf<E> | ((received: RecordedRequest) => ReplyOf<E> | Promise<ReplyOf<E>>),
): RecordedRequest[] {
  return handle(endpoint, async (received) => HttpResponse.json((await replyTo(reply, received)) as object))
}

/** Rejects calls of an endpoint from now on, each once `after` has resolved. Returns its requests so far. */
export function serverRefuses(
  endpoint: Endpoint,
  status: number,
  reply?: ErrorReply,
  after?: Promise<void>,
): RecordedRequest[] {
  return handle(endpoint, async () => {
    await after
    return HttpResponse.json(reply ?? null, { status })
  })
}

/** Breaks off calls of an endpoint from now on, as if their replies were lost. Returns its requests so far. */
export const serverLosesReplies = (endpoint: Endpoint): RecordedRequest[] =>
  handle(endpoint, async () => HttpResponse.error())

function handle(
  endpoint: Endpoint,
  respond: (received: RecordedRequest) => Promise<Response>,
): RecordedRequest[] {
  const requests: RecordedRequest[] = []
  const method = endpoint.method === 'GET' ? http.get : http.post
  server.use(
    method(`*/api${endpoint.path}`, async ({ request }) => {
      const text = await request.text()
      const received = {
        query: Object.fromEntries(new URL(request.url).searchParams),
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        headers: request.headers,
      }
      refuseUnknownParameters(endpoint, received)
      requests.push(received)
      return respond(received)
    }),
  )
  return requests
}

/** As the server does: a screen that sends unknown parameters fails its test. */
function refuseUnknownParameters({ path, query, body, takesFile }: Endpoint, received: RecordedRequest) {
  const results = [
    (query ?? noParameters).safeParse(received.query),
    ...(takesFile ? [] : [(body ?? noBody).safeParse(received.body)]),
  ]
  const unknown = results
    .flatMap(({ error }) => error?.issues ?? [])
    .find(({ code }) => code === 'unrecognized_keys')
  if (unknown) throw new Error(`${path}: ${unknown.message}`)
}

const replyTo = <T>(reply: T | ((received: RecordedRequest) => T | Promise<T>), received: RecordedRequest) =>
  typeof reply === 'function' ? (reply as (received: RecordedRequest) => T | Promise<T>)(received) : reply

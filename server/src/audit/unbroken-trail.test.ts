import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { randomFrom } from '../../test/random-from.ts'

const lab = await openLab()
const writers = 16
const acts = Number(process.env.FIGHT_ACTS ?? 600)
const seed = Number(process.env.FIGHT_SEED ?? 20_261_130)

type Reply = Awaited<ReturnType<typeof lab.post>>
type Body = ReturnType<typeof JSON.parse>
type Content = Record<string, unknown> | null
type Event = { id: number; action: string; entity_id: string; before: Content; after: Content }

/** What events of samples say in `before` and `after`, also of samples that they create or delete. */
const fields = ['name', 'type', 'status', 'volume', 'notes', 'batchId', 'subjectId', 'siteId', 'custody']

const isPlaced = (content: Content): boolean | undefined => {
  if (!content || !('place' in content || 'location' in content)) return undefined
  return (content.place ?? content.location ?? null) !== null
}

/** Whether the sample had a place before an event; undefined if that does not say it. */
function wasPlaced({ action, before }: Event): boolean | undefined {
  if (action === 'sample.place') return false
  return action === 'sample.delete' ? before?.location !== undefined : isPlaced(before)
}

/** Follows the events of a sample. Returns what they leave, and where one contradicts those before it. */
function follow(events: readonly Event[]) {
  const left = new Map<string, unknown>()
  const broken: string[] = []
  for (const event of events) {
    const { id, action, before, after } = event
    const seen = { ...before, placed: wasPlaced(event) }
    for (const field of [...fields, 'placed']) {
      const value = seen[field as keyof typeof seen]
      if (value !== undefined && left.has(field) && left.get(field) !== value)
        broken.push(`${id} ${action}: ${field} was ${left.get(field)}, and ${value} before it`)
    }
    const version = Number(after?.version ?? Number.POSITIVE_INFINITY)
    if (version <= Number(left.get('version') ?? 0)) broken.push(`${id} ${action}: version ${version} again`)
    const known = { ...before, ...after, placed: isPlaced(after) }
    for (const field of [...fields, 'placed', 'version']) {
      const value = known[field as keyof typeof known]
      if (value !== undefined) left.set(field, value)
    }
    // A sample may come back without its place.
    if (action === 'sample.delete' || action === 'sample.restore') left.delete('placed')
  }
  return { left, broken }
}

test(`${writers} writers: each event of a sample begins where the one before it ended`, {
  timeout: 60_000 + acts * 200,
}, async () => {
  const random = randomFrom(seed)
  const any = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const batchIds = [await lab.addBatch(), await lab.addBatch({ name: 'Nordic study 5' })]
  const ids: string[] = []
  for (let number = 0; number < 12; number++) {
    const body = {
      name: `NB-${number}`,
      batchId: any(batchIds),
      type: 'PLASMA',
      status: 'UNKNOWN',
      volume: 2,
    }
    ids.push((await ok(lab.post('/samples/add', body))).sample.id)
  }
  const box = { alias: 'Box', type: 'BOX', numberRows: 4, numberColumns: 4 }
  const storageId: number = (await ok(lab.post('/storage/add', box))).storage.id
  const cell = () => ({ storageId, rowCoordinate: 1 + Math.floor(random() * 4), columnCoordinate: 1 })
  const place = () => any<object>([cell(), cell(), { storageId: 0 }])
  const undos: [path: string, body: object][] = []
  const offer = async (path: string, body: object, undoOf: (reply: Body) => object | null) => {
    const reply = await lab.post(path, body)
    const undo = reply.statusCode === 200 ? undoOf(reply.json()) : null
    if (undo) undos.push([path, undo])
    return reply
  }
  const editOne = async () => {
    const sampleIds = [any(ids)]
    const sample = lab.db
      .selectFrom('sample')
      .select('version')
      .where('id', '=', sampleIds[0] ?? '')
    const versions = [(await sample.executeTakeFirst())?.version ?? 1]
    const values = [any(['Oslo', 'Bergen'])]
    return offer('/samples/edit-field', { field: 'siteId', sampleIds, versions, values }, ({ undo }) => undo)
  }
  const calls: Record<string, () => Promise<Reply>> = {
    name: () => lab.post('/samples/update', { id: any(ids), name: `NB-${random()}` }),
    volume: () => lab.post('/samples/update', { id: any(ids), volume: any([1, 1.5, 2]) }),
    batch: () => lab.post('/samples/update', { id: any(ids), batchId: any(batchIds) }),
    notes: () => lab.post('/samples/update', { id: any(ids), notes: `${random()}`, status: 'COLLECTED' }),
    edit: editOne,
    status: () =>
      lab.post('/samples/update-lifecycle', { sampleId: any(ids), newStatus: any(['COLLECTED', 'UNKNOWN']) }),
    receive: () => lab.post('/samples/receive', { identifier: any(ids) }),
    place: () => lab.post('/samples/update-location', { sampleLocation: { sampleId: any(ids), ...place() } }),
    arrange: () =>
      offer('/samples/arrange', { moves: [{ sampleId: any(ids), ...place() }] }, (reply) => ({
        moves: reply.before,
        undo: { custodyEventIds: reply.custodyEventIds },
      })),
    'check out': () =>
      lab.post('/custody/check-out', { identifiers: [any(ids)], purpose: 'ELISA', keepPlace: false }),
    return: () => lab.post('/custody/return', { identifiers: [any(ids)] }),
    set: () =>
      lab.post('/custody/set', {
        sampleIds: [any(ids)],
        custody: any(['AVAILABLE', 'MISSING', 'DEPLETED']),
        reason: 'x',
      }),
    children: () => {
      const share = { count: 1, type: 'DNA', volume: 0.01, takeFromParent: true }
      return lab.post('/samples/add-child', { parentSampleId: any(ids), ...share })
    },
    delete: async () => {
      const reply = await lab.post(`/samples/delete?id=${any(ids)}`, {})
      if (reply.statusCode === 200)
        undos.push(['/deletions/undo', { deletionId: reply.json().deletionId, withoutPlace: true }])
      return reply
    },
    undo: () => lab.post(...(undos.shift() ?? (['/samples/receive', { identifier: 'none' }] as const))),
  }
  const names = [...Object.keys(calls), 'undo', 'undo']
  const done = new Set<string>()
  const unexpected: string[] = []
  let made = 0
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (made < acts) {
        made++
        const name = any(names)
        const { statusCode, body } = await (calls[name] as () => Promise<Reply>)()
        if (statusCode === 200) done.add(name)
        if (![200, 404, 409].includes(statusCode)) unexpected.push(`${name} ${statusCode}: ${body}`)
      }
    }),
  )
  expect(unexpected).toEqual([])
  const neverDone = Object.keys(calls).filter((name) => !done.has(name))
  expect(neverDone).toEqual([])

  const { rows: events } = await sql<Event>`
    select id, action, entity_id, before, after from audit_event
    -- These say of the children what their volumes are.
    where entity_type = 'sample' and action not in ('sample.add-child', 'sample.undo-add-child') order by id
  `.execute(lab.db)
  expect(events.length).toBeGreaterThan(acts / 4)
  const { rows: present } = await sql<{ id: string } & Record<string, unknown>>`
    select id, name, type, status, volume_nl / 1e6::float8 as volume, notes, batch_id as "batchId",
      subject_id as "subjectId", site_id as "siteId", custody, version,
      exists (select from placement where sample_id = sample.id) as placed
    from sample
  `.execute(lab.db)
  const eventsOf = Map.groupBy(events, ({ entity_id }) => entity_id)
  for (const [id, ofSample] of eventsOf) {
    const { left, broken } = follow(ofSample)
    const sample = present.find((one) => one.id === id)
    const differing = [...left].filter(([field, value]) => sample && sample[field] !== value)
    expect({ broken, differing }).toEqual({ broken: [], differing: [] })
  }
})

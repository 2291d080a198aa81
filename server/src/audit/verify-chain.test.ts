import { createHash } from 'node:crypto'
import { formatCount } from '@lims/contract/format-count.ts'
import { expect, test } from 'vitest'
import { AnchorList } from './anchor-list.ts'
import { commitmentOf, noHash, type Seal, type SealedEvent, sealHash } from './event-text.ts'
import { type Anchor, type Commitment, type Verified, verifyChain } from './verify-chain.ts'

const now = new Date('2026-11-20T09:00:00.000Z')
const old = '2026-11-20T08:00:00.000000Z'
const fresh = '2026-11-20T08:59:30.000000Z'

type Rows = { seals: Seal[]; commitments: Commitment[]; events: SealedEvent[] }
type Options = { anchors?: Anchor[]; fromSeal?: number }

const eventOf = (id: number, more: Partial<SealedEvent> = {}): SealedEvent => ({
  id,
  at: old,
  personId: 'ada',
  tokenId: null,
  action: 'sample.update',
  entityType: 'sample',
  entityId: `s${id}`,
  before: null,
  after: `{"n": ${id}}`,
  reason: null,
  ...more,
})
const saltOf = (id: number) => Buffer.alloc(16, id)
const commit = (event: SealedEvent, seal: number): Commitment => ({
  eventId: event.id,
  seal,
  salt: saltOf(event.id),
  commitment: commitmentOf(event, saltOf(event.id)),
  erasedBy: null,
})
const sealed = (seal: Omit<Seal, 'hash'>): Seal => {
  const whole = { ...seal, hash: noHash }
  return { ...whole, hash: sealHash(whole) }
}
const rootOf = (commitments: readonly Commitment[]) => {
  const root = createHash('sha256')
  for (const { commitment } of commitments) root.update(commitment)
  return root.digest()
}

/** A chain whose seals cover these events, or events with these ids. */
function chainOf(...ofSeals: (number | SealedEvent)[][]): Rows {
  const eventsOfSeals = ofSeals.map((of) =>
    of.map((event) => (typeof event === 'number' ? eventOf(event) : event)),
  )
  const events = eventsOfSeals.flat()
  const commitments = eventsOfSeals.flatMap((of, index) => of.map((event) => commit(event, index + 1)))
  const seals: Seal[] = []
  for (const [index, of] of eventsOfSeals.entries()) {
    const number = index + 1
    const ids = of.map(({ id }) => id)
    seals.push(
      sealed({
        number,
        firstEvent: Math.min(...ids),
        lastEvent: Math.max(...ids),
        events: ids.length,
        horizon: 0,
        previousHash: seals.at(-1)?.hash ?? noHash,
        sealedAt: old,
        root: rootOf(commitments.filter(({ seal }) => seal === number)),
      }),
    )
  }
  events.sort((a, b) => a.id - b.id)
  commitments.sort((a, b) => a.eventId - b.eventId)
  return { seals, commitments, events }
}

let numEnded = 0
async function* inPages<Row>(rows: readonly Row[], size: number) {
  try {
    for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
  } finally {
    numEnded++
  }
}

function listOf(anchors: readonly Anchor[]): AnchorList {
  const list = new AnchorList()
  for (const anchor of anchors) list.add(anchor)
  return list
}

/** Verifies a chain read in pages of one, of two and of all rows: what is found must not depend on it. */
async function verify({ seals, commitments, events }: Rows, options: Options = {}): Promise<Verified> {
  const results: Verified[] = []
  for (const size of [1, 2, 100]) {
    const chain = {
      seals: inPages(seals, size),
      commitments: inPages(commitments, size),
      events: inPages(events, size),
    }
    results.push(await verifyChain(chain, { now, ...options, anchors: [listOf(options.anchors ?? [])] }))
  }
  expect(results[1]).toEqual(results[0])
  expect(results[2]).toEqual(results[0])
  return results[0] as Verified
}
const findingOf = async (rows: Rows, options: Options = {}) => (await verify(rows, options)).finding

const replaceEvent = (rows: Rows, event: SealedEvent) =>
  rows.events.splice(
    rows.events.findIndex(({ id }) => id === event.id),
    1,
    event,
  )
const removeEvent = (rows: Rows, removed: number) => ({
  ...rows,
  events: rows.events.filter(({ id }) => id !== removed),
})
const removeWithCommitments = (rows: Rows, removed: readonly number[]) => ({
  ...rows,
  events: rows.events.filter(({ id }) => !removed.includes(id)),
  commitments: rows.commitments.filter(({ eventId }) => !removed.includes(eventId)),
})
/** Empties an event that names another one as its erasure. */
function erase({ commitments }: Rows, id: number, erasedBy: number | null) {
  const commitment = commitments.find(({ eventId }) => eventId === id)
  if (commitment) Object.assign(commitment, { salt: null, erasedBy })
}

test('an untouched chain verifies, also where an event was sealed late', async () => {
  const counts = { erased: 0, unsealed: 0, anchors: 0, finding: null }
  expect(await verify(chainOf([1, 2], [4, 5], [6]))).toEqual({ seals: 3, events: 5, ...counts })
  expect(await verify(chainOf([1, 2, 5], [3], [4, 6]))).toEqual({ seals: 3, events: 6, ...counts })
  expect(await verify({ seals: [], commitments: [], events: [] })).toEqual({ seals: 0, events: 0, ...counts })
})

test('an event at the end may wait for its seal ten minutes, and no longer', async () => {
  const withLast = (at: string) => {
    const rows = chainOf([1, 2])
    rows.events.push(eventOf(3, { at }), eventOf(4, { at }))
    return verify(rows)
  }
  expect(await withLast('2026-11-20T08:50:00.000Z')).toMatchObject({ events: 2, unsealed: 2, finding: null })
  expect((await withLast('2026-11-20T08:49:59.999Z')).finding).toBe(
    'Event 3 of 2026-11-20T08:49:59.999Z has no seal after more than 10 minutes: was it inserted, or is no server running?',
  )
})

test('an event without a seal between others was inserted, unless it is so new that it came late', async () => {
  const withThird = (at: string) => {
    const rows = chainOf([1, 2], [4, 5])
    rows.events.splice(2, 0, eventOf(3, { at }))
    return verify(rows)
  }
  expect((await withThird(old)).finding).toBe(
    `Event 3 of ${old} was inserted: it has no seal, though events after it have.`,
  )
  expect(await withThird(fresh)).toMatchObject({ seals: 2, events: 4, unsealed: 1, finding: null })
  const later = '2027-11-20T09:00:00.000Z'
  expect((await withThird(later)).finding).toBe(
    `Event 3 of ${later} was inserted: it has no seal, though events after it have.`,
  )
})

test('an event that is there twice was inserted', async () => {
  for (const id of [2, 4]) {
    const rows = chainOf([1, 2], [3, 4])
    rows.events.splice(id, 0, eventOf(id))
    expect(await findingOf(rows)).toBe(
      `Event ${id} of ${old} was inserted: it has no seal, though events after it have.`,
    )
  }
})

test('the last event is missed like any other', async () => {
  expect(await findingOf(removeEvent(chainOf([1, 2], [3]), 3))).toBe('Event 3 was removed: seal 2 covers it.')
})

test('the first thing that is wrong is named', async () => {
  const rows = chainOf([1], [2])
  replaceEvent(rows, eventOf(2, { reason: 'altered' }))
  Object.assign(rows.seals[0] ?? {}, { sealedAt: fresh })
  expect(await findingOf(rows)).toBe('Seal 1 was altered.')
})

test('events that were removed with their commitments are missed by their seal, the first by its id', async () => {
  const rows = chainOf([1, 2, 3], [4, 5])
  const removed = (ids: number[]) => findingOf(removeWithCommitments(rows, ids))
  expect(await removed([1])).toBe(
    'Event 1 was removed: seal 1 covers 3 of the events 1 to 3, and 2 are there.',
  )
  expect(await removed([3])).toBe(
    'Event 3 was removed: seal 1 covers 3 of the events 1 to 3, and 2 are there.',
  )
  expect(await removed([4, 5])).toBe(
    'Event 4 was removed: seal 2 covers 2 of the events 4 to 5, and 0 are there.',
  )
})

test('an event that was inserted with a commitment is one too many for its seal', async () => {
  const rows = chainOf([1], [2, 4])
  rows.events.splice(2, 0, eventOf(3))
  rows.commitments.splice(2, 0, commit(eventOf(3), 2))
  expect(await findingOf(rows)).toBe(
    'An event was inserted: seal 2 covers 2 of the events 2 to 4, and 3 are there.',
  )
})

test('an event that was altered with its commitment differs from the root of its seal', async () => {
  const rows = chainOf([1], [2, 3])
  const altered = eventOf(3, { after: '{"n": 4}' })
  replaceEvent(rows, altered)
  rows.commitments.splice(2, 1, commit(altered, 2))
  expect(await findingOf(rows)).toBe('The commitments of seal 2, events 2 to 3, were altered or reordered.')
})

test('an event beside an erased one is found altered', async () => {
  const rows = chainOf([1, 2, 3], [4])
  erase(rows, 2, 4)
  replaceEvent(rows, eventOf(3, { personId: 'bo' }))
  expect(await findingOf(rows)).toBe(
    `Event 3 was altered after it was sealed in seal 1 (sample.update of sample s3 by bo at ${old}).`,
  )
})

test('an event that was emptied names the event of an erasure, which may still wait for its seal', async () => {
  const rows = chainOf([1, 2, 3])
  erase(rows, 2, 4)
  rows.events.push(eventOf(4, { at: fresh, action: 'subject.erase' }))
  expect(await verify(rows)).toMatchObject({ events: 2, erased: 1, unsealed: 1, finding: null })
  erase(rows, 2, null)
  expect(await findingOf(rows)).toBe('Event 2 was emptied without an erasure.')
})

test('an event that was emptied is older than the erasure that it names', async () => {
  const isErasure = { action: 'subject.erase' }
  const ownName = chainOf([1, 2, 3])
  erase(ownName, 2, 2)
  replaceEvent(ownName, eventOf(2, isErasure))
  expect(await findingOf(ownName)).toBe('Event 2 names event 2 as its erasure, but event 2 is not newer.')
  const newer = chainOf([1, eventOf(2, isErasure), 3])
  erase(newer, 3, 2)
  replaceEvent(newer, eventOf(3, { personId: 'eve' }))
  expect(await findingOf(newer)).toBe('Event 3 names event 2 as its erasure, but event 2 is not newer.')
})

test('an erasure has emptied no more events than its own event says', async () => {
  const withErasure = (numEvents: number) => {
    const after = `{"samples": "keep", "numEvents": ${numEvents}}`
    const rows = chainOf([1, 2, 3], [eventOf(4, { action: 'subject.erase', after })])
    for (const id of [2, 3]) erase(rows, id, 4)
    return verify(rows)
  }
  expect((await withErasure(1)).finding).toBe(
    'Event 4 erased at most 1 event, but is the erasure of 2 events, the first of them event 2.',
  )
  // One that an earlier erasure had emptied keeps the name of that one.
  for (const numEvents of [2, 3]) {
    expect(await withErasure(numEvents)).toMatchObject({ events: 2, erased: 2, finding: null })
  }
})

test('an erasure whose reason a later one has emptied still counts as one', async () => {
  const erasure = (id: number) =>
    eventOf(id, { action: 'subject.erase', after: '{"samples": "keep", "numEvents": 1}' })
  const rows = chainOf([1, 2], [erasure(3)], [erasure(4)])
  erase(rows, 1, 3)
  erase(rows, 3, 4)
  expect(await verify(rows)).toMatchObject({ events: 2, erased: 2, finding: null })
})

test('an erasure vouches for the events of an erasure that it has emptied, which proves nothing any more', async () => {
  const withEmptied = (numUnproved: number) => {
    const after = `{"numEvents": 1, "numUnproved": ${numUnproved}}`
    const rows = chainOf([1, 2, 3, 4], [eventOf(5, { action: 'subject.erase', after })])
    for (const id of [4, 3, 2]) erase(rows, id, id + 1)
    for (const id of [3, 4]) replaceEvent(rows, eventOf(id, { action: 'subject.erase', after: null }))
    return verify(rows)
  }
  expect(await withEmptied(3)).toMatchObject({ events: 2, erased: 3, finding: null })
  // Else an event that was emptied could be rewritten as the erasure of any older one.
  for (const numUnproved of [1, 2]) {
    expect((await withEmptied(numUnproved)).finding).toBe(
      `Event 5 left at most ${formatCount(numUnproved, 'event')} without a proof, but is the erasure of 3 events, with those of the erasures that it has emptied. The first of them is event 4.`,
    )
  }
})

test('an event that was emptied has no reason', async () => {
  const rows = chainOf([1, 2], [eventOf(3, { action: 'subject.erase' })])
  erase(rows, 2, 3)
  replaceEvent(rows, eventOf(2, { reason: 'typing error' }))
  expect(await findingOf(rows)).toBe('Event 2 was altered: it has a reason, though event 3 has emptied it.')
})

test('an event whose erasure does not exist is found', async () => {
  const rows = chainOf([1, 2])
  erase(rows, 2, 9)
  expect(await findingOf(rows)).toBe('Event 2 was emptied: event 9, which it names, is no erasure.')
})

test('of the events that name another one as their erasure, the first is named', async () => {
  const rows = chainOf([1, 2, 3, 4])
  for (const id of [1, 2]) erase(rows, id, 4)
  expect(await findingOf(rows)).toBe('Event 1 was emptied: event 4, which it names, is no erasure.')
})

test('a seal that does not name the one before it breaks the chain', async () => {
  const other = Buffer.alloc(32, 7)
  for (const number of [1, 2]) {
    const rows = chainOf([1], [2])
    rows.seals = rows.seals.map((seal) =>
      seal.number === number ? sealed({ ...seal, previousHash: other }) : seal,
    )
    expect(await findingOf(rows)).toBe(
      `Seal ${number} does not follow the seal before it: the chain is broken there.`,
    )
  }
})

test('a seal at the end that is missing is missed by the events that name it', async () => {
  const cut = (rows: Rows, length: number) => findingOf({ ...rows, seals: rows.seals.slice(0, length) })
  const rows = chainOf([1, 2], [3, 4], [5, 6])
  expect(await cut(rows, 2)).toBe('Seal 3 is missing: the events from 5 on name it, and the last seal is 2.')
  expect(await cut(rows, 0)).toBe('Seal 1 is missing: the events from 1 on name it, and the last seal is 0.')
  expect(await cut(chainOf([1, 2], [4, 5], [3]), 2)).toBe(
    'Seal 3 is missing: the events from 3 on name it, and the last seal is 2.',
  )
})

test('from a later seal on, what earlier seals cover is taken as it is', async () => {
  const rows = chainOf([1, 2, 5], [3, 4, 6])
  const later = {
    seals: rows.seals.slice(1),
    commitments: rows.commitments.slice(2),
    events: removeEvent(rows, 5).events.slice(2),
  }
  const anchors = [{ seal: 1, hash: 'other', at: old, from: 'the anchor file' }]
  expect(await verify(later, { fromSeal: 2, anchors })).toMatchObject({ seals: 1, events: 3, finding: null })
})

test('anchors of seals that are not there any more show that the end was cut off, the first of them', async () => {
  const anchor = (seal: number) => ({ seal, hash: 'ab', at: old, from: 'the anchor file' })
  const cutOff = 'The audit trail was cut off at its end: the anchor file of'
  const rows = chainOf([1, 2])
  expect(await findingOf(rows, { anchors: [anchor(3), anchor(2)] })).toBe(
    `${cutOff} ${old} names seal 2, and the last one is 1 with event 2.`,
  )
  const empty = { seals: [], commitments: [], events: [] }
  expect(await findingOf(empty, { anchors: [anchor(1)] })).toBe(
    `${cutOff} ${old} names seal 1, and the last one is 0.`,
  )
})

test('each anchor of a seal must name it', async () => {
  const rows = chainOf([1], [2])
  const [first] = rows.seals
  const anchor = (hash = first?.hash.toString('hex') ?? '') => ({
    seal: 1,
    hash,
    at: old,
    from: 'the anchor file',
  })
  expect(await verify(rows, { anchors: [anchor(), anchor()] })).toMatchObject({ anchors: 2, finding: null })
  expect(await findingOf(rows, { anchors: [anchor(), anchor('ab')] })).toBe(
    `The chain was recomputed: the anchor file of ${old} names another seal 1. Events up to 1 or later were altered after that time.`,
  )
})

test('anchors may be in any order, and those of one seal are compared in theirs', async () => {
  const rows = chainOf([1], [2], [3])
  const anchor = (seal: number, at: string, hash = rows.seals[seal - 1]?.hash.toString('hex') ?? '') => ({
    seal,
    hash,
    at,
    from: 'the anchor file',
  })
  const at = ['2026-11-20T08:00:00.000Z', '2026-11-20T08:01:00Z', 'noon', '2026-11-20T08:02:00.000Z'] as const
  const right = [anchor(3, at[0]), anchor(1, at[1]), anchor(2, at[2]), anchor(1, at[3]), anchor(2, at[0])]
  expect(await verify(rows, { anchors: right })).toMatchObject({ anchors: 5, finding: null })
  const recomputed = (time: string) =>
    `The chain was recomputed: the anchor file of ${time} names another seal 2. Events up to 2 or later were altered after that time.`
  const others = ['cd'.repeat(32), rows.seals[1]?.hash.toString('hex').toUpperCase(), 'ab', '']
  for (const [time, hash] of at.flatMap((time) => others.map((hash) => [time, hash] as const))) {
    const anchors = [anchor(3, time, hash), ...right, anchor(2, time, hash), anchor(2, 'later', hash)]
    expect(await verify(rows, { anchors })).toMatchObject({ anchors: 4, finding: recomputed(time) })
  }
})

test('as many anchors as a file of some years has are compared, each with its seal', async () => {
  const rows = chainOf([1], [2])
  const anchors = Array.from({ length: 25_001 }, (_, index) => {
    const seal = 1 + (index % 2)
    return { seal, hash: rows.seals[seal - 1]?.hash.toString('hex') ?? '', at: old, from: 'the anchor file' }
  })
  expect(await verify(rows, { anchors })).toMatchObject({ anchors: 25_001, finding: null })
})

test('of two lists with anchors of seals that are not there, the one of the earlier seal is named', async () => {
  const listFrom = (seal: number, from: string) => listOf([{ seal, hash: 'ab', at: old, from }])
  const anchors = [listFrom(3, 'the time stamp in the database'), listFrom(2, 'the anchor file')]
  const none = { seals: inPages([], 1), commitments: inPages([], 1), events: inPages([], 1) }
  expect((await verifyChain(none, { now, anchors })).finding).toMatch(/: the anchor file of .* names seal 2,/)
})

test('of two lists with anchors of one seal, the first is compared first', async () => {
  const rows = chainOf([1])
  const lists = ['the time stamp in the database', 'the anchor file'].map((from) =>
    listOf([{ seal: 1, hash: 'ab', at: old, from }]),
  )
  const chain = {
    seals: inPages(rows.seals, 1),
    commitments: inPages(rows.commitments, 1),
    events: inPages(rows.events, 1),
  }
  expect((await verifyChain(chain, { now, anchors: lists })).finding).toMatch(
    /^The chain was recomputed: the time stamp in the database of /,
  )
  const none = { seals: inPages([], 1), commitments: inPages([], 1), events: inPages([], 1) }
  expect((await verifyChain(none, { now, anchors: lists })).finding).toMatch(
    /^The audit trail was cut off at its end: the time stamp in the database of /,
  )
})

test('a finding ends the reading of each table', async () => {
  numEnded = 0
  await verify(removeEvent(chainOf([1, 2], [3], [4]), 2))
  expect(numEnded).toBe(9)
})

test('a table that cannot be read is an error, not a finding', async () => {
  const rows = chainOf([1])
  async function* failing(): AsyncGenerator<SealedEvent[]> {
    yield []
    throw new Error('the connection was lost')
  }
  const chain = {
    seals: inPages(rows.seals, 1),
    commitments: inPages(rows.commitments, 1),
    events: failing(),
  }
  await expect(verifyChain(chain, { now })).rejects.toThrow('the connection was lost')
})

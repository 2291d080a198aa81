import { createHash, type Hash } from 'node:crypto'
import { minuteMs } from '@lims/contract/durations.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { AnchorCursor, Cursor } from './chain-cursors.ts'
import { commitmentOf, noHash, type Seal, type SealedEvent, sealHash } from './event-text.ts'

/** The commitment to one event. Without a salt the event is erased. */
export type Commitment = {
  eventId: number
  seal: number
  salt: Uint8Array | null
  commitment: Buffer
  erasedBy: number | null
}

/** What is verified, in pages: seals by number, commitments and events by id. */
export type Chain = {
  seals: AsyncIterable<Seal[]>
  commitments: AsyncIterable<Commitment[]>
  events: AsyncIterable<SealedEvent[]>
}

/** A seal that was written down outside the database. */
export type Anchor = { seal: number; hash: string; at: string; from: string }

/** How many events an erasure has emptied. */
export type ErasedCounts = {
  /** Those that name it. */
  events: number
  /** Also those that name an earlier erasure that it has emptied: nothing else vouches for them any more. */
  unproved: number
}

export type Verified = {
  seals: number
  /** Events whose content was compared with its commitment. */
  events: number
  erased: number
  /** Events that wait for a seal. */
  unsealed: number
  /** Anchors that were compared with a seal. */
  anchors: number
  /** The first thing that is wrong, in one sentence; null if nothing is. */
  finding: string | null
}

type Options = {
  /** When the data was as it is read. */
  now: Date
  /** Lists of anchors, each by seal. */
  anchors?: readonly Iterable<Anchor>[]
  /** Verify from this seal on; those before it are taken as they are. */
  fromSeal?: number
  /** Erasures whose events lie outside of the chain: by id, how many events each has emptied at most. */
  erasures?: ReadonlyMap<number, ErasedCounts>
  /** For a part of the chain: the number of events that each erasure has erased, inside the part and outside. */
  numErased?: ReadonlyMap<number, ErasedCounts>
}

/**
 * An event that has no seal after this time is a finding. It has the time of its request, which may take minutes until
 * its commit: for an upload, for a turn to be read, for locks.
 */
export const maxUnsealedMs = 10 * minuteMs
/** How far the clock of the server that wrote an event may be ahead. */
const maxAheadMs = minuteMs
export const eraseAction = 'subject.erase'

/** Thrown inside to end a walk at what it found. */
class Finding extends Error {}

/**
 * Walks a chain of seals once, with one page of each table in memory. Stops at the first finding: an event altered,
 * removed, inserted or reordered; a seal changed or missing; an anchor that names another seal or a later one.
 */
export async function verifyChain(chain: Chain, options: Options): Promise<Verified> {
  const walk = new Walk(chain, options)
  try {
    await walk.run()
    return { ...walk.verified, finding: null }
  } catch (error) {
    if (error instanceof Finding) return { ...walk.verified, finding: error.message }
    throw error
  } finally {
    await walk.close()
  }
}

/** Returns how many events an erasure has emptied at most. Events of before 30 November 2026 have no `numUnproved`. */
export function maxErasedBy({ after }: SealedEvent): ErasedCounts {
  const content: unknown = after === null ? null : JSON.parse(after)
  const { numEvents, numUnproved } = (content ?? {}) as Record<string, unknown>
  const asMax = (count: unknown) => (typeof count === 'number' ? count : Number.POSITIVE_INFINITY)
  return { events: asMax(numEvents), unproved: asMax(numUnproved) }
}

/** The events that name one event as their erasure. */
type Erased = ErasedCounts & { first: number }

/** The commitments of one seal that were read so far. */
type Tally = { root: Hash; events: number; ids: number[] }

class Walk {
  readonly verified = { seals: 0, events: 0, erased: 0, unsealed: 0, anchors: 0 }
  readonly #options: Options
  readonly #seals: Cursor<Seal>
  readonly #commitments: Cursor<Commitment>
  readonly #events: Cursor<SealedEvent>
  readonly #tallies = new Map<number, Tally>()
  /** By the erasure that they name, which is a later event. */
  readonly #erased = new Map<number, Erased>()
  readonly #anchors: AnchorCursor<Anchor>[]
  #lastWithSeal = 0

  constructor({ seals, commitments, events }: Chain, options: Options) {
    this.#options = options
    this.#seals = new Cursor(seals)
    this.#commitments = new Cursor(commitments)
    this.#events = new Cursor(events)
    this.#anchors = (options.anchors ?? []).map((list) => new AnchorCursor(list))
  }

  async run() {
    const { fromSeal = 1 } = this.#options
    let previous: Seal | undefined
    for (let seal = await this.#seals.next(); seal; seal = await this.#seals.next()) {
      const expected = previous ? previous.number + 1 : fromSeal
      if (seal.number !== expected) throw new Finding(`Seal ${expected} was removed.`)
      const tally = await this.#readUpTo(seal)
      this.#assertUnchanged(seal, previous)
      this.#assertWhole(seal, tally)
      this.#assertAnchored(seal)
      this.verified.seals++
      previous = seal
    }
    await this.#readRest(previous)
    this.#judgeRestOfErased()
    this.#assertNoLaterAnchor(previous)
  }

  close() {
    return Promise.all([this.#seals.close(), this.#commitments.close(), this.#events.close()])
  }

  /** Reads events and commitments up to the last event of a seal. Events of earlier seals are read already. */
  async #readUpTo({ number, lastEvent }: Seal): Promise<Tally> {
    for (;;) {
      const commitment = this.#commitments.current() ?? (await this.#commitments.load())
      if (!commitment || commitment.eventId > lastEvent) break
      const event = this.#events.current() ?? (await this.#events.load())
      if (event && event.id < commitment.eventId) {
        this.#noteUnsealed(event)
        this.#events.step()
        continue
      }
      this.#compare(commitment, event?.id === commitment.eventId ? event : undefined)
      this.#commitments.step()
      if (event?.id === commitment.eventId) this.#events.step()
    }
    const tally = this.#tallies.get(number) ?? { root: createHash('sha256'), events: 0, ids: [] }
    this.#tallies.delete(number)
    return tally
  }

  #compare(commitment: Commitment, event: SealedEvent | undefined) {
    const { eventId, seal, salt, erasedBy } = commitment
    // Belongs to a seal before the first one that is verified.
    if (seal < (this.#options.fromSeal ?? 1)) return
    if (!event) throw new Finding(`Event ${eventId} was removed: seal ${seal} covers it.`)
    if (salt === null) this.#noteErased(event, erasedBy)
    else if (!commitmentOf(event, salt).equals(commitment.commitment)) throw this.#altered(event, commitment)
    else this.verified.events++
    const tally = this.#tallies.get(seal) ?? { root: createHash('sha256'), events: 0, ids: [] }
    tally.root.update(commitment.commitment)
    tally.events++
    tally.ids.push(eventId)
    this.#tallies.set(seal, tally)
    this.#lastWithSeal = eventId
    this.#judgeErased(event, erasedBy)
  }

  /** What an erasure has emptied is older than its event, and has no reason any more. */
  #noteErased({ id, reason }: SealedEvent, erasedBy: number | null) {
    if (erasedBy === null) throw new Finding(`Event ${id} was emptied without an erasure.`)
    if (erasedBy <= id) {
      throw new Finding(
        `Event ${id} names event ${erasedBy} as its erasure, but event ${erasedBy} is not newer.`,
      )
    }
    if (reason !== null) {
      throw new Finding(`Event ${id} was altered: it has a reason, though event ${erasedBy} has emptied it.`)
    }
    this.verified.erased++
    const { first, events, unproved } = this.#erased.get(erasedBy) ?? { first: id, events: 0, unproved: 0 }
    this.#erased.set(erasedBy, { first, events: events + 1, unproved: unproved + 1 })
  }

  /**
   * Judges the events that name this one as their erasure: all of them are older, and so were read before. If this one
   * was emptied itself, its counts prove nothing: its events count as events of `erasedBy` too.
   */
  #judgeErased(event: SealedEvent, erasedBy: number | null = null) {
    const erased = this.#erased.get(event.id)
    if (!erased) return
    this.#assertErased(erased, event.id, event.action === eraseAction ? maxErasedBy(event) : undefined)
    this.#erased.delete(event.id)
    const later = erasedBy === null ? undefined : this.#erased.get(erasedBy)
    if (later) later.unproved += erased.unproved
  }

  /** Judges the events whose erasure the chain does not have. */
  #judgeRestOfErased() {
    for (const [id, erased] of this.#erased) this.#assertErased(erased, id, this.#options.erasures?.get(id))
  }

  /** `max` is how many events the erasure has emptied at most; undefined if there is no such erasure. */
  #assertErased({ first, events, unproved }: Erased, erasedBy: number, max: ErasedCounts | undefined) {
    if (max === undefined) {
      throw new Finding(`Event ${first} was emptied: event ${erasedBy}, which it names, is no erasure.`)
    }
    const everywhere = this.#options.numErased?.get(erasedBy) ?? { events: 0, unproved: 0 }
    const total = Math.max(events, everywhere.events)
    if (total > max.events) {
      throw new Finding(
        `Event ${erasedBy} erased at most ${formatCount(max.events, 'event')}, but is the erasure of ${formatCount(total, 'event')}, the first of them event ${first}.`,
      )
    }
    const numUnproved = Math.max(unproved, everywhere.unproved)
    if (numUnproved > max.unproved) {
      throw new Finding(
        `Event ${erasedBy} left at most ${formatCount(max.unproved, 'event')} without a proof, but is the erasure of ${formatCount(numUnproved, 'event')}, with those of the erasures that it has emptied. The first of them is event ${first}.`,
      )
    }
  }

  /** Finds out whether the content is that of another event. */
  #altered(event: SealedEvent, { eventId, seal }: Commitment): Finding {
    const { at, personId, action, entityType, entityId } = event
    const what = `${action} of ${entityType} ${entityId} by ${personId} at ${at}`
    for (const other of this.#commitments.page()) {
      if (other.salt === null || other.eventId === eventId) continue
      if (commitmentOf({ ...event, id: other.eventId }, other.salt).equals(other.commitment)) {
        return new Finding(
          `Event ${eventId} was reordered: it holds what event ${other.eventId} held (${what}).`,
        )
      }
    }
    return new Finding(`Event ${eventId} was altered after it was sealed in seal ${seal} (${what}).`)
  }

  #assertUnchanged(seal: Seal, previous: Seal | undefined) {
    const isFirst = seal.number === 1
    const expected = previous?.hash ?? (isFirst ? noHash : seal.previousHash)
    if (!seal.previousHash.equals(expected)) {
      throw new Finding(`Seal ${seal.number} does not follow the seal before it: the chain is broken there.`)
    }
    if (!sealHash(seal).equals(seal.hash)) throw new Finding(`Seal ${seal.number} was altered.`)
  }

  #assertWhole(seal: Seal, { events, ids, root }: Tally) {
    const { number, firstEvent, lastEvent } = seal
    if (events !== seal.events) {
      const missing = firstMissing(seal, ids)
      const where = `seal ${number} covers ${seal.events} of the events ${firstEvent} to ${lastEvent}, and ${events} are there`
      throw new Finding(
        events < seal.events ? `Event ${missing} was removed: ${where}.` : `An event was inserted: ${where}.`,
      )
    }
    if (!root.digest().equals(seal.root)) {
      throw new Finding(
        `The commitments of seal ${number}, events ${firstEvent} to ${lastEvent}, were altered or reordered.`,
      )
    }
  }

  #assertAnchored({ number, hash, firstEvent }: Seal) {
    for (const anchor of this.#anchors.flatMap((list) => list.of(number))) {
      if (anchor.hash !== hash.toString('hex')) {
        throw new Finding(
          `The chain was recomputed: ${anchor.from} of ${anchor.at} names another seal ${number}. Events up to ${firstEvent} or later were altered after that time.`,
        )
      }
      this.verified.anchors++
    }
  }

  /** An event that waits while later ones are sealed was inserted, unless it is so new that it came late. */
  #noteUnsealed(event: SealedEvent, isAtEnd = false) {
    this.verified.unsealed++
    this.#judgeErased(event)
    const { id, at } = event
    const ageMs = this.#options.now.getTime() - new Date(at).getTime()
    const isLast = isAtEnd && id > this.#lastWithSeal
    // A time in the future makes an inserted event no new one; at the end a clock may be ahead.
    if (ageMs <= maxUnsealedMs && (isLast || ageMs >= -maxAheadMs)) return
    throw new Finding(
      isLast
        ? `Event ${id} of ${at} has no seal after more than ${maxUnsealedMs / minuteMs} minutes: was it inserted, or is no server running?`
        : `Event ${id} of ${at} was inserted: it has no seal, though events after it have.`,
    )
  }

  async #readRest(last: Seal | undefined) {
    const commitment = this.#commitments.current() ?? (await this.#commitments.load())
    const [tally] = this.#tallies
    if (commitment || tally) {
      const seal = commitment?.seal ?? tally?.[0]
      throw new Finding(
        `Seal ${seal} is missing: the events from ${commitment?.eventId ?? tally?.[1].ids[0]} on name it, and the last seal is ${last?.number ?? 0}.`,
      )
    }
    for (;;) {
      const event = this.#events.current() ?? (await this.#events.load())
      if (!event) break
      this.#noteUnsealed(event, true)
      this.#events.step()
    }
  }

  #assertNoLaterAnchor(last: Seal | undefined) {
    const { fromSeal = 1 } = this.#options
    const later = this.#anchors.flatMap((list) => list.nextFrom(fromSeal) ?? [])
    const [first] = later.sort((a, b) => a.seal - b.seal)
    if (!first) return
    throw new Finding(
      `The audit trail was cut off at its end: ${first.from} of ${first.at} names seal ${first.seal}, and the last one is ${last?.number ?? 0}${last ? ` with event ${last.lastEvent}` : ''}.`,
    )
  }
}

/** Returns the first id of a seal's range that is not among `ids`, which are in order. */
function firstMissing({ firstEvent }: Seal, ids: readonly number[]): number {
  let expected = firstEvent
  for (const id of ids) {
    if (id > expected) return expected
    expected = id + 1
  }
  return expected
}

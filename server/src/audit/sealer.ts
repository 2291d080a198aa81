import type { FastifyBaseLogger } from 'fastify'
import type { Db, Transaction } from '../db/database.ts'
import { errorMessage } from '../errors/error-message.ts'
import { limits } from '../limits.ts'
import {
  insertSeal,
  lockSealing,
  maxEventsPerSeal,
  type Observation,
  observe,
  readHorizon,
  tryLockSealing,
} from './seal-queries.ts'

const intervalMs = 1000
/** Allowed between the moment an event is given its id and the moment its transaction is visible as running. */
const defaultSettleMs = 5000

/** Logged when ids of events have gone back, which no crash does: PostgreSQL keeps what was committed. */
const recovered =
  "The database was recovered to an earlier time. Stop the servers, and follow 'A recovery to an earlier time' in docs/operations.md: tube IDs may be issued twice, and revoked tokens may work again."

type Parts = { db: Db; now: () => Date; log: Pick<FastifyBaseLogger, 'error'>; settleMs?: number }

/**
 * Seals the events of the audit trail every second while there are some to seal. One server seals at a time, the others
 * try again a second later. A writer never waits for it: it reads what is committed and locks no event.
 */
export class Sealer {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isStopped = false
  /** By the clock of `performance`. */
  #endsAt = Number.POSITIVE_INFINITY
  #isFailing = false
  #observed: (Observation & { atMs: number }) | undefined
  /** No event up to this one can come any more. */
  #settled = 0
  /** Every event up to this one is sealed. */
  #sealedUpTo = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    this.#schedule()
  }

  /**
   * Seals what was done last, without which it would look inserted until a server runs again. Begins no further seal
   * after `limits.stopSealMs`.
   */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#endsAt = performance.now() + limits.stopSealMs
    await this.#running
    await this.#run()
  }

  /**
   * Seals all that is committed. Returns how many events; 0 also if another server seals just now. Of a server that is
   * stopping, it may end early.
   */
  async sealAll(): Promise<number> {
    let total = 0
    for (;;) {
      const { sealed, sealedUpTo } = await this.#parts.db.transaction().execute((trx) => this.#sealOnce(trx))
      this.#sealedUpTo = sealedUpTo
      total += sealed
      if (sealed < maxEventsPerSeal || performance.now() > this.#endsAt) return total
    }
  }

  async #sealOnce(trx: Transaction): Promise<{ sealed: number; sealedUpTo: number }> {
    if (!(await tryLockSealing(trx))) return { sealed: 0, sealedUpTo: this.#sealedUpTo }
    await this.#settle(trx)
    const horizon = Math.max(this.#sealedUpTo, await readHorizon(trx))
    const settled = this.#settled
    const sealed = await insertSeal(trx, { horizon, settled, now: this.#parts.now() })
    return { sealed, sealedUpTo: sealed < maxEventsPerSeal ? Math.max(horizon, settled) : horizon }
  }

  /** Finds out up to which event all transactions have ended. */
  async #settle(trx: Transaction): Promise<void> {
    const { oldest, ...observation } = await observe(trx)
    if (this.#observed && mayBeEarlier(observation, this.#observed)) {
      if (observation.lastId < this.#observed.lastId) this.#parts.log.error(recovered)
      this.#forget()
    }
    const observed = this.#observed
    const { settleMs = defaultSettleMs } = this.#parts
    if (observed) {
      if (oldest < observed.before || performance.now() - observed.atMs < settleMs) return
      this.#settled = Math.max(this.#settled, observed.lastId)
    }
    this.#observed = { ...observation, atMs: performance.now() }
  }

  /** Makes the next run read from the database what is sealed. */
  #forget() {
    this.#observed = undefined
    this.#settled = 0
    this.#sealedUpTo = 0
  }

  #schedule() {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#running = this.#run().finally(() => this.#schedule())
    }, intervalMs)
    this.#timer.unref()
  }

  async #run() {
    try {
      await this.sealAll()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) {
        this.#parts.log.error(`the audit trail is not sealed for the moment: ${errorMessage(error)}`)
      }
      this.#isFailing = true
    }
  }
}

/**
 * Whether the database may have been recovered to an earlier time since: ids of events that were given out then are
 * given out again, and transaction ids too.
 */
const mayBeEarlier = (now: Observation, then: Observation) =>
  now.database !== then.database || now.before < then.before

/**
 * Seals every committed event and keeps others from sealing until the transaction ends, so that what an erasure
 * removes is sealed before.
 */
export async function sealBeforeErasure(trx: Transaction, now: Date): Promise<void> {
  await lockSealing(trx)
  const horizon = await readHorizon(trx)
  while ((await insertSeal(trx, { horizon, settled: horizon, now })) === maxEventsPerSeal);
}

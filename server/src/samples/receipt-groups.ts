import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { insertReceipts, type Receipt, type WrittenReceipt } from './receipt-queries.ts'

/**
 * While this many groups are being written, further receipts wait. With more groups, no more tubes a second were
 * received; with one, a lock that concerns one tube would keep all others waiting.
 */
const maxGroups = 2
const maxReceipts = 50

type Waiting = {
  receipt: Receipt
  resolve: (written: WrittenReceipt | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Writes receipts that come at the same time in one transaction: what a statement, its triggers and the commit cost is
 * paid once for all of them. A receipt that comes alone is written at once, alone.
 */
export class ReceiptGroups {
  readonly #db: Db
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #waiting: Waiting[] = []
  #groups = 0

  constructor(db: Db, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#db = db
    this.#log = log
  }

  /**
   * Returns undefined, and has written nothing, for a receipt that has to be written on its own, or refused: see
   * `insertReceipts`. Throws if the database is unreachable, and `CommitUnconfirmed` if the reply to the commit is
   * lost.
   */
  write(receipt: Receipt): Promise<WrittenReceipt | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ receipt, resolve, reject })
      // Those that arrive in the same turn of the event loop form a group.
      setImmediate(() => this.#writeWaiting())
    })
  }

  #writeWaiting(): void {
    while (this.#waiting.length > 0 && this.#groups < maxGroups) {
      const group = this.#waiting.splice(0, maxReceipts)
      this.#groups += 1
      void this.#writeGroup(group).finally(() => {
        this.#groups -= 1
        this.#writeWaiting()
      })
    }
  }

  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    const receipts = group.map(({ receipt }) => receipt)
    try {
      const written = await insertReceipts(this.#db, receipts)
      const failed = written instanceof Error
      // Each on its own waits only for what concerns it, and fails alone.
      if (failed)
        this.#log.warn(`receipts are written one by one, ${group.length} of them: ${written.message}`)
      for (const [index, { resolve }] of group.entries()) resolve(failed ? undefined : written[index])
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
}

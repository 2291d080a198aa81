import type { Db } from '../db/database.ts'

/** No read waits for one that has run for longer than this. */
const maxWaitMs = 50

type UnderWay<R> = { startedAt: number; result: Promise<R>; next?: Promise<R> }

/**
 * Returns a function by which requests for the same key share reads: after a change many pages request the same list at
 * once. A request that comes while a read of its key runs waits for the end of that read, at most until 50 ms after its
 * start, and shares the next one with all others that wait. A read that runs already is never shared, since it may have
 * begun before a change that was committed before the request. The result must depend on nothing but the key, and must
 * not be changed. In a transaction nothing is shared.
 */
export function nextReads<R>(): (db: Db, key: string, read: () => Promise<R>) => Promise<R> {
  const readsOf = new WeakMap<Db, Map<string, UnderWay<R>>>()

  function begin(reads: Map<string, UnderWay<R>>, key: string, read: () => Promise<R>): Promise<R> {
    const underWay: UnderWay<R> = { startedAt: performance.now(), result: read() }
    reads.set(key, underWay)
    const end = () => {
      if (reads.get(key) === underWay && !underWay.next) reads.delete(key)
    }
    underWay.result.then(end, end)
    return underWay.result
  }

  return (db, key, read) => {
    if (db.isTransaction) return read()
    const reads = readsOf.get(db) ?? new Map<string, UnderWay<R>>()
    readsOf.set(db, reads)
    const underWay = reads.get(key)
    if (underWay?.next) return underWay.next
    const restMs = underWay ? underWay.startedAt + maxWaitMs - performance.now() : 0
    if (!underWay || restMs <= 0) return begin(reads, key, read)
    underWay.next = endOf(underWay.result, restMs).then(() => begin(reads, key, read))
    return underWay.next
  }
}

/** Resolves when the promise is fulfilled or rejected, at the latest after `maxMs`. */
const endOf = (promise: Promise<unknown>, maxMs: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, maxMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    promise.then(end, end)
  })

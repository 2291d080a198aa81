import { z } from 'zod'
import { oneTabAtATime, openTabs, ownTab } from './open-tabs.ts'

type Named = { id: string }

const Kept = z.object({ tab: z.string(), scan: z.unknown() })

/**
 * One person's scans without a reply, kept in the browser over closing, a crash and a restart. Each is an entry of its
 * own, so that two tabs never write over each other's.
 */
export class KeptScans<S extends Named> {
  readonly #storage: Storage
  readonly #prefix: string
  readonly #schema: z.ZodType<S>
  readonly #own = new Set<string>()

  constructor(storage: Storage, key: string, schema: z.ZodType<S>) {
    this.#storage = storage
    this.#prefix = `${key}.`
    this.#schema = schema
  }

  /** Makes these, and no others of this tab, the scans without a reply. */
  keep(open: readonly S[]): void {
    const ids = new Set(open.map(({ id }) => id))
    for (const id of this.#own) if (!ids.has(id)) this.#storage.removeItem(this.#prefix + id)
    for (const scan of open) if (!this.#own.has(scan.id)) this.#put(scan)
    this.#own.clear()
    for (const id of ids) this.#own.add(id)
  }

  /** Takes over the scans that closed tabs have left, in the order in which they were made. */
  takeOver(): Promise<S[]> {
    return oneTabAtATime(`${this.#prefix}take-over`, async () => {
      const entries = this.#entries().filter(({ scan }) => !this.#own.has(scan.id))
      const open = await openTabs(entries.map(({ tab }) => tab))
      const left = entries.filter(({ tab }) => !open.has(tab)).map(({ scan }) => scan)
      for (const scan of left) this.#put(scan)
      return left
    })
  }

  #put(scan: S) {
    store(this.#storage, this.#prefix + scan.id, { tab: ownTab, scan })
    this.#own.add(scan.id)
  }

  #entries(): { tab: string; scan: S }[] {
    return keysOf(this.#storage, this.#prefix).flatMap((key) => {
      const kept = keptUnder(this.#storage, key)
      const scan = this.#schema.safeParse(kept?.scan)
      return kept && scan.success ? [{ tab: kept.tab, scan: scan.data }] : []
    })
  }
}

const keptUnder = (storage: Storage, key: string) => Kept.safeParse(stored(storage, key)).data

/** Where the scans of a person that have no reply yet are kept in the browser. */
export const keptScansKey = (owner: string | undefined): string => `lims.unsent.receive.${owner ?? 'nobody'}`

/** Writes to the browser's store. Where that is full or blocked nothing is kept, and scans are sent all the same. */
export function store(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn('The browser keeps nothing:', error)
  }
}

/** Reads from the browser's store; undefined for what is missing or damaged. */
export function stored(storage: Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? '')
  } catch {
    return undefined
  }
}

/** The keys of a browser's store that begin so. */
export const keysOf = (storage: Storage, prefix: string): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  )

/** Those of these keys whose scans no other open tab is to send. */
export async function keysLeft(storage: Storage, keys: readonly string[]): Promise<string[]> {
  const entries = keys.flatMap((key) => {
    const kept = keptUnder(storage, key)
    return kept ? [{ key, tab: kept.tab }] : []
  })
  const open = await openTabs(entries.map(({ tab }) => tab))
  return entries.filter(({ tab }) => !open.has(tab)).map(({ key }) => key)
}

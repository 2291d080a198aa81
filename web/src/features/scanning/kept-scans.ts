import { z } from 'zod'
import { keysWithPrefix } from '../../api/browser-storage.ts'
import { randomKey } from '../../api/idempotency-keys.ts'
import { parseJson } from '../../api/parse-json.ts'

/** What every key of unsent scans begins with. */
export const unsentPrefix = 'lims.unsent.'

/** Each kind of queue keeps its scans under keys of its own. */
const kinds = ['receive', 'custody', 'stock-take', 'moves', 'scan-in', 'picks'] as const
export type ScanKind = (typeof kinds)[number]
/** Kinds of which each box or pick list has a queue of its own. */
const kindsWithPlace: readonly ScanKind[] = ['scan-in', 'picks']

/** `place`: the id of the box or pick list, where each has a queue of its own. */
type QueueKey = { kind: ScanKind; owner: string | undefined; place?: number | string }

const ofOwner = ({ owner = 'nobody', place }: Omit<QueueKey, 'kind'>) =>
  place === undefined ? owner : `${owner}.${place}`

/** The key under which a tab keeps a person's scans. */
export const sessionKey = ({ kind, ...of }: QueueKey): string =>
  `lims.${kind === 'receive' ? 'scans' : kind}.${ofOwner(of)}`

/** The key under which the browser keeps a person's unsent scans, each followed by a dot and the id of the scan. */
export const unsentKey = ({ kind, ...of }: QueueKey): string => `${unsentPrefix}${kind}.${ofOwner(of)}`

/** How many scans this browser keeps because they have no reply yet: those of everybody, in all tabs. */
export const countUnsent = (): number => keysWithPrefix(localStorage, unsentPrefix).length

/** How many of them are of one person. */
export function countUnsentOf(owner: string): number {
  const countOf = (kind: ScanKind) => {
    const prefix = `${unsentKey({ kind, owner })}.`
    // The key of a person whose id continues this one after a dot has more parts.
    const numParts = kindsWithPlace.includes(kind) ? 2 : 1
    return keysWithPrefix(localStorage, prefix).filter(
      (key) => key.slice(prefix.length).split('.').length === numParts,
    ).length
  }
  return kinds.reduce((sum, kind) => sum + countOf(kind), 0)
}

/** How many scans of a pick list, made by this person in this browser, have no reply yet. */
export const countUnsentPicks = (owner: string | undefined, pickListId: string): number =>
  keysWithPrefix(localStorage, `${unsentKey({ kind: 'picks', owner, place: pickListId })}.`).length

const KeptEntry = z.object({ tab: z.string(), scan: z.unknown() })

/**
 * The scans of one person that have no reply yet, kept in the browser when it is closed or crashes. Each is an entry
 * of its own, so that two tabs never overwrite each other's.
 */
export class KeptScans<S extends { id: string }> {
  readonly #storage: Storage
  readonly #prefix: string
  readonly #schema: z.ZodType<S>
  readonly #own = new Set<string>()

  constructor(storage: Storage, key: string, schema: z.ZodType<S>) {
    this.#storage = storage
    this.#prefix = `${key}.`
    this.#schema = schema
  }

  /** Keeps these scans for this tab, and no others. */
  keep(pending: readonly S[]): void {
    const ids = new Set(pending.map(({ id }) => id))
    for (const id of this.#own) if (!ids.has(id)) this.#storage.removeItem(this.#prefix + id)
    for (const scan of pending) if (!this.#own.has(scan.id)) this.#put(scan)
    this.#own.clear()
    for (const id of ids) this.#own.add(id)
  }

  /**
   * Passes the scans that closed tabs have left to `accept`, which must keep them. No other tab takes them as well.
   * Returns how many they are.
   */
  takeOver(accept: (left: S[]) => void): Promise<number> {
    return oneTabAtATime(`${this.#prefix}take-over`, async () => {
      const entries = this.#entries().filter(({ scan }) => !this.#own.has(scan.id))
      const open = await openTabs(entries.map(({ tab }) => tab))
      const left = entries.filter(({ tab }) => !open.has(tab)).map(({ scan }) => scan)
      for (const scan of left) this.#put(scan)
      if (left.length > 0) accept(left)
      return left.length
    })
  }

  #put(scan: S) {
    writeStored(this.#storage, this.#prefix + scan.id, { tab: ownTab, scan })
    this.#own.add(scan.id)
  }

  #entries(): { tab: string; scan: S }[] {
    return keysWithPrefix(this.#storage, this.#prefix).flatMap((key) => {
      const entry = keptEntry(this.#storage, key)
      const scan = this.#schema.safeParse(entry?.scan)
      // A longer key that begins the same belongs to a person whose name has a dot in it.
      const isOwn = key === this.#prefix + scan.data?.id
      return entry && scan.success && isOwn ? [{ tab: entry.tab, scan: scan.data }] : []
    })
  }
}

const keptEntry = (storage: Storage, key: string) => parseJson(storage.getItem(key), KeptEntry)

/**
 * Writes JSON to the browser's storage. Where that is full or blocked, nothing is kept, and scans are sent all the
 * same.
 */
export function writeStored(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn('The browser could not store unsent scans:', error)
  }
}

/** Returns the entries whose keys begin with the prefix and that belong to no other open tab. */
export async function entriesOfClosedTabs(
  storage: Storage,
  prefix: string,
): Promise<{ key: string; scan: unknown }[]> {
  const entries = keysWithPrefix(storage, prefix).flatMap((key) => {
    const entry = keptEntry(storage, key)
    return entry ? [{ key, ...entry }] : []
  })
  const open = await openTabs(entries.map(({ tab }) => tab))
  return entries.filter(({ tab }) => !open.has(tab)).map(({ key, scan }) => ({ key, scan }))
}

const lockOfTab = (tab: string) => `lims.tab.${tab}`

/** This page, until it is closed or reloaded. */
const ownTab = randomKey()

// Held as long as this page lives: the browser releases it even after a crash. Plain http addresses have no locks.
void navigator.locks?.request(lockOfTab(ownTab), () => new Promise(() => {}))

/** Returns which of these tabs are open, other than this one. Without locks it returns none, and callers must cope. */
async function openTabs(tabs: readonly string[]): Promise<ReadonlySet<string>> {
  const names = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
  return new Set(tabs.filter((tab) => tab !== ownTab && names.has(lockOfTab(tab))))
}

/** Runs `work` in one tab at a time, if the browser has locks. */
const oneTabAtATime = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, work) : work()

import { z } from 'zod'
import { randomKey } from '../../api/idempotency-keys.ts'
import { parseJson } from '../../api/parse-json.ts'
import { tabStorage } from '../../api/tab-storage.ts'

const prefix = 'lims.selection.'
/** Older selections of the tab are dropped: 20,000 ids take 800 kB of the 5 MB that a tab may store. */
const maxKept = 4

const Ids = z.array(z.uuid())

/** Keeps the ids of a selection for this tab, also over a reload. Returns its name for the address. */
export function saveSelection(ids: readonly string[]): string {
  const kept = tabStorage.keysWithPrefix(prefix).sort()
  for (const old of kept.slice(0, -(maxKept - 1))) tabStorage.remove(old)
  const name = `${Date.now()}-${randomKey().slice(0, 6)}`
  tabStorage.set(prefix + name, JSON.stringify(ids))
  return name
}

/** Returns the ids of a selection, or undefined if this tab does not keep it. */
export function readSelection(name: string): readonly string[] | undefined {
  return parseJson(tabStorage.get(prefix + name), Ids)
}

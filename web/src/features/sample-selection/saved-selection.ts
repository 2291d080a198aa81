import { z } from 'zod'
import { keysWithPrefix } from '../../api/browser-storage.ts'
import { randomKey } from '../../api/idempotency-keys.ts'
import { parseJson } from '../../api/parse-json.ts'

const prefix = 'lims.selection.'
/** Older selections of the tab are dropped: 20,000 ids take 800 kB of the 5 MB that a tab may store. */
const maxKept = 4

const Ids = z.array(z.uuid())

/** Selections for which the tab had no room: they last until the page is reloaded. */
const unstored = new Map<string, readonly string[]>()

/** Keeps the ids of a selection for this tab, also over a reload. Returns its name for the address. */
export function saveSelection(ids: readonly string[]): string {
  const kept = keysWithPrefix(sessionStorage, prefix).sort()
  for (const old of kept.slice(0, -(maxKept - 1))) sessionStorage.removeItem(old)
  const name = `${Date.now()}-${randomKey().slice(0, 6)}`
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(ids))
  } catch {
    unstored.set(name, ids)
  }
  return name
}

/** Returns the ids of a selection, or undefined if this tab does not keep it. */
export function readSelection(name: string): readonly string[] | undefined {
  return unstored.get(name) ?? parseJson(sessionStorage.getItem(prefix + name), Ids)
}

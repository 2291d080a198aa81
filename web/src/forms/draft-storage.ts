import { z } from 'zod'
import { decodeToken } from '../api/decode-token.ts'
import { parseJson } from '../api/parse-json.ts'
import { storedToken } from '../api/stored-token.ts'
import { tabStorage } from '../api/tab-storage.ts'

/**
 * As stored in the tab: `was` is the saved record that the person started from, `typed` the form as left,
 * `mayBeSaved` whether it was sent and the reply is not known.
 */
const StoredDraft = z.object({
  was: z.record(z.string(), z.unknown()),
  typed: z.record(z.string(), z.unknown()),
  mayBeSaved: z.boolean().optional(),
})

export type StoredDraft<V> = { was: V; typed: V; mayBeSaved?: boolean | undefined }

/** A dot ends the id of the person, who may be `ada` or `ada.li`. */
const prefixOf = (token: string | undefined) => `lims.typed.${withoutDots(personOf(token))}.`
const personOf = (token: string | undefined) => decodeToken(token ?? '')?.sub ?? 'nobody'
/**
 * Changes ids with a dot only: the drafts of all others, such as `auth0|7`, are found after an upgrade. `%` is changed
 * too, so that no two ids have one key.
 */
const withoutDots = (id: string) => id.replaceAll('%', '%25').replaceAll('.', '%2E')

/** The key holds the person's id, so that the next person to sign in cannot read the draft. */
export const draftKey = (form: string): string => prefixOf(storedToken()) + form

/**
 * Returns the part of a draft's name that stands for its records, see `KeptInput`: the id of one, the number of
 * several. Names of records may repeat.
 */
export const draftIdOf = (ids: readonly string[]): string =>
  ids.length === 1 ? `${ids[0]}` : `${ids.length}`

export function readDraft<V>(key: string): StoredDraft<V> | undefined {
  return parseJson(tabStorage.get(key), StoredDraft) as StoredDraft<V> | undefined
}

/** Does nothing without a session: after logout a form is still rendered for a moment, and its draft was removed. */
export function saveDraft<V extends object>(key: string, draft: StoredDraft<V>): void {
  if (storedToken() !== undefined) tabStorage.set(key, JSON.stringify(draft))
}

export const removeDraft = (key: string) => tabStorage.remove(key)

/** Removes the drafts of all forms of the person with this token. */
export function removeAllDrafts(token: string): void {
  for (const key of tabStorage.keysWithPrefix(prefixOf(token))) removeDraft(key)
}

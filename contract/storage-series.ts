import { z } from 'zod'
import { maxInteger } from './bounds.ts'
import { formatNumber } from './format-count.ts'
import { parameters } from './parameters.ts'
import { StorageId, StorageInput } from './storage.ts'
import { StorageType } from './storage-type.ts'
import { success } from './success.ts'

/** How many storages a request may create. */
export const maxNewStorages = { series: 500, copies: 50, withInside: 5000 } as const

/** Names of new storages that will be beside each other: no two are the same, ignoring case. */
const newAliases = (max: number) =>
  z
    .array(StorageInput.shape.alias, { error: 'aliases must be a list of names' })
    .min(1, 'aliases must hold at least one name')
    .max(max, `aliases may hold at most ${formatNumber(max)} names`)
    .superRefine((aliases, context) => {
      const seen = new Set<string>()
      for (const [index, alias] of aliases.entries()) {
        const name = alias.toLowerCase()
        if (seen.has(name)) {
          context.addIssue({ code: 'custom', path: [index], message: `'${alias}' is in the list twice` })
          return
        }
        seen.add(name)
      }
    })

/** Many storages that differ in their names only. Each takes the next free cell of the parent, row by row. */
export const AddStoragesBody = StorageInput.omit({ alias: true }).extend({
  aliases: newAliases(maxNewStorages.series),
  /** 0 or null: top level. */
  parentID: StorageId.nullish(),
})
export type AddStoragesBody = z.infer<typeof AddStoragesBody>

export const CopyStorageBody = parameters({
  storageId: StorageId,
  /** The names of the copies. The storages inside keep theirs. */
  aliases: newAliases(maxNewStorages.copies),
  /** 0 or null: top level. Omitted: that of the copied storage. */
  parentID: StorageId.nullish(),
})
export type CopyStorageBody = z.infer<typeof CopyStorageBody>

export const UndoAddStoragesBody = parameters({
  /** All storages that one request has created, as `undo` of its reply names them. */
  storageIds: z
    .array(z.number().int().min(1).max(maxInteger))
    .min(1, 'storageIds must name at least one storage')
    .max(
      maxNewStorages.withInside,
      `storageIds may name at most ${formatNumber(maxNewStorages.withInside)} storages`,
    ),
})
export type UndoAddStoragesBody = z.infer<typeof UndoAddStoragesBody>

export const StoragesCreatedReply = z.object({
  success,
  /** How many storages were created, with all inside them. */
  count: z.number().int(),
  /** Those that were named in the request, in the order of their names. */
  storages: z.array(
    z.object({
      id: z.number().int(),
      alias: z.string(),
      /** The label of its cell in the parent; null at the top level. */
      position: z.string().nullable(),
    }),
  ),
  /** Body of /storage/undo-add. */
  undo: z.object({ storageIds: z.array(z.number().int()) }),
})
export type StoragesCreatedReply = z.infer<typeof StoragesCreatedReply>

/** How many storages of a type are inside a storage, at all levels. */
export const StoragesInside = z.object({ type: StorageType, count: z.number().int() })
export type StoragesInside = z.infer<typeof StoragesInside>

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { strictId } from './id-input.ts'
import { PageQuery } from './paging.ts'
import { parameters } from './parameters.ts'
import { StorageType } from './storage-type.ts'
import { success } from './success.ts'
import { maxTextLength, optionalText, requiredText } from './text.ts'

/** How long the browser offers Undo after a deletion. The server accepts it later, too. */
export const undoWindowMs = 10_000

export const DeletedReply = z.object({
  success,
  /** Pass it to /deletions/undo to undo the deletion. */
  deletionId: z.uuid(),
  /** Number of deleted samples. */
  numSamples: z.number().int(),
})
export type DeletedReply = z.infer<typeof DeletedReply>

/** A deleted sample and its deletion. */
export const DeletedSample = z.object({
  deletionId: z.uuid(),
  sampleId: z.uuid(),
  name: z.string(),
  /** The tube ID. */
  alias: z.string(),
  /** Whether the sample was deleted by itself or together with its batch. */
  deletedWith: z.enum(['sample', 'batch']),
  /** Number of samples that undoing the deletion restores. Absent with a batch, and in replies of earlier versions. */
  numSamples: z.number().int().optional(),
  deletedAt: z.iso.datetime(),
  deletedByName: z.string(),
})
export type DeletedSample = z.infer<typeof DeletedSample>

/** Number of days that the list of recent deletions covers. Older deletions are found by code only. */
export const recentDeletionDays = 90

/** A deletion that was not undone. */
export const Deletion = z.object({
  deletionId: z.uuid(),
  entityType: z.enum(['sample', 'batch', 'storage']),
  /** The name of what was deleted; of several samples the name of the first. */
  name: z.string(),
  /** The tube ID of a sample. */
  alias: z.string().nullable(),
  storageType: StorageType.nullable(),
  /** Number of deleted samples. */
  numSamples: z.number().int(),
  deletedAt: z.iso.datetime(),
  deletedByName: z.string(),
})
export type Deletion = z.infer<typeof Deletion>

export const DeletionListQuery = PageQuery.extend({
  /** Only deletions of the sample with this id or tube ID, also older ones. */
  code: optionalText(maxTextLength.code),
})
export type DeletionListQuery = z.infer<typeof DeletionListQuery>

export const deletionsApi = {
  list: endpoint({
    method: 'GET',
    path: '/deletions/list',
    permission: 'sample.read',
    summary: `The deletions of the last ${recentDeletionDays} days that were not undone, newest first; those of one sample also if they are older`,
    query: DeletionListQuery,
    reply: z.object({ deletions: z.array(Deletion), totalDeletions: z.number().int() }),
  }),
  find: endpoint({
    method: 'GET',
    path: '/deletions/find',
    permission: 'sample.read',
    summary: 'Who deleted the sample with this id or tube ID, and when',
    query: parameters({
      code: requiredText(maxTextLength.code, 'code must be the id or tube ID of a sample'),
    }),
    reply: z.object({ deletion: DeletedSample.nullable() }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/deletions/undo',
    permission: 'restore',
    summary: 'Undo a deletion: restores the records with their ids, places and history',
    body: parameters({
      deletionId: strictId('deletionId must be the one that the delete request returned'),
      /** True: samples and storages whose cell is taken or gone are restored without a place. */
      withoutPlace: z.boolean().optional(),
    }),
    reply: z.object({ success, numSamples: z.number().int() }),
  }),
}

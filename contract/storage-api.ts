import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { formatNumber } from './format-count.ts'
import { parameters } from './parameters.ts'
import { ReasonBody } from './reason.ts'
import {
  AddStorageBody,
  Coordinate,
  HierarchyEntry,
  OccupancyEntry,
  ParentStorageId,
  Storage,
  StorageChild,
  StorageId,
  StorageIdList,
  StorageListQuery,
  StorageListReply,
  TubeUsage,
  UpdateStorageBody,
} from './storage.ts'
import {
  AddStoragesBody,
  CopyStorageBody,
  maxNewStorages,
  StoragesCreatedReply,
  StoragesInside,
  UndoAddStoragesBody,
} from './storage-series.ts'
import { success } from './success.ts'
import { maxTextLength, optionalText, text } from './text.ts'

const StorageChangedReply = z.object({ success, storage: Storage })
/** Filters by name are accepted and ignored: clients of this endpoint filter the result themselves. */
const ignoredFilter = optionalText(maxTextLength.search).meta({ description: 'Ignored: use /storage/search' })
const UnfilteredStoragesQuery = StorageListQuery.extend({
  query: ignoredFilter,
  name: ignoredFilter,
  alias: ignoredFilter,
})
const ofStorage = parameters({ storageId: StorageId })

/** Endpoints for storages. */
export const storageApi = {
  add: endpoint({
    method: 'POST',
    path: '/storage/add',
    permission: 'storage.edit',
    summary: 'Create a storage, at the top level or in a cell of its parent',
    body: AddStorageBody,
    reply: StorageChangedReply,
  }),
  addMany: endpoint({
    method: 'POST',
    path: '/storage/add-many',
    permission: 'storage.edit',
    summary: `Create up to ${formatNumber(maxNewStorages.series)} storages of one kind, all or none, in the next free cells of their parent or at the top level`,
    body: AddStoragesBody,
    reply: StoragesCreatedReply,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/storage/copy',
    permission: 'storage.edit',
    summary: `Copy a storage with all storages inside it, never samples, up to ${maxNewStorages.copies} times, all or none; at most ${formatNumber(maxNewStorages.withInside)} new storages`,
    body: CopyStorageBody,
    reply: StoragesCreatedReply,
  }),
  undoAdd: endpoint({
    method: 'POST',
    path: '/storage/undo-add',
    permission: 'storage.edit',
    summary:
      'Undo the creation of several storages or of copies: all are deleted; refused if anything has happened to one of them',
    body: UndoAddStoragesBody,
    reply: z.object({ success, count: z.number().int() }),
  }),
  update: endpoint({
    method: 'POST',
    path: '/storage/update',
    permission: 'storage.edit',
    summary: 'Change fields of a storage, or its parent',
    body: UpdateStorageBody,
    reply: StorageChangedReply,
  }),
  delete: endpoint({
    method: 'POST',
    path: '/storage/delete',
    permission: 'storage.delete',
    summary: 'Delete an empty storage',
    query: parameters({ id: StorageId }),
    body: ReasonBody,
    reply: z.object({ success, deletionId: z.uuid() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/storage/get',
    permission: 'storage.read',
    summary: 'One storage',
    query: parameters({ id: StorageId }),
    reply: z.object({ storage: Storage }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/storage/list',
    permission: 'storage.read',
    summary: 'A page of all storages; filters by name are ignored: use /storage/search',
    query: UnfilteredStoragesQuery,
    reply: StorageListReply,
  }),
  search: endpoint({
    method: 'GET',
    path: '/storage/search',
    permission: 'storage.read',
    summary:
      "A page of the storages whose alias contains a text, or whose label has it as its code; if none does, of those whose path it is, in which names may be left out: 'Freezer 3 Box 1'",
    query: StorageListQuery,
    reply: StorageListReply,
  }),
  orphans: endpoint({
    method: 'GET',
    path: '/storage/orphans',
    permission: 'storage.read',
    summary:
      'A page of the storages without a parent; with forStorage, only types that this storage may hold',
    query: StorageListQuery.extend({ forStorage: StorageId.optional() }),
    reply: StorageListReply,
  }),
  associate: endpoint({
    method: 'POST',
    path: '/storage/associate',
    permission: 'storage.edit',
    summary: 'Place a storage in a cell of another storage',
    body: parameters({
      parentStorageId: ParentStorageId,
      childStorageId: StorageId,
      rowCoordinate: Coordinate,
      columnCoordinate: Coordinate,
      /** Sent by other clients and ignored: the token identifies the person. */
      userID: text(500).nullish(),
    }),
    reply: StorageChangedReply,
  }),
  disassociate: endpoint({
    method: 'POST',
    path: '/storage/disassociate',
    permission: 'storage.edit',
    summary: 'Take a storage out of its parent',
    body: ofStorage,
    reply: StorageChangedReply,
  }),
  children: endpoint({
    method: 'GET',
    path: '/storage/children',
    permission: 'storage.read',
    summary: 'The storages in the cells of a storage',
    query: ofStorage,
    reply: z.object({ children: z.array(StorageChild) }),
  }),
  occupancy: endpoint({
    method: 'GET',
    path: '/storage/occupancy',
    permission: 'storage.read',
    summary: 'The contents of the cells of a storage',
    query: ofStorage,
    reply: z.object({
      occupancy: z.array(OccupancyEntry),
      capacity: z.number().int(),
      occupied: z.number().int(),
    }),
  }),
  inside: endpoint({
    method: 'GET',
    path: '/storage/inside',
    permission: 'storage.read',
    summary: 'How many storages of each type are inside a storage, at all levels',
    query: ofStorage,
    reply: z.object({ inside: z.array(StoragesInside) }),
  }),
  usage: endpoint({
    method: 'GET',
    path: '/storage/usage',
    permission: 'storage.read',
    summary: 'How many of the tube places in each of some storages, with everything inside, are in use',
    query: parameters({ storageIds: StorageIdList }),
    reply: z.object({ usage: z.array(TubeUsage) }),
  }),
  hierarchy: endpoint({
    method: 'GET',
    path: '/storage/hierarchy',
    permission: 'storage.read',
    summary: 'A storage and its ancestors, root first',
    query: ofStorage,
    reply: z.object({ hierarchy: z.array(HierarchyEntry) }),
  }),
}

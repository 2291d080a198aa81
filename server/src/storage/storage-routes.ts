import type { ReplyOf } from '@lims/contract/endpoint.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { read, write } from '../http/endpoints.ts'
import { nextReads } from '../http/next-reads.ts'
import { withReason } from '../sessions/with-reason.ts'
import { addStorage } from './add-storage.ts'
import { addStorages } from './add-storages.ts'
import { copyStorage } from './copy-storage.ts'
import { deleteStorage } from './delete-storage.ts'
import { asChildren, listOccupancy } from './occupancy-queries.ts'
import { listPage, searchStorages } from './search-storages.ts'
import { asStorage, getStorage, listHierarchy } from './storage-queries.ts'
import { countStoragesInside } from './storage-series-queries.ts'
import { undoAddStorages } from './undo-add-storages.ts'
import { updateStorage } from './update-storage.ts'
import { listTubeUsage } from './usage-queries.ts'

export function storageRoutes(app: FastifyInstance) {
  storageReads(app)

  write(app, storageApi.add, async (trx, { body, actor }) => ({
    ...succeeded,
    storage: await addStorage(trx, body, actor),
  }))

  write(app, storageApi.addMany, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await addStorages(trx, body, actor)),
  }))

  write(app, storageApi.copy, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await copyStorage(trx, body, actor)),
  }))

  write(app, storageApi.undoAdd, async (trx, { body, actor }) => ({
    ...succeeded,
    count: await undoAddStorages(trx, body, actor, {
      mayDelete: actor.access.permissions.has('storage.delete'),
    }),
  }))

  write(app, storageApi.update, async (trx, { body, actor }) => ({
    ...succeeded,
    storage: await updateStorage(trx, body, actor),
  }))

  write(app, storageApi.delete, async (trx, { query, body, actor }) => ({
    ...succeeded,
    deletionId: await deleteStorage(trx, query.id, withReason(actor, body?.reason)),
  }))

  write(app, storageApi.associate, async (trx, { body, actor }) => {
    const { childStorageId: id, parentStorageId: parentID, rowCoordinate, columnCoordinate } = body
    return {
      ...succeeded,
      storage: await updateStorage(trx, { id, parentID, rowCoordinate, columnCoordinate }, actor),
    }
  })

  write(app, storageApi.disassociate, async (trx, { body, actor }) => ({
    ...succeeded,
    storage: await updateStorage(trx, { id: body.storageId, parentID: null }, actor),
  }))
}

function storageReads(app: FastifyInstance) {
  read(app, storageApi.get, async (db, { query }) => ({
    storage: asStorage(await getStorage(db, query.id)),
  }))
  read(app, storageApi.list, (db, { query }) => listPage(db, { ...query, query: undefined }))
  read(app, storageApi.search, (db, { query }) => searchStorages(db, query))

  read(app, storageApi.orphans, async (db, { query: { forStorage, ...query } }) => {
    if (!forStorage) return listPage(db, { ...query, isOrphan: true })
    const { id, type: forType } = await getStorage(db, forStorage)
    // The root of its tree, which may be the storage itself, cannot be placed in it.
    const [root] = await listHierarchy(db, id)
    return listPage(db, { ...query, isOrphan: true, forType, notId: root?.id })
  })

  read(app, storageApi.children, async (db, { query }) => {
    const storage = await getStorage(db, query.storageId)
    return { children: asChildren(await listOccupancy(db, storage.id, storage)) }
  })

  read(app, storageApi.occupancy, (db, { query }) => readOccupancy(db, query.storageId))

  read(app, storageApi.inside, async (db, { query }) => {
    const { id } = await getStorage(db, query.storageId)
    return { inside: await countStoragesInside(db, id) }
  })

  read(app, storageApi.usage, async (db, { query }) => ({ usage: await listTubeUsage(db, query.storageIds) }))

  read(app, storageApi.hierarchy, async (db, { query }) => {
    const { id } = await getStorage(db, query.storageId)
    return { hierarchy: await listHierarchy(db, id) }
  })
}

type Occupancy = ReplyOf<typeof storageApi.occupancy>
const shareOccupancy = nextReads<Occupancy>()

const readOccupancy = (db: Db, storageId: number): Promise<Occupancy> =>
  shareOccupancy(db, String(storageId), async () => {
    const storage = await getStorage(db, storageId)
    const occupancy = await listOccupancy(db, storage.id, storage)
    return { occupancy, capacity: storage.number_rows * storage.number_columns, occupied: occupancy.length }
  })

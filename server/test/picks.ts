import type { Lab } from './lab.ts'
import { ok } from './ok.ts'

/** Shortcuts for the pick lists of a test. */
export function pickLab(lab: Lab) {
  const addStorage = async (alias: string, type: string, parentID = 0, size = 9, more: object = {}) =>
    (
      await ok(
        lab.post('/storage/add', { alias, type, parentID, numberRows: size, numberColumns: size, ...more }),
      )
    ).storage.id as number

  let number = 0
  return {
    addStorage,
    addBox: (alias: string, parentID = 0) => addStorage(alias, 'BOX', parentID),
    /** A tube in a cell of a box; without a box it has no place. */
    addTube: async (storageId?: number, location = 'A1') => {
      number += 1
      const tube = await lab.addSample({ name: `NB-${number}` })
      if (storageId !== undefined) {
        await ok(lab.post('/samples/associate', { sampleId: tube.id, storageId, location }))
      }
      return { ...tube, name: `NB-${number}` }
    },
    create: (sampleIds: readonly string[], more: object = {}, token = lab.token()) =>
      lab.post('/picks/create', { name: 'C2N shipment', sampleIds, ...more }, token),
    get: (pickListId: string) => ok(lab.get('/picks/get', { pickListId })),
    pick: (pickListId: string, code: string, more: object = {}, token = lab.token()) =>
      lab.post('/picks/pick', { pickListId, code, ...more }, token),
    notFound: (pickListId: string, sampleId: string, reason = 'not in its cell', token = lab.token()) =>
      lab.post('/picks/not-found', { pickListId, sampleId, reason }, token),
    undo: (pickListId: string, sampleId: string, eventId?: number) =>
      lab.post('/picks/undo-pick', { pickListId, sampleId, eventId }),
    close: (pickListId: string, token = lab.token()) => lab.post('/picks/close', { pickListId }, token),
    custodyOf: async (sampleId: string) =>
      (
        await lab.db
          .selectFrom('sample')
          .select('custody')
          .where('id', '=', sampleId)
          .executeTakeFirstOrThrow()
      ).custody,
  }
}

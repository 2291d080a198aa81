import type { CheckedOutTube, ReturnedTube } from '@lims/contract/custody-api.ts'
import { sql } from 'kysely'
import type { Lab } from './lab.ts'
import { ok, refusal } from './ok.ts'
import { unaudited } from './unaudited.ts'

type AtLeastOne<T> = [T, ...T[]]

/** The calls of custody, as a test makes them, on boxes of 3 × 3 cells. */
export function custodyCalls(lab: Lab) {
  return {
    post: (path: string, body: object, token?: string) => ok(lab.post(path, body, token)),
    refusal: (path: string, body: object) => refusal(lab.post(path, body)),
    addBox: async ({ alias = 'Box 9', celsius }: { alias?: string; celsius?: number } = {}) => {
      const box = { alias, type: 'BOX', parentID: 0, numberRows: 3, numberColumns: 3 }
      const { id } = (await ok<{ storage: { id: number } }>(lab.post('/storage/add', box))).storage
      if (celsius !== undefined) {
        await unaudited(lab.db, (trx) =>
          sql`update storage set nominal_temperature_c = ${celsius} where id = ${id}`.execute(trx),
        )
      }
      return id
    },
    addPlaced: async (storageId: number, location = 'A1', name = 'NB-001') => {
      const sample = await lab.addSample({ name })
      await ok(lab.post('/samples/associate', { sampleId: sample.id, storageId, location }))
      return sample
    },
    checkOut: async (identifiers: string[], more: object = {}) =>
      (
        await ok<{ tubes: AtLeastOne<CheckedOutTube> }>(
          lab.post('/custody/check-out', { identifiers, purpose: 'ELISA', ...more }),
        )
      ).tubes,
    giveBack: async (identifiers: string[]) =>
      (await ok<{ tubes: AtLeastOne<ReturnedTube> }>(lab.post('/custody/return', { identifiers }))).tubes,
    setTo: (sampleIds: string[], custody: string, reason = 'spilled') =>
      ok<{ eventIds: number[] }>(lab.post('/custody/set', { sampleIds, custody, reason })),
    undo: (eventIds: number[], token?: string) => lab.post('/custody/undo', { eventIds }, token),
  }
}

import { AddStorageBody } from '@lims/contract/storage.ts'
import type { Transaction } from '../../server/src/db/database.ts'
import { addStorage } from '../../server/src/storage/add-storage.ts'

type Actor = { userId: string; at: Date }
export type RackName = 'Rack A' | 'Rack B' | 'Rack C' | 'Spots cabinet'

const racksByFreezer: Record<string, readonly RackName[]> = {
  'Freezer 1 (-80 °C)': ['Rack A', 'Rack B'],
  'Freezer 2 (-80 °C)': ['Rack C'],
}

/** Creates two freezers with racks and a cabinet at room temperature. Returns the id of each rack. */
export async function createStorages(trx: Transaction, actor: Actor): Promise<Map<RackName, number>> {
  const racks = new Map<RackName, number>()
  for (const [freezer, names] of Object.entries(racksByFreezer)) {
    const freezerId = await add(
      trx,
      { alias: freezer, type: 'FREEZER', numberRows: 4, numberColumns: 3, nominalTemperatureC: -80 },
      actor,
    )
    for (const name of names) racks.set(name, await addRack(trx, name, freezerId, actor))
  }
  racks.set('Spots cabinet', await addRack(trx, 'Spots cabinet', null, actor, { nominalTemperatureC: 20 }))
  return racks
}

/** Creates a square box in the first free cell of a rack. Returns its id. */
export const addBox = (trx: Transaction, alias: string, cells: number, rackId: number, actor: Actor) =>
  add(trx, { alias, type: 'BOX', numberRows: cells, numberColumns: cells, parentID: rackId }, actor)

const addRack = (
  trx: Transaction,
  alias: RackName,
  parentID: number | null,
  actor: Actor,
  more: { nominalTemperatureC?: number } = {},
) => add(trx, { alias, type: 'RACK', numberRows: 5, numberColumns: 4, parentID, ...more }, actor)

async function add(trx: Transaction, body: object, actor: Actor): Promise<number> {
  return (await addStorage(trx, AddStorageBody.parse(body), actor)).id
}

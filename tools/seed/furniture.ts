import { AddStorageBody } from '@lims/contract/storage.ts'
import type { Transaction } from '../../server/src/db/database.ts'
import { addStorage } from '../../server/src/storage/add-storage.ts'

type Actor = { userId: string; at: Date }
export type RackName = 'Rack A' | 'Rack B' | 'Rack C' | 'Spots cabinet'

const racksOf: Record<string, readonly RackName[]> = {
  'Freezer 1 (-80 °C)': ['Rack A', 'Rack B'],
  'Freezer 2 (-80 °C)': ['Rack C'],
}

/** Two freezers with racks, and a cabinet at room temperature: answers the number of each rack. */
export async function furnish(trx: Transaction, actor: Actor): Promise<Map<RackName, number>> {
  const racks = new Map<RackName, number>()
  for (const [freezer, names] of Object.entries(racksOf)) {
    const freezerId = await add(
      trx,
      { alias: freezer, type: 'FREEZER', numberRows: 4, numberColumns: 3 },
      actor,
    )
    for (const name of names) racks.set(name, await addRack(trx, name, freezerId, actor))
  }
  racks.set('Spots cabinet', await addRack(trx, 'Spots cabinet', null, actor))
  return racks
}

/** Puts a square box into the first free cell of a rack. */
export const addBox = (trx: Transaction, alias: string, cells: number, rackId: number, actor: Actor) =>
  add(trx, { alias, type: 'BOX', numberRows: cells, numberColumns: cells, parentID: rackId }, actor)

const addRack = (trx: Transaction, alias: RackName, parentID: number | null, actor: Actor) =>
  add(trx, { alias, type: 'RACK', numberRows: 5, numberColumns: 4, parentID }, actor)

async function add(trx: Transaction, given: object, actor: Actor): Promise<number> {
  return (await addStorage(trx, AddStorageBody.parse(given), actor)).id
}

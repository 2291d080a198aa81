import type { Transaction } from '../../server/src/db/database.ts'
import { listSampleRows } from '../../server/src/samples/sample-list-queries.ts'
import { finishBox } from '../../server/src/stock-takes/finish-box.ts'
import { scanTube } from '../../server/src/stock-takes/scan-tube.ts'
import { startStockTake } from '../../server/src/stock-takes/start-stock-take.ts'
import { listStockTakeBoxes } from '../../server/src/stock-takes/stock-take-number-queries.ts'
import { listBoxTubes } from '../../server/src/stock-takes/tube-queries.ts'
import { countStorages, listStorages } from '../../server/src/storage/storage-queries.ts'

type Actor = { userId: string; at: Date }

/** Starts a stock-take of a freezer, and counts two of its boxes with a difference of each kind. */
export async function countOneFreezer(trx: Transaction, alias: string, ada: Actor) {
  const page = { pageNumber: 0, pageSize: 1 }
  const named = { ...page, sort: 'alias', query: alias, type: undefined } as const
  const [freezer] = await listStorages(trx, named, await countStorages(trx, named))
  if (!freezer) throw new Error(`There is no ${alias}`)
  const { id: stockTakeId } = await startStockTake(trx, freezer.id, ada)
  const [first, second] = await listFullBoxes(trx, stockTakeId)
  if (!first || !second) return

  // Two tubes are not found in the first box; one of them is in the second.
  const [stranger = '', _missing, ...found] = first.codes
  const count = (storageId: number, code: string, actor: Actor) =>
    scanTube(trx, { stockTakeId, storageId, code }, actor)
  for (const code of found) await count(first.storageId, code, ada)
  await finishBox(trx, { stockTakeId, storageId: first.storageId, isEmpty: false }, ada)

  const bo = { ...ada, userId: 'demo-bo' }
  const {
    samples: [loose],
  } = await listSampleRows(trx, { hasPlace: 'no' }, page)
  const half = second.codes.slice(0, Math.ceil(second.codes.length / 2))
  for (const code of [...half, stranger, ...(loose ? [loose.alias] : []), 'T9999999']) {
    await count(second.storageId, code, bo)
  }
}

/** Lists the boxes with at least four tubes, and the IDs of the tubes that should be in them. */
async function listFullBoxes(trx: Transaction, stockTakeId: string) {
  const boxes = (await listStockTakeBoxes(trx, stockTakeId)).filter(({ expected }) => expected > 3)
  return Promise.all(
    boxes.map(async ({ storageId }) => ({
      storageId,
      codes: (await listBoxTubes(trx, stockTakeId, storageId))
        .filter(({ custody }) => custody === 'AVAILABLE')
        .map(({ code }) => code),
    })),
  )
}

import { minuteMs } from '@lims/contract/durations.ts'
import { AddStorageBody } from '@lims/contract/storage.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import type { Transaction } from '../../server/src/db/database.ts'
import { confirmBox, pickUpBox } from '../../server/src/moves/move-box.ts'
import { readMove } from '../../server/src/moves/read-move.ts'
import { startMove } from '../../server/src/moves/start-move.ts'
import { addStorage } from '../../server/src/storage/add-storage.ts'

const boxesPerRack = 6
const moved = 4

/** Adds an old freezer with archive boxes that is being evacuated: four boxes are moved, one is out of the cold. */
export async function addHalfDoneMove(trx: Transaction, today: Date): Promise<void> {
  const startedAt = new Date(today.getTime() - 40 * minuteMs)
  const keeper = { userId: 'demo-chiara', at: startedAt }
  const add = async (body: object) => (await addStorage(trx, AddStorageBody.parse(body), keeper)).id
  const freezerId = await add({
    alias: 'Freezer 3 (-80 °C)',
    type: 'FREEZER',
    numberRows: 2,
    numberColumns: 2,
    nominalTemperatureC: -80,
  })
  for (const [index, alias] of ['Rack D', 'Rack E'].entries()) {
    const rackId = await add({ alias, type: 'RACK', numberRows: 3, numberColumns: 4, parentID: freezerId })
    for (let number = 1; number <= boxesPerRack; number += 1) {
      const box = `Archive ${String(index * boxesPerRack + number).padStart(2, '0')}`
      await add({ alias: box, type: 'BOX', numberRows: 9, numberColumns: 9, parentID: rackId })
    }
  }
  const moveId = await startMove(
    trx,
    {
      goal: 'evacuate',
      storageIds: [freezerId],
      merge: false,
      belowPercent: 30,
      allowUnknownTemperature: false,
    },
    keeper,
  )
  const { steps } = await readMove(trx, moveId, startedAt)
  for (const [index, { boxId, to }] of steps.slice(0, moved + 1).entries()) {
    const at = new Date(startedAt.getTime() + (index + 1) * 5 * minuteMs)
    const body = { moveId, boxCode: storageCode(boxId) }
    await pickUpBox(trx, body, { userId: 'demo-bo', at })
    if (index === moved || !to) break
    const confirmedAt = new Date(at.getTime() + 2 * minuteMs + index * 11_000)
    await confirmBox(trx, { ...body, targetCode: to.code }, { userId: 'demo-bo', at: confirmedAt })
  }
}

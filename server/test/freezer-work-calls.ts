import { storageCode } from '@lims/contract/storage-code.ts'
import { sql } from 'kysely'
import { callHelpers, type WritingCall } from './call-helpers.ts'
import { type Lab, testNow } from './lab.ts'
import { unaudited } from './unaudited.ts'

/** Calls of check-outs, pick lists, stock-takes, moves of boxes and temperatures. */
export function freezerWorkCalls(lab: Lab): Record<string, WritingCall> {
  const { post, storage, placed } = callHelpers(lab)
  /** Two racks, and a box in the first; returns the plan that empties that rack. */
  const boxToMove = async () => {
    const [rackId, target] = [await storage('RACK'), await storage('RACK')]
    const boxId = await storage('BOX', { parentID: rackId })
    const code = { boxCode: storageCode(boxId), targetCode: storageCode(target) }
    return { rackId, code, plan: { goal: 'evacuate', storageIds: [rackId] } }
  }
  const startedMove = async () => {
    const { plan, code, rackId } = await boxToMove()
    const { move } = await post('/moves/start', plan)
    return { moveId: move.id, rackId, code }
  }
  /** An open pick list of one tube. */
  const pickList = async () => {
    const { sampleId } = await placed()
    const { pickList } = await post('/picks/create', { name: 'Shipment', sampleIds: [sampleId] })
    return { sampleId, pickListId: pickList.id }
  }
  /** An open stock-take of a box with one tube. */
  const counted = async () => {
    const { sampleId, storageId } = await placed()
    const { stockTake } = await post('/stock-takes/start', { storageId })
    return { sampleId, storageId, stockTakeId: stockTake.id }
  }
  /** One whose tube is missing. */
  const countedEmpty = async () => {
    const { stockTakeId, storageId } = await counted()
    await post('/stock-takes/finish-box', { stockTakeId, storageId })
    return { id: stockTakeId, accept: { results: ['missing'] } }
  }

  return {
    'custody.checkOut': {
      call: async () => {
        const { alias } = await lab.addSample()
        return () => post('/custody/check-out', { identifiers: [alias], purpose: 'ELISA' })
      },
      leaves: ['custody.check-out'],
    },
    'custody.return': {
      call: async () => {
        const { alias } = await lab.addSample()
        await post('/custody/check-out', { identifiers: [alias], purpose: 'ELISA' })
        return () => post('/custody/return', { identifiers: [alias] })
      },
      leaves: ['custody.return'],
    },
    'custody.putAway': {
      call: async () => {
        const { sampleId } = await placed()
        await post('/custody/check-out', { identifiers: [sampleId], purpose: 'ELISA' })
        await post('/custody/return', { identifiers: [sampleId] })
        return () => post('/custody/put-away', { sampleIds: [sampleId] })
      },
      leaves: ['custody.put-away'],
    },
    'custody.set': {
      call: async () => {
        const { id } = await lab.addSample()
        return () => post('/custody/set', { sampleIds: [id], custody: 'MISSING', reason: 'gone' })
      },
      leaves: ['custody.set'],
    },
    'custody.undo': {
      call: async () => {
        const { id } = await lab.addSample()
        const { eventIds } = await post('/custody/set', {
          sampleIds: [id],
          custody: 'MISSING',
          reason: 'gone',
        })
        return () => post('/custody/undo', { eventIds })
      },
      leaves: ['custody.undo'],
    },
    'custody.confirmThaw': {
      call: async () => {
        const { sampleId, storageId } = await placed()
        await unaudited(lab.db, (trx) =>
          sql`update storage set nominal_temperature_c = -80 where id = ${storageId}`.execute(trx),
        )
        const bo = await lab.signIn('bo', 'Bo Berg')
        const body = { identifiers: [sampleId], purpose: 'ELISA', thawed: true, overLimit: true }
        const { tubes } = await post('/custody/check-out', body, bo)
        return () => post('/custody/confirm-thaw', { eventIds: tubes.map(({ eventId }) => eventId) })
      },
      leaves: ['custody.confirm-thaw'],
    },
    'stockTakes.start': {
      call: async () => {
        const { storageId } = await placed()
        return () => post('/stock-takes/start', { storageId })
      },
      leaves: ['stock-take.start'],
    },
    'stockTakes.scan': {
      call: async () => {
        const { sampleId: code, ...box } = await counted()
        return () => post('/stock-takes/scan', { ...box, code })
      },
      leaves: ['stock-take.scan'],
    },
    'stockTakes.scanRack': {
      call: async () => {
        const { sampleId, ...box } = await counted()
        return () => post('/stock-takes/scan-rack', { ...box, content: `A1,${sampleId}` })
      },
      leaves: ['stock-take.scan-rack'],
    },
    'stockTakes.finishBox': {
      call: async () => {
        const { sampleId: _, ...box } = await counted()
        return () => post('/stock-takes/finish-box', box)
      },
      leaves: ['stock-take.finish-box'],
    },
    'stockTakes.markEmpty': {
      call: async () => {
        const { sampleId: _, ...box } = await counted()
        return () => post('/stock-takes/mark-empty', box)
      },
      leaves: ['stock-take.finish-box'],
    },
    'stockTakes.apply': {
      call: async () => {
        const body = await countedEmpty()
        return () => post('/stock-takes/apply', body)
      },
      leaves: ['custody.count', 'sample.arrange', 'stock-take.apply'],
    },
    'stockTakes.undo': {
      call: async () => {
        const body = await countedEmpty()
        await post('/stock-takes/apply', body)
        return () => post('/stock-takes/undo', { id: body.id })
      },
      leaves: ['sample.arrange', 'custody.undo-count', 'stock-take.undo'],
    },
    'stockTakes.cancel': {
      call: async () => {
        const { stockTakeId: id } = await counted()
        return () => post('/stock-takes/cancel', { id })
      },
      leaves: ['stock-take.cancel'],
    },
    'temperatures.post': {
      call: async () => {
        const storageId = await storage('FREEZER')
        const readings = [{ at: testNow.toISOString(), celsius: -80 }]
        return () => post('/temperatures/post', { storageId, readings })
      },
      leaves: ['temperature.post'],
    },
    'temperatures.setLimits': {
      call: async () => {
        const storageId = await storage('FREEZER')
        const limits = { lowerC: -90, upperC: -70, minutesOutside: 10, minutesWithoutReadings: 30 }
        return () => post('/temperatures/set-limits', { storageId, ...limits })
      },
      leaves: ['temperature.set-limits'],
    },
    'temperatures.acknowledge': {
      call: async () => {
        const storageId = await storage('FREEZER')
        const beganAt = new Date(testNow.getTime() - 3_600_000).toISOString()
        await post('/temperatures/post', { storageId, readings: [{ at: beganAt, celsius: -80 }] })
        const alarms = [{ storageId, kind: 'no-readings', beganAt }]
        return () => post('/temperatures/acknowledge', { alarms, note: 'Battery changed' })
      },
      leaves: ['temperature.acknowledge'],
    },
    'storageLabels.print': {
      call: async () => {
        const storageId = await storage('BOX')
        return () => post('/storage-labels/print', { storageIds: [storageId] })
      },
      leaves: ['storage.print-label'],
    },
    'moves.start': {
      call: async () => {
        const { plan } = await boxToMove()
        return () => post('/moves/start', plan)
      },
      leaves: ['move.start'],
    },
    'moves.pickUp': {
      call: async () => {
        const { moveId, code } = await startedMove()
        return () => post('/moves/pick-up', { moveId, boxCode: code.boxCode })
      },
      leaves: ['move.pick-up'],
    },
    'moves.confirm': {
      call: async () => {
        const { moveId, code } = await startedMove()
        return () => post('/moves/confirm', { moveId, ...code })
      },
      leaves: ['move.confirm'],
    },
    'moves.undoStep': {
      call: async () => {
        const { moveId, code } = await startedMove()
        await post('/moves/confirm', { moveId, ...code })
        return () => post('/moves/undo-step', { moveId })
      },
      leaves: ['move.undo-step'],
    },
    'moves.replan': {
      call: async () => {
        const { moveId, rackId } = await startedMove()
        await storage('BOX', { parentID: rackId, alias: 'Late' })
        return () => post('/moves/replan', { moveId })
      },
      leaves: ['move.replan'],
    },
    'moves.undo': {
      call: async () => {
        const { moveId, code } = await startedMove()
        await post('/moves/confirm', { moveId, ...code })
        return () => post('/moves/undo', { moveId })
      },
      leaves: ['move.undo', 'move.undo'],
    },
    'moves.close': {
      call: async () => {
        const { moveId } = await startedMove()
        return () => post('/moves/close', { moveId })
      },
      leaves: ['move.close'],
    },
    'picks.create': {
      call: async () => {
        const { sampleId } = await placed()
        return () => post('/picks/create', { name: 'Shipment', sampleIds: [sampleId] })
      },
      leaves: ['pick-list.create', 'custody.reserve'],
    },
    'picks.pick': {
      call: async () => {
        const { sampleId, pickListId } = await pickList()
        return () => post('/picks/pick', { pickListId, code: sampleId })
      },
      leaves: ['custody.pick'],
    },
    'picks.notFound': {
      call: async () => {
        const list = await pickList()
        return () => post('/picks/not-found', { ...list, reason: 'The cell is empty' })
      },
      leaves: ['custody.pick-not-found'],
    },
    'picks.undoPick': {
      call: async () => {
        const list = await pickList()
        await post('/picks/not-found', { ...list, reason: 'The cell is empty' })
        return () => post('/picks/undo-pick', list)
      },
      leaves: ['custody.undo-pick'],
    },
    'picks.close': {
      call: async () => {
        const { pickListId } = await pickList()
        return () => post('/picks/close', { pickListId })
      },
      leaves: ['pick-list.close', 'custody.release'],
    },
  }
}

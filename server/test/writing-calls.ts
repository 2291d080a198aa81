import type { AuditAction } from '@lims/contract/audit.ts'
import { sql } from 'kysely'
import { storageCode } from '@lims/contract/storage-code.ts'
import { expect } from 'vitest'
import { apiTokens } from './api-tokens.ts'
import { importing } from './import-file.ts'
import type { Lab } from './lab.ts'
import { signInAs, turnOnRoles } from './people.ts'
import { scanning } from './scanning.ts'
import { unaudited } from './unaudited.ts'

type Replied = { statusCode: number; body: string; json: () => Record<string, never> }
type WritingCall = { call: () => Promise<() => Promise<unknown>>; leaves: AuditAction[] }

/** What each call that writes is prepared with and sent, and the actions that it must leave in the audit trail. */
export function writingCalls(lab: Lab): Record<string, WritingCall> {
  const ok = async (reply: Promise<Replied>) => {
    const { statusCode, body, json } = await reply
    expect(statusCode, body).toBe(200)
    return json() as Record<string, never> & {
      batch: { id: string }
      view: { id: string }
      stockTake: { id: string }
      pickList: { id: string }
      run: { id: string }
      storage: { id: number }
      move: { id: string }
      deletionId: string
      sample: { eventId: number }
      samples: { id: string }[]
      tubes: { eventId: number }[]
      eventIds: number[]
    }
  }
  const post = (path: string, body?: object) => ok(lab.post(path, body))

  const storage = async (type: string, more: object = {}) =>
    (await post('/storage/add', { alias: `A ${type}`, type, numberRows: 3, numberColumns: 3, ...more }))
      .storage.id
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
  const placed = async () => {
    const { id: sampleId } = await lab.addSample()
    const storageId = await storage('BOX')
    await post('/samples/associate', { sampleId, storageId, location: 'A1' })
    return { sampleId, storageId }
  }
  /** An open pick list of one tube. */
  const pickList = async () => {
    const { sampleId } = await placed()
    const { pickList } = await post('/picks/create', { name: 'Shipment', sampleIds: [sampleId] })
    return { sampleId, pickListId: pickList.id }
  }
  const batch = async () =>
    (await post('/batches/add', { name: 'Walk', description: 'd', numSamples: 2, tubeType: 'EDTA' })).batch.id
  const run = async () => (await post('/print-runs/start', { batchId: await batch() })).run.id
  const mark = (runId: string, from: string, to: string) =>
    post('/print-runs/mark', { runId, labels: [{ place: 1, from, to }] })

  /** Turns on roles, and returns the id of a bench person who is signed in. */
  const bench = async () => {
    await turnOnRoles(lab)
    await signInAs(lab, 'bench', 'bo')
    return 'bo'
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

  const kit = { description: 'd', numPatients: 1, tubeTypes: [{ tubeType: 'EDTA', count: 1 }] }
  const columns = 'name'
  const file = 'name\nNB-001\n'

  return {
    'samples.updateLifecycle': {
      call: async () => {
        const { id: sampleId } = await lab.addSample()
        return () => post('/samples/update-lifecycle', { sampleId, newStatus: 'COLLECTED', notes: 'clear' })
      },
      leaves: ['sample.update-lifecycle'],
    },
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
        const { tubes } = await ok(lab.post('/custody/check-out', body, bo))
        return () => post('/custody/confirm-thaw', { eventIds: tubes.map(({ eventId }) => eventId) })
      },
      leaves: ['custody.confirm-thaw'],
    },
    'views.save': {
      call: async () => () => post('/views/save', { name: 'QC failed', search: 'status=QC_FAIL' }),
      leaves: ['view.save'],
    },
    'views.delete': {
      call: async () => {
        const { view } = await post('/views/save', { name: 'QC failed', search: 'status=QC_FAIL' })
        return () => post('/views/delete', { id: view.id })
      },
      leaves: ['view.delete'],
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
      leaves: ['sample.count', 'sample.arrange', 'stock-take.apply'],
    },
    'stockTakes.undo': {
      call: async () => {
        const body = await countedEmpty()
        await post('/stock-takes/apply', body)
        return () => post('/stock-takes/undo', { id: body.id })
      },
      leaves: ['sample.arrange', 'sample.undo-count', 'stock-take.undo'],
    },
    'stockTakes.cancel': {
      call: async () => {
        const { stockTakeId: id } = await counted()
        return () => post('/stock-takes/cancel', { id })
      },
      leaves: ['stock-take.cancel'],
    },
    'samples.receive': {
      call: async () => {
        const { alias } = await lab.addSample()
        return () => post('/samples/receive', { identifier: alias })
      },
      leaves: ['sample.receive'],
    },
    'samples.add': {
      call: async () => {
        const batchId = await lab.addBatch()
        const body = { name: 'A', batchId, type: 'DNA', status: 'RECEIVED' }
        return () => post('/samples/add', body)
      },
      leaves: ['sample.create'],
    },
    'samples.addChild': {
      call: async () => {
        const { id: parentSampleId } = await lab.addSample()
        const body = { parentSampleId, count: 2, type: 'DNA', volume: 0.5, takeFromParent: true }
        return () => post('/samples/add-child', body)
      },
      leaves: ['sample.create', 'sample.create', 'sample.take-volume', 'sample.add-child'],
    },
    'samples.undoAddChild': {
      call: async () => {
        const { id: parentSampleId } = await lab.addSample()
        const body = { parentSampleId, count: 2, type: 'DNA', volume: 0.5, takeFromParent: true }
        const { samples } = await post('/samples/add-child', body)
        const childIds = samples.map(({ id }) => id)
        return () => post('/samples/undo-add-child', { parentSampleId, childIds })
      },
      leaves: ['sample.delete', 'sample.delete', 'sample.return-volume', 'sample.undo-add-child'],
    },
    'samples.update': {
      call: async () => {
        const { id } = await lab.addSample()
        return () => post('/samples/update', { id, name: 'B', status: 'COLLECTED' })
      },
      leaves: ['sample.update'],
    },
    'samples.delete': {
      call: async () => {
        const { id } = await lab.addSample()
        return () => post(`/samples/delete?id=${id}`)
      },
      leaves: ['sample.delete'],
    },
    'samples.updateStatuses': {
      call: async () => {
        const [one, two] = [await lab.addSample(), await lab.addSample()]
        const body = { sampleIds: [one.id, two.id], newStatus: 'COLLECTED' }
        return () => post('/samples/update-statuses', body)
      },
      leaves: ['sample.update-statuses', 'sample.update-statuses'],
    },
    'samples.undoStatus': {
      call: async () => {
        const { id } = await lab.addSample()
        const { eventId } = (await post('/samples/receive', { identifier: id })).sample
        return () => post('/samples/undo-status', { eventIds: [eventId] })
      },
      leaves: ['sample.undo-status'],
    },
    'sampleBulk.delete': {
      call: async () => {
        const sampleIds = [(await lab.addSample()).id, (await lab.addSample()).id]
        return () => post('/samples/delete-chosen', { sampleIds })
      },
      leaves: ['sample.delete', 'sample.delete'],
    },
    'sampleBulk.editField': {
      call: async () => {
        const sampleIds = [(await lab.addSample()).id, (await lab.addSample()).id]
        const body = { field: 'siteId', sampleIds, versions: [1, 1], values: ['Oslo'] }
        return () => post('/samples/edit-field', body)
      },
      leaves: ['sample.update', 'sample.update'],
    },
    'batches.add': { call: async () => batch, leaves: ['batch.create'] },
    'batches.addPatient': {
      call: async () => () => post('/batches/add-patient', { name: 'Kits', ...kit }),
      leaves: ['batch.create'],
    },
    'batches.update': {
      call: async () => {
        const id = await batch()
        return () => post('/batches/update', { id, name: 'Renamed' })
      },
      leaves: ['batch.update'],
    },
    'batches.delete': {
      call: async () => {
        const id = await batch()
        return () => post(`/batches/delete?id=${id}`)
      },
      leaves: ['batch.delete'],
    },
    'printRuns.start': {
      call: async () => {
        const batchId = await batch()
        return () => post('/print-runs/start', { batchId })
      },
      leaves: ['print-run.start'],
    },
    'printRuns.mark': {
      call: async () => {
        const runId = await run()
        await mark(runId, 'waiting', 'sending')
        await mark(runId, 'sending', 'unknown')
        return () => mark(runId, 'unknown', 'sent')
      },
      leaves: ['print-label.settle'],
    },
    'printRuns.resume': {
      call: async () => {
        const runId = await run()
        await mark(runId, 'waiting', 'sending')
        return () => post('/print-runs/resume', { runId })
      },
      leaves: ['print-run.resume'],
    },
    'printRuns.finish': {
      call: async () => {
        const runId = await run()
        return () => post('/print-runs/finish', { runId })
      },
      leaves: ['print-run.end'],
    },
    'deletions.undo': {
      call: async () => {
        const id = await batch()
        const { deletionId } = await post(`/batches/delete?id=${id}`)
        return () => post('/deletions/undo', { deletionId })
      },
      leaves: ['batch.restore'],
    },
    'storage.add': { call: async () => () => storage('RACK'), leaves: ['storage.create'] },
    'storage.update': {
      call: async () => {
        const id = await storage('RACK')
        return () => post('/storage/update', { id, alias: 'Renamed' })
      },
      leaves: ['storage.update'],
    },
    'storage.delete': {
      call: async () => {
        const id = await storage('RACK')
        return () => post(`/storage/delete?id=${id}`)
      },
      leaves: ['storage.delete'],
    },
    'storage.associate': {
      call: async () => {
        const [parentStorageId, childStorageId] = [await storage('RACK'), await storage('BOX')]
        const cell = { rowCoordinate: 1, columnCoordinate: 1 }
        return () => post('/storage/associate', { parentStorageId, childStorageId, ...cell })
      },
      leaves: ['storage.update'],
    },
    'storage.disassociate': {
      call: async () => {
        const storageId = await storage('BOX', { parentID: await storage('RACK') })
        return () => post('/storage/disassociate', { storageId })
      },
      leaves: ['storage.update'],
    },
    'locations.associate': {
      call: async () => {
        const { id: sampleId } = await lab.addSample()
        const storageId = await storage('BOX')
        return () => post('/samples/associate', { sampleId, storageId, location: 'A1' })
      },
      leaves: ['sample.place'],
    },
    'locations.updateLocation': {
      call: async () => {
        const sampleLocation = { ...(await placed()), location: 'B2' }
        return () => post('/samples/update-location', { sampleLocation })
      },
      leaves: ['sample.move'],
    },
    'locations.deleteLocation': {
      call: async () => {
        const { sampleId } = await placed()
        return () => post('/samples/delete-location', { sampleId })
      },
      leaves: ['sample.take-out'],
    },
    'locations.disassociate': {
      call: async () => {
        const { sampleId } = await placed()
        return () => post(`/samples/disassociate?id=${sampleId}`)
      },
      leaves: ['sample.take-out'],
    },
    'locations.arrange': {
      call: async () => {
        const { sampleId, storageId } = await placed()
        const moves = [{ sampleId, storageId, rowCoordinate: 2, columnCoordinate: 2 }]
        return () => post('/samples/arrange', { moves })
      },
      leaves: ['sample.arrange'],
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
    'imports.apply': {
      call: async () => async () => {
        const { lines } = await importing(lab).apply(file, { columns, batchName: 'Imported' })
        expect(lines.at(-1)).toMatchObject({ success: true })
      },
      leaves: ['batch.create', 'batch.import'],
    },
    'people.turnOnRoles': { call: async () => () => post('/roles/turn-on'), leaves: ['roles.turn-on'] },
    'people.setRole': {
      call: async () => {
        const personId = await bench()
        return () => post('/people/set-role', { personId, role: 'viewer', reason: 'new work' })
      },
      leaves: ['person.set-role'],
    },
    'people.deactivate': {
      call: async () => {
        const personId = await bench()
        return () => post('/people/deactivate', { personId, reason: 'has left' })
      },
      leaves: ['person.deactivate'],
    },
    'people.reactivate': {
      call: async () => {
        const personId = await bench()
        await post('/people/deactivate', { personId, reason: 'has left' })
        return () => post('/people/reactivate', { personId, reason: 'is back' })
      },
      leaves: ['person.reactivate'],
    },
    'people.endSessions': {
      call: async () => {
        const personId = await bench()
        return () => post('/people/end-sessions', { personId })
      },
      leaves: ['person.end-sessions'],
    },
    'people.createService': {
      call: async () => {
        await turnOnRoles(lab)
        return () => post('/people/create-service', { name: 'Rack reader' })
      },
      leaves: ['person.create-service'],
    },
    'subjects.reveal': {
      call: async () => {
        const { id: sampleId } = await lab.addSample()
        return () => post('/subjects/reveal', { sampleId, reason: 'call the clinic' })
      },
      leaves: ['subject.reveal'],
    },
    'picks.create': {
      call: async () => {
        const { sampleId } = await placed()
        return () => post('/picks/create', { name: 'Shipment', sampleIds: [sampleId] })
      },
      leaves: ['pick-list.create', 'sample.reserve'],
    },
    'picks.pick': {
      call: async () => {
        const { sampleId, pickListId } = await pickList()
        return () => post('/picks/pick', { pickListId, code: sampleId })
      },
      leaves: ['sample.pick'],
    },
    'picks.notFound': {
      call: async () => {
        const list = await pickList()
        return () => post('/picks/not-found', { ...list, reason: 'The cell is empty' })
      },
      leaves: ['sample.pick-not-found'],
    },
    'picks.undoPick': {
      call: async () => {
        const list = await pickList()
        await post('/picks/not-found', { ...list, reason: 'The cell is empty' })
        return () => post('/picks/undo-pick', list)
      },
      leaves: ['sample.undo-pick'],
    },
    'picks.close': {
      call: async () => {
        const { pickListId } = await pickList()
        return () => post('/picks/close', { pickListId })
      },
      leaves: ['pick-list.close', 'sample.release'],
    },
    'tokens.create': { call: async () => () => apiTokens(lab).create(), leaves: ['token.create'] },
    'tokens.revoke': {
      call: async () => {
        const { id } = await apiTokens(lab).create()
        return () => post('/tokens/revoke', { id })
      },
      leaves: ['token.revoke'],
    },
    'sync.trigger': { call: async () => scanning(lab).scan, leaves: ['scan.begin'] },
    'sync.dvcScan': { call: async () => () => post('/dvc/scan', {}), leaves: ['scan.begin'] },
  }
}

import { expect } from 'vitest'
import { apiTokens } from './api-tokens.ts'
import { callHelpers, type WritingCall } from './call-helpers.ts'
import { freezerWorkCalls } from './freezer-work-calls.ts'
import { importing } from './import-file.ts'
import type { Lab } from './lab.ts'
import { signInAs, turnOnRoles } from './people.ts'
import { scanning } from './scanning.ts'

/** What each call that writes is prepared with and sent, and the actions that it must leave in the audit trail. */
export function writingCalls(lab: Lab): Record<string, WritingCall> {
  const { post, storage, placed } = callHelpers(lab)
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

  const kit = { description: 'd', numPatients: 1, tubeTypes: [{ tubeType: 'EDTA', count: 1 }] }
  const twoBoxes = { type: 'BOX', numberRows: 9, numberColumns: 9, aliases: ['Box 1', 'Box 2'] }
  const columns = 'name'
  const file = 'name\nNB-001\n'

  return {
    ...freezerWorkCalls(lab),
    'samples.updateLifecycle': {
      call: async () => {
        const { id: sampleId } = await lab.addSample()
        return () => post('/samples/update-lifecycle', { sampleId, newStatus: 'COLLECTED', notes: 'clear' })
      },
      leaves: ['sample.update-lifecycle'],
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
    'views.undoDelete': {
      call: async () => {
        const { view } = await post('/views/save', { name: 'QC failed', search: 'status=QC_FAIL' })
        await post('/views/delete', { id: view.id })
        return () => post('/views/undo-delete', { id: view.id })
      },
      leaves: ['view.save'],
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
    'sampleBulk.addChildren': {
      call: async () => {
        const parentSampleIds = [(await lab.addSample()).id, (await lab.addSample()).id]
        const body = { parentSampleIds, type: 'DNA' }
        return () => post('/samples/add-children', body)
      },
      leaves: ['sample.add-child', 'sample.add-child'],
    },
    'sampleBulk.undoAddChildren': {
      call: async () => {
        const parentSampleIds = [(await lab.addSample()).id, (await lab.addSample()).id]
        const { undo } = await post('/samples/add-children', { parentSampleIds, type: 'DNA' })
        return () => post('/samples/undo-add-children', undo)
      },
      leaves: ['sample.delete', 'sample.undo-add-child', 'sample.delete', 'sample.undo-add-child'],
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
    'storage.addMany': {
      call: async () => () => post('/storage/add-many', twoBoxes),
      leaves: ['storage.create', 'storage.create'],
    },
    'storage.copy': {
      call: async () => {
        const storageId = await storage('RACK')
        await storage('BOX', { parentID: storageId })
        return () => post('/storage/copy', { storageId, aliases: ['Rack B'] })
      },
      leaves: ['storage.create', 'storage.create'],
    },
    'storage.undoAdd': {
      call: async () => {
        const { undo } = await post('/storage/add-many', twoBoxes)
        return () => post('/storage/undo-add', undo)
      },
      leaves: ['storage.delete', 'storage.delete'],
    },
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
    'imports.apply': {
      call: async () => async () => {
        const { lines } = await importing(lab).apply(file, { columns, batchName: 'Imported' })
        expect(lines.at(-1)).toMatchObject({ success: true })
      },
      leaves: ['batch.create', 'batch.import'],
    },
    'imports.undo': {
      call: async () => {
        const { lines } = await importing(lab).apply(file, { columns, batchName: 'Imported' })
        return () => post('/samples/import/undo', { batchId: lines.at(-1).batch.id })
      },
      leaves: ['batch.delete'],
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

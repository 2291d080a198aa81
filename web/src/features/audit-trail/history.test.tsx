import { auditApi } from '@lims/contract/audit-api.ts'
import { batchesApi } from '@lims/contract/batches.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, aProof } from '../../../test/audit-records.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { aBatch, aSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { server, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { describeEvent } from './describe-event.ts'
import { History } from './history.tsx'

const history = (...events: ReturnType<typeof anEvent>[]) =>
  serverAnswers(auditApi.history, { events, totalEvents: events.length })
const open = () => openScreen(<History entityType="sample" entityId={aSample().id} />)
/** The first line; while it loads, the page has other list items. */
const firstLine = async () => (await screen.findAllByText('Ada Lindqvist'))[0]?.closest('li') as HTMLElement

beforeEach(() => {
  roleIs('study-lead')
  serverAnswers(auditApi.proof, aProof())
})

test('a change is shown with its person, field by field in the words of the forms, and its reason', async () => {
  history(anEvent())
  open()
  const line = await firstLine()
  expect(line).toHaveTextContent(/^Ada Lindqvist ?edited it/)
  expect(line).toHaveTextContent('Volumefrom 20 mL → to 2 mL')
  expect(line).toHaveTextContent('Notesfrom empty → to decimal sign corrected')
  expect(line).toHaveTextContent('Reason: typing mistake')
  expect(line).not.toHaveTextContent('ersion')
})

test('of an event whose reason alone was erased, its fields are shown, and not called removed', async () => {
  history(anEvent({ id: 2, erased: true, reason: null }))
  open()
  const line = await firstLine()
  expect(line).toHaveTextContent('An erasure has removed the reason of this event.')
  expect(line).toHaveTextContent('Volumefrom 20 mL → to 2 mL')
  expect(line).not.toHaveTextContent('content')
})

test('of an event whose content was erased, nothing else is shown', async () => {
  history(anEvent({ id: 2, erased: true, before: null, after: null, reason: null }))
  open()
  expect(await firstLine()).toHaveTextContent('An erasure has removed the content of this event.')
})

test('a place is shown as a path, a status by its name, a batch by its name', async () => {
  serverAnswers(storageApi.get, { storage: aStorage({ id: 3, alias: 'Box 03' }) })
  serverAnswers(batchesApi.get, { batch: aBatch() })
  history(
    anEvent({
      id: 4,
      action: 'sample.arrange',
      before: { place: { storageId: 3, row: 1, column: 2 } },
      after: { place: null },
      reason: null,
    }),
    anEvent({
      id: 3,
      action: 'sample.undo-status',
      before: { status: 'RECEIVED' },
      after: { status: 'COLLECTED', undoneEventId: 2, version: 3 },
    }),
    anEvent({ id: 2, before: { batchId: crypto.randomUUID() }, after: { batchId: aBatch().id, version: 2 } }),
  )
  open()
  expect(await screen.findByText(/Box 03 › /)).toBeInTheDocument()
  expect(screen.getByText('not in storage')).toBeInTheDocument()
  expect(screen.getByText('took it out of storage')).toBeInTheDocument()
  expect(screen.getByText('undid RECEIVED')).toBeInTheDocument()
  await waitFor(() => expect(screen.getAllByText(aBatch().name)).toHaveLength(2))
})

test('what is recorded under the parent or the batch of a sample names it, and leads there', async () => {
  const parent = { entityId: '0b9b5e0a-30a6-4f7c-8a0e-3f1f5ac1a8a1', entityName: 'NB-1' }
  history(
    anEvent({ id: 3, action: 'sample.add-child', ...parent, before: null, after: { type: 'DNA' } }),
    anEvent({ id: 2, action: 'sample.add-child', before: null, after: { type: 'RNA' } }),
    anEvent({
      id: 1,
      action: 'batch.import',
      entityType: 'batch',
      entityId: aBatch().id,
      entityName: 'Pilot',
      before: null,
      after: { numSamples: 4 },
    }),
  )
  open()
  await firstLine()
  const [derived, deriving, imported] = screen
    .getAllByText('Ada Lindqvist')
    .flatMap((name) => name.closest('ol li') ?? [])
  expect(derived).toHaveTextContent(/derived it from ?sample NB-1/)
  expect(within(derived as HTMLElement).getByRole('link', { name: 'NB-1' })).toHaveAttribute(
    'href',
    `/samples/${parent.entityId}?tab=history`,
  )
  expect(deriving).toHaveTextContent('derived children of it')
  expect(imported).toHaveTextContent(/imported it into ?batch Pilot/)
})

test('a sample that was registered with its batch names the batch, and shows no field of it as its own', async () => {
  history(
    anEvent({
      action: 'batch.create',
      entityType: 'batch',
      entityId: aBatch().id,
      entityName: 'Pilot',
      before: null,
      after: { name: 'Nordic study 4', description: 'Kits', numSamples: 30, byStatus: { UNKNOWN: 30 } },
      reason: null,
    }),
  )
  open()
  expect(await firstLine()).toHaveTextContent(
    new RegExp(`^Ada Lindqvist ?registered it in ?batch Pilot${formatMoment(anEvent().at)}$`),
  )
})

test('what an event holds is shown in words: no ids, no data of programs, nothing that stayed as it was', async () => {
  const at = anEvent().at
  history(
    anEvent({
      id: 5,
      action: 'print-run.resume',
      before: { sending: [{ place: 3, changedAt: at, changedBy: 'x' }] },
      after: { runId: 'e053b5a7-e637-4914-8abd-d4bcd3591b29', inDoubt: 1 },
    }),
    anEvent({
      id: 4,
      action: 'batch.create',
      entityType: 'batch',
      before: null,
      after: {
        name: 'Kits',
        numSamples: 8,
        byStatus: { UNKNOWN: 8 },
        metadata: {
          createdAt: at,
          updatedAt: at,
          tubeTypes: [{ tubeType: 'EDTA', count: 6 }],
          numPatients: 1,
        },
      },
    }),
    anEvent({
      id: 3,
      action: 'temperature.post',
      entityType: 'storage',
      before: null,
      after: { from: at, to: at, added: 1, conflicting: 0 },
    }),
    anEvent({
      id: 2,
      action: 'token.create',
      entityType: 'token',
      before: null,
      people: { 'service:1': 'Robot' },
      after: { name: 'Deck', personId: 'service:1', expiresAt: at, permissions: ['sample.read'] },
    }),
    anEvent({
      id: 1,
      action: 'custody.count',
      before: { custody: 'AVAILABLE' },
      after: { custody: 'MISSING', stockTakeId: 'b3632096-23df-495d-856c-15a68b2de821' },
    }),
    anEvent({
      id: 0,
      action: 'pick-list.create',
      entityType: 'pick-list',
      before: null,
      after: { name: 'Shipment', numLeftOut: 0, numSamples: 1 },
    }),
    anEvent({
      id: -2,
      action: 'batch.create',
      entityType: 'batch',
      before: null,
      after: { name: 'Imported', numSamples: 0, byStatus: {} },
    }),
    anEvent({
      id: -1,
      action: 'custody.confirm-thaw',
      before: null,
      people: { bo: 'Bo Chen' },
      after: { thawCount: 3, thawLimit: 2, checkedOutBy: 'bo' },
    }),
  )
  open()
  await firstLine()
  const lines = screen
    .getAllByText('Ada Lindqvist')
    .flatMap((name) => name.closest('ol li')?.textContent ?? [])
  const details = lines.map((line) => line.slice(line.indexOf(formatMoment(at)) + formatMoment(at).length))
  expect(details.map((text) => text.replace('Reason: typing mistake', ''))).toEqual([
    'Labels in doubt3In doubt1',
    'NameKitsSamples8By statusUNKNOWN 8Tube types6 EDTAPatients1',
    `From${formatInstant(at)}To${formatInstant(at)}New readings1Conflicting0`,
    `NameDeckForRobotEnds${formatInstant(at)}It maysee samples`,
    'Custodyfrom Available →  to Missing',
    'NameShipmentLeft out0Samples1',
    'NameImportedSamples0',
    'Freeze-thaw cycles3Limit2Checked out byBo Chen',
  ])
})

test('an edit shows only the fields that differ', async () => {
  const [before, after] = [
    { name: 'Pilot', description: 'd' },
    { name: 'Pilot 2', description: 'd', version: 2 },
  ]
  history(anEvent({ action: 'batch.update', entityType: 'batch', before, after, reason: null }))
  open()
  const line = await firstLine()
  expect(line).toHaveTextContent('Namefrom Pilot → to Pilot 2')
  expect(line).not.toHaveTextContent('Description')
})

test('custody is named as everywhere', async () => {
  history(
    anEvent({
      action: 'custody.check-out',
      before: { custody: 'AVAILABLE' },
      after: { custody: 'CHECKED_OUT', eventNotes: 'ELISA' },
    }),
  )
  open()
  expect(await firstLine()).toHaveTextContent('Custodyfrom Available → to Checked outPurposeELISA')
})

test('the parent of a storage is shown by its name', async () => {
  serverAnswers(storageApi.get, { storage: aStorage({ id: 6, alias: 'Spots cabinet' }) })
  history(
    anEvent({
      action: 'storage.create',
      entityType: 'storage',
      before: null,
      after: { alias: 'Box 1', parentID: 6 },
    }),
  )
  open()
  await waitFor(async () => expect(await firstLine()).toHaveTextContent('ParentSpots cabinet'))
})

test('the copy of a storage says of which, and how many were created together', async () => {
  history(
    anEvent({
      action: 'storage.create',
      entityType: 'storage',
      before: null,
      after: { alias: 'Rack B', createdTogether: 21, copyOf: 'Rack A', copyOfId: 6 },
    }),
  )
  open()
  const line = await firstLine()
  expect(line).toHaveTextContent('NameRack BCreated together21Copy ofRack A')
})

test('the end of the day by which a tube is expected back is shown as that day', async () => {
  const expectedReturnAt = new Date('2026-12-02T00:00').toISOString()
  history(
    anEvent({ action: 'custody.check-out', before: { custody: 'AVAILABLE' }, after: { expectedReturnAt } }),
  )
  open()
  expect(await firstLine()).toHaveTextContent(/Expected back by1 Dec 2026(?!, 00:00)/)
})

test('a change by a token names the token, and hidden ids are shown as hidden', async () => {
  history(
    anEvent({
      token: { id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f', name: 'Hamilton deck 2' },
      before: { subjectId: null },
      after: { subjectId: null, version: 2 },
      masked: true,
    }),
  )
  open()
  const line = await firstLine()
  expect(line).toHaveTextContent('by token “Hamilton deck 2”')
  expect(line).toHaveTextContent('Subject ID•••hidden')
})

test('the reason of a reveal that the person may not see is shown as hidden', async () => {
  history(anEvent({ action: 'subject.reveal', before: null, after: null, reason: null, masked: true }))
  open()
  expect(await firstLine()).toHaveTextContent('Reason: •••hidden')
})

test('the history is filtered by kind, and more is loaded on request', async () => {
  const received = anEvent({
    id: 1,
    action: 'sample.receive',
    before: { status: 'COLLECTED' },
    after: { status: 'RECEIVED' },
  })
  const first = Array.from({ length: 50 }, (_, index) => anEvent({ id: 100 - index }))
  serverAnswers(auditApi.history, ({ query }) => ({
    events: query.pageNumber === '1' ? [received] : first,
    totalEvents: 51,
  }))
  const user = open()
  await user.click(await screen.findByText('Status'))
  expect(await screen.findByText('None among those loaded.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('received it')).toBeVisible()
  expect(screen.getByRole('heading', { name: '51 changes' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
})

test('events that came while pages were loaded show none twice', async () => {
  const page = (newest: number) => Array.from({ length: 50 }, (_, index) => anEvent({ id: newest - index }))
  serverAnswers(auditApi.history, ({ query }) => ({
    // Two events have come since the first page.
    events: query.pageNumber === '1' ? page(102 - 50).slice(0, 10) : page(100),
    totalEvents: 60,
  }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  const list = within(screen.getByRole('region', { name: 'Changes' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(58))
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
})

test('the whole history is exported, also what is recorded under other records', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  history(anEvent())
  const queries: object[] = []
  server.use(
    http.get(`*/api${auditApi.export.path}`, ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams))
      return new HttpResponse('id', {
        headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename=audit.csv' },
      })
    }),
  )
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(queries).toEqual([{ entityType: 'sample', entityId: aSample().id, history: 'true', format: 'csv' }])
})

test('the proof says how many events are sealed, and a check names what was altered', async () => {
  history(anEvent({ seal: null }), anEvent({ id: 13 }))
  const requests = serverAnswers(auditApi.verify, {
    verified: 2,
    finding: 'Event 13 was altered.',
    at: '2026-11-22T13:05:00.000Z',
  })
  const user = open()
  expect(await screen.findByText('1 of 2 events wait for a seal')).toBeVisible()
  expect(screen.getByText(/^Anchored by time stamp/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Verify now' }))
  expect(await screen.findByText('Event 13 was altered.')).toBeVisible()
  expect(requests[0]?.body).toEqual({ entityType: 'sample', entityId: aSample().id })
})

test('an anchor file that the server cannot read is said to be unreadable, not empty', async () => {
  history(anEvent())
  const unreadable = { lastAt: null, isUnreadable: true as const }
  serverAnswers(auditApi.proof, aProof({ anchors: { file: unreadable, timeStamp: null } }))
  open()
  expect(await screen.findByText('The server cannot read the file of the anchors.')).toBeVisible()
})

test('a check before the first seal says that there is nothing to verify, not that nothing was altered', async () => {
  history(anEvent({ seal: null }))
  serverAnswers(auditApi.verify, { verified: 0, finding: null, at: '2026-11-22T13:05:00.000Z' })
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Verify now' }))
  expect(
    await screen.findByText('Nothing to verify: no event is sealed yet, or all were erased.'),
  ).toBeVisible()
  expect(screen.queryByText(/none altered/)).not.toBeInTheDocument()
})

test('a person who may not read the audit trail sees the history, and whom to ask for a check', async () => {
  roleIs('bench')
  history(anEvent())
  open()
  const button = await screen.findByRole('button', { name: 'Verify now' })
  await waitFor(() => expect(button).toBeDisabled())
  expect(button).toHaveAccessibleDescription('You are not allowed to read the audit trail. Ask Chiara Rossi.')
  expect(within(document.body).queryByRole('button', { name: 'Export' })).not.toBeInTheDocument()
})

test.each([
  [anEvent({ before: { volume: 20 }, after: { volume: 2, version: 2 } }), 'changed the volume'],
  [anEvent({ before: { bamFileUri: null }, after: { bamFileUri: 's3://a' } }), 'changed the BAM file'],
  [
    anEvent({ action: 'sample.update-lifecycle', after: { status: 'QC_PASS' } }),
    'changed its status to QC PASS',
  ],
  [anEvent({ action: 'sample.arrange', before: { place: null }, after: { place: {} } }), 'stored it'],
  [anEvent({ action: 'sample.receive' }), 'received it'],
  [anEvent({ action: 'person.set-role', after: { role: 'viewer' } }), 'changed the role to Viewer'],
  [anEvent({ action: 'custody.set', after: { custody: 'DISPOSED' } }), 'changed its custody to Disposed of'],
  [anEvent({ action: 'print-run.start', before: null, after: { total: 1 } }), 'started to print its label'],
  [anEvent({ action: 'print-run.start', before: null, after: { total: 9 } }), 'started to print its labels'],
])('describes what was done (%#)', (event, words) => {
  expect(describeEvent(event)).toBe(words)
})

test('more changes that could not be loaded are reported, and loaded on Retry', async () => {
  const events = Array.from({ length: 50 }, (_, index) => anEvent({ id: 100 - index }))
  serverAnswers(auditApi.history, { events, totalEvents: 51 })
  const user = open()
  const more = await screen.findByRole('button', { name: 'Load more' })
  serverRefuses(auditApi.history, 503, { code: 'database-unavailable', message: 'Not reachable' })
  await user.click(more)
  expect(await screen.findByText('More changes could not be loaded')).toBeVisible()
  expect(screen.getByText('Not reachable')).toBeVisible()

  serverAnswers(auditApi.history, { events: [anEvent({ id: 1, action: 'sample.receive' })], totalEvents: 51 })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('received it')).toBeVisible()
  expect(screen.queryByText('More changes could not be loaded')).not.toBeInTheDocument()
})

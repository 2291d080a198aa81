import { auditActions } from '@lims/contract/audit.ts'
import { auditApi } from '@lims/contract/audit-api.ts'
import { batchesApi } from '@lims/contract/batches.ts'
import { keysOf } from '@lims/contract/keys-of.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anEvent, aProof } from '../../../test/audit-records.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { aSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { History } from './history.tsx'

const history = (...events: ReturnType<typeof anEvent>[]) =>
  serverAnswers(auditApi.history, { events, totalEvents: events.length })
const open = () => openScreen(<History entityType="sample" entityId={aSample().id} />)

beforeEach(() => {
  roleIs('study-lead')
  serverAnswers(auditApi.proof, aProof())
})

test('Custody shows every change of custody, also those that pick lists and stock-takes have made', async () => {
  const actions = keysOf(auditActions).filter((action) => action.startsWith('custody.'))
  const change = { before: { custody: 'AVAILABLE' }, after: { custody: 'MISSING' }, reason: null }
  history(...actions.map((action, id) => anEvent({ id, action, ...change })))
  const user = open()
  await user.click(await screen.findByText('Custody', { selector: '.ant-segmented-item-label' }))
  const list = within(screen.getByRole('region', { name: 'Changes' }))
  // That it is in its cell again is no change of custody.
  expect(list.queryByText('put it away')).not.toBeInTheDocument()
  expect(list.getAllByRole('listitem')).toHaveLength(actions.length - 1)
})

test('an event of an early version, with the id of the sample in capitals, shows what it has changed', async () => {
  history(anEvent({ entityId: aSample().id.toUpperCase(), reason: null }))
  open()
  expect(await screen.findByText('Notes')).toBeInTheDocument()
})

test('the undo of a not-found report says so, for the tube was not picked', async () => {
  const undo = { action: 'custody.undo-pick', after: { custody: 'RESERVED' }, reason: null } as const
  history(
    anEvent({ id: 2, ...undo, before: { custody: 'MISSING' } }),
    anEvent({ id: 1, ...undo, before: { custody: 'CHECKED_OUT' } }),
  )
  open()
  expect(await screen.findByText('undid that it was not found')).toBeInTheDocument()
  expect(screen.getByText('undid its pick')).toBeInTheDocument()
})

test('a deleted box or batch is shown by its last name, a parent sample by its name', async () => {
  serverRefuses(storageApi.get, 404, { code: 'storage-not-found', message: 'Storage not found' })
  serverRefuses(batchesApi.get, 404, { code: 'batch-not-found', message: 'Batch not found' })
  const [batchId, parentSampleId] = [crypto.randomUUID(), crypto.randomUUID()]
  const recordNames = {
    'storage 12': 'Box 03',
    [`batch ${batchId}`]: 'Nordic 4',
    [`sample ${parentSampleId}`]: 'NB-1',
  }
  const place = { storageId: 12, row: 1, column: 2 }
  history(
    anEvent({
      id: 3,
      action: 'sample.arrange',
      before: { place },
      after: { place: null },
      recordNames,
      reason: null,
    }),
    anEvent({ id: 2, before: { batchId }, after: { batchId: null }, recordNames, reason: null }),
    anEvent({ id: 1, action: 'sample.create', before: null, after: { parentSampleId }, recordNames }),
  )
  open()
  expect(await screen.findByText('Box 03 (deleted), row 1, column 2')).toBeInTheDocument()
  expect(await screen.findByText('Nordic 4 (deleted)')).toBeInTheDocument()
  expect(screen.getByText('NB-1')).toBeInTheDocument()
})

test('an aliquot says from which sample it was derived, and with how many freeze-thaw cycles', async () => {
  const entityId = '0b9b5e0a-30a6-4f7c-8a0e-3f1f5ac1a8a1'
  const after = { type: 'PLASMA', names: ['NB-1-PLASMA-1'], thawCount: 2 }
  history(anEvent({ action: 'sample.add-child', entityId, entityName: 'NB-1', before: null, after }))
  open()
  const line = (await screen.findByText('derived it from')).closest('li')
  expect(line).toHaveTextContent('Freeze-thaw cycles2')
  expect(line).not.toHaveTextContent('Names')
})

test.each(['constructor', 'toString', '__proto__'])(
  'a name or note %s is shown as it was entered',
  async (text) => {
    history(
      anEvent({ id: 2, before: { notes: 'clear' }, after: { notes: text }, reason: null }),
      anEvent({ id: 1, action: 'sample.create', before: null, after: { name: text }, reason: null }),
    )
    open()
    expect(await screen.findAllByText(text)).toHaveLength(2)
  },
)

test('a note that equals the id of a person is not replaced by their name', async () => {
  const people = { ada: 'Ada Lindqvist' }
  history(
    anEvent({ before: { notes: null }, after: { notes: 'ada', checkedOutBy: 'ada' }, people, reason: null }),
  )
  open()
  expect(await screen.findByText('Ada Lindqvist', { selector: 'dd, dd *' })).toBeInTheDocument()
  expect(screen.getByText('ada')).toBeInTheDocument()
})

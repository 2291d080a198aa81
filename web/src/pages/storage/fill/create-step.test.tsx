import { batchesApi } from '@lims/contract/batches.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { untilReplied } from '../../../../test/open-requests.ts'
import { cell, openGrid } from '../../../../test/open-storage.ts'
import { aBatch, aPlacing, aSample } from '../../../../test/records.ts'
import { roleIs } from '../../../../test/roles.ts'
import { keysOf, server, serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { sendersOf, signIn } from '../../../../test/session-token.ts'
import { aStorage } from '../../../../test/storage-records.ts'

async function open(storage: Partial<Storage> = { id: 2, alias: 'Rack A', type: 'RACK' }) {
  serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 1 })
  serverAnswers(batchesApi.get, { batch: aBatch() })
  const { user } = await openGrid(storage)
  await user.click(cell('B2, empty'))
  await user.click(await screen.findByRole('button', { name: /^Create New/ }))
  const dialog = within(await screen.findByRole('dialog'))
  const choose = async (field: string, title: string) => {
    await user.click(dialog.getByRole('combobox', { name: field }))
    await user.click(await screen.findByTitle(title))
  }
  return { user, dialog, choose, create: () => user.click(dialog.getByRole('button', { name: 'Create' })) }
}

async function fillStorage() {
  const { user, dialog, choose, create } = await open()
  await user.type(dialog.getByLabelText('Name'), 'Box 7')
  await choose('Type', 'Box')
  await untilReplied()
  await create()
}

test('GRID-28 VALID-24 VALID-25 VALID-26 VALID-28 a new storage starts as 1 × 1, and the form names its required fields', async () => {
  const { user, dialog, create } = await open()
  expect(dialog.getByLabelText('Rows')).toHaveValue('1')
  expect(dialog.getByLabelText('Columns')).toHaveValue('1')
  expect(dialog.getByLabelText('Row Prefix (optional)')).toHaveValue('1')
  expect(dialog.getByLabelText('Column Prefix (optional)')).toHaveValue('A')
  await user.clear(dialog.getByLabelText('Row Prefix (optional)'))
  await user.clear(dialog.getByLabelText('Rows'))
  await user.clear(dialog.getByLabelText('Columns'))
  await create()
  expect(await dialog.findByText('Please enter a name')).toBeVisible()
  expect(dialog.getByText('Please select a type')).toBeVisible()
  expect(dialog.getAllByText('Required')).toHaveLength(2)
  expect(dialog.queryByText(/axis/)).not.toBeInTheDocument()
})

test('VALID-27 refuses 0 and 51 rows and columns', async () => {
  const { user, dialog } = await open()
  for (const name of ['Rows', 'Columns']) {
    const field = dialog.getByLabelText(name)
    for (const size of ['0', '51']) {
      await user.clear(field)
      await user.type(field, size)
      expect(await dialog.findByText('must be a whole number from 1 to 50')).toBeVisible()
      await user.clear(field)
      await user.type(field, '50')
      await waitFor(() => expect(dialog.queryByText(/must be a whole number/)).toBeNull())
    }
  }
})

test('GRID-26 a new storage is created and put into the cell', async () => {
  const created = serverAnswers(storageApi.add, {
    success: true,
    storage: aStorage({ id: 7, alias: 'Box 7' }),
  })
  const placed = serverAnswers(storageApi.associate, { success: true, storage: aStorage() })
  await fillStorage()
  expect(await screen.findByText('Box 7 is now in Rack A, B2')).toBeVisible()
  expect(created[0]?.body).toEqual({
    alias: 'Box 7',
    type: 'BOX',
    numberRows: 1,
    numberColumns: 1,
    rowPrefix: '1',
    columnPrefix: 'A',
  })
  expect(placed[0]?.body).toEqual({
    childStorageId: 7,
    parentStorageId: 2,
    rowCoordinate: 2,
    columnCoordinate: 2,
  })
})

test('a new storage is put into the cell in the name of the person who created it', async () => {
  const reply = Promise.withResolvers<{ success: true; storage: Storage }>()
  const created = serverAnswers(storageApi.add, () => reply.promise)
  const placed = serverAnswers(storageApi.associate, { success: true, storage: aStorage() })
  await fillStorage()
  await waitFor(() => expect(created).toHaveLength(1))
  act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))
  reply.resolve({ success: true, storage: aStorage({ id: 7, alias: 'Box 7' }) })
  await waitFor(() => expect(sendersOf([...created, ...placed])).toEqual(['ada', 'ada']))
  expect(keysOf(placed)).toEqual([null])
})

test('ERR-60 a storage that could not be created leaves the form as it was filled in', async () => {
  serverRefuses(storageApi.add, 503, {
    code: 'database-unavailable',
    message: 'The database does not respond',
  })
  await fillStorage()
  expect(await screen.findByText('Failed to create storage. Please try again.')).toBeVisible()
  expect(screen.getByText('The database does not respond')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('Box 7')
})

test('ERR-64 a storage that was created but not placed closes the dialog, so that it is not created twice', async () => {
  serverAnswers(storageApi.add, { success: true, storage: aStorage({ id: 7, alias: 'Box 7' }) })
  serverRefuses(storageApi.associate, 409, { code: 'cell-taken', message: 'B2 of Rack A holds Box 9.' })
  await fillStorage()
  expect(
    await screen.findByText('Box 7 created but association failed: B2 of Rack A holds Box 9.'),
  ).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a storage that was created but not placed for lack of a permission fetches the permissions again', async () => {
  serverAnswers(storageApi.add, { success: true, storage: aStorage({ id: 7, alias: 'Box 7' }) })
  serverRefuses(storageApi.associate, 403, { code: 'permission-denied', message: 'You may not place boxes.' })
  const requests = roleIs('administrator')
  await fillStorage()
  expect(
    await screen.findByText('Box 7 created but association failed: You may not place boxes.'),
  ).toBeVisible()
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('VALID-29 VALID-30 VALID-31 VALID-32 VALID-35 the form of a new sample names its required fields; notes are optional', async () => {
  const { dialog, create } = await open({})
  await create()
  expect(await dialog.findByText('Please enter a name')).toBeVisible()
  expect(dialog.getByText('Please select a batch')).toBeVisible()
  expect(dialog.getByText('Please select a type')).toBeVisible()
  expect(dialog.getByText('Please select a status')).toBeVisible()
  expect(dialog.getByLabelText('Notes (optional)')).not.toHaveAttribute('aria-required', 'true')
})

test('VALID-33 VALID-34 the volume changes in steps of 0.1 mL and never below 0', async () => {
  const { user, dialog } = await open({})
  const volume = dialog.getByLabelText('Volume (mL)')
  expect(volume).toHaveAttribute('step', '0.1')
  await user.type(volume, '{ArrowDown}')
  expect(volume).toHaveValue('0')
  await user.type(volume, '{ArrowUp}{ArrowUp}')
  expect(volume).toHaveValue('0.2')
  await user.clear(volume)
  await user.type(volume, '-1')
  expect(await dialog.findByText('Volume must be 0 mL or more')).toBeVisible()
})

test('GRID-27 a new sample is created and put into the cell', async () => {
  const created = serverAnswers(samplesApi.add, { success: true, sample: aSample({ name: 'NB-9' }) })
  const cellB2 = { location: 'B2', rowCoordinate: 2, columnCoordinate: 2 }
  const placed = serverAnswers(sampleLocationApi.associate, aPlacing(cellB2))
  const { user, dialog, choose, create } = await open({})
  await user.type(dialog.getByLabelText('Name'), 'NB-9')
  await choose('Batch', 'Nordic study 4')
  await choose('Type', 'SERUM')
  await choose('Status', 'RECEIVED')
  await create()
  expect(await screen.findByText('NB-9 is now in Box 03, B2')).toBeVisible()
  expect(created[0]?.body).toMatchObject({
    name: 'NB-9',
    batchId: aBatch().id,
    type: 'SERUM',
    status: 'RECEIVED',
    volume: 0,
  })
  expect(placed[0]?.body).toMatchObject({ sampleId: aSample().id, storageId: 3, rowCoordinate: 2 })
})

test('ERR-61 a sample that could not be created shows an error', async () => {
  serverRefuses(samplesApi.add, 500)
  const { user, dialog, choose, create } = await open({})
  await user.type(dialog.getByLabelText('Name'), 'NB-9')
  await choose('Batch', 'Nordic study 4')
  await choose('Type', 'SERUM')
  await choose('Status', 'RECEIVED')
  await create()
  expect(await screen.findByText('Failed to create sample. Please try again.')).toBeVisible()
})

test('a click beside the dialog keeps it open with what was entered', async () => {
  const { user, dialog } = await open()
  await user.type(dialog.getByLabelText('Name'), 'Box 7')
  await user.click(document.querySelector('.ant-modal-wrap') as Element)
  expect(dialog.getByLabelText('Name')).toHaveValue('Box 7')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('the dialog stays open with what was entered until the reply, which would else close the next one', async () => {
  let fail = () => {}
  const late = new Promise<void>((resolve) => {
    fail = resolve
  })
  server.use(
    http.post(`*/api${storageApi.add.path}`, async () => {
      await late
      return HttpResponse.error()
    }),
  )
  const { user, dialog, choose, create } = await open()
  await user.type(dialog.getByLabelText('Name'), 'Box 7')
  await choose('Type', 'Box')
  await create()
  expect(dialog.getByRole('button', { name: 'Back' })).toBeDisabled()
  await user.keyboard('{Escape}')
  fail()
  expect(await screen.findByText(/trying again is safe/)).toBeVisible()
  expect(screen.getByRole('dialog')).toContainElement(dialog.getByLabelText('Name'))
  expect(dialog.getByLabelText('Name')).toHaveValue('Box 7')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

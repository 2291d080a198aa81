import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../test/open-address.tsx'
import { aBatch, aSample } from '../../test/records.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'

const sample = aSample({ version: 3, volume: 2 })

beforeEach(() => {
  signIn()
  serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 1 })
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(samplesApi.get, { sample })
  serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
})

async function editVolume(written: string) {
  const sent = serverAnswers(samplesApi.update, { success: true, sample })
  const { user } = openAddress(`/samples/${sample.id}/edit`)
  const field = await screen.findByLabelText('Volume')
  await user.clear(field)
  await user.type(field, written)
  fireEvent.blur(field)
  const save = screen.getByRole('button', { name: 'Save' })
  return { user, field, save, sent }
}

test('D1 a volume of 0,5 is stored as 0.5 mL, and says so before it is saved', async () => {
  const { user, save, sent } = await editVolume('0,5')
  expect(await screen.findByText('Stored as 0.5 mL (500 µL)')).toBeVisible()
  await waitFor(() => expect(save).toBeEnabled())
  await user.click(save)
  await waitFor(() => expect(sent[0]?.body).toEqual({ id: sample.id, version: 3, volume: 0.5 }))
})

test('D1 a volume that a spreadsheet has written in groups, as 1 250,5, is stored as 1250.5 mL', async () => {
  const { user, save, sent } = await editVolume('1\u202F250,5')
  expect(await screen.findByText(/^Stored as 1250.5 mL/)).toBeVisible()
  await waitFor(() => expect(save).toBeEnabled())
  await user.click(save)
  await waitFor(() => expect(sent[0]?.body).toEqual({ id: sample.id, version: 3, volume: 1250.5 }))
})

test.each([
  ['1,250', '1,250 can mean 1.25 or 1250: write one of these'],
  ['-1', 'Volume must be 0 mL or more'],
  ['1000001', 'Volume must be at most 1,000,000 mL'],
])('D1 D2 a volume of %s is refused at the field and stays as typed: %s', async (written, sentence) => {
  const { field, save, sent } = await editVolume(written)
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(field).toHaveValue(written)
  await waitFor(() => expect(save).toBeDisabled())
  expect(screen.queryByText(/^Stored as/)).not.toBeInTheDocument()
  expect(sent).toEqual([])
})

test.each([
  ['/batches/create', 'Number of Samples', '1.000', '1.000 can mean 1 or 1000: write one of these'],
  ['/batches/create-patient', 'Number of Patients', 'many', 'many is not a number'],
  ['/batches/create-patient', 'EDTA', '2,5', 'Must be a whole number'],
  ['/storage/create', 'Rows', '1,5', 'must be a whole number from 1 to 50'],
  ['/storage/create', 'Columns', 'x', 'x is not a number'],
])('D1 D2 %s: %s refuses %s', async (address, label, written, sentence) => {
  const { user } = openAddress(address)
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  await user.type(field, written)
  fireEvent.blur(field)
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(field).toHaveValue(written)
})

test('D1 the arrow keys go in steps, leave unreadable text alone, and end at the least value', async () => {
  const { user, field } = await editVolume('0,25')
  await user.type(field, '{ArrowUp}')
  expect(field).toHaveValue('0.35')
  await user.type(field, '{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(field).toHaveValue('0')
  await user.clear(field)
  await user.type(field, 'abc{ArrowUp}')
  expect(field).toHaveValue('abc')
})

test('arrow keys that choose a word of an input method, as for Japanese, change no number', async () => {
  const { field } = await editVolume('５')
  for (const key of ['ArrowDown', 'ArrowUp'])
    fireEvent.keyDown(field, { key, keyCode: 229, isComposing: true })
  expect(field).toHaveValue('５')
})

test('a field that takes numbers below zero offers a keyboard with a minus sign', async () => {
  openAddress('/storage/create')
  expect(await screen.findByLabelText('Nominal temperature (°C)')).toHaveAttribute('inputmode', 'text')
  expect(screen.getByLabelText('Rows')).toHaveAttribute('inputmode', 'decimal')
})

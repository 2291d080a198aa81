import { batchesApi } from '@lims/contract/batches.ts'
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aBatch } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { batchKeys } from './batch-api.ts'
import { BatchSelect } from './batch-select.tsx'

const batches = ['Newest', 'Pilot', 'Pilot 2'].map((name) => aBatch({ id: crypto.randomUUID(), name }))

test('VALID-30 a laboratory without batches differs from a name that none has', async () => {
  serverAnswers(batchesApi.search, { batches: [], totalBatches: 0 })
  openScreen(<BatchSelect id="batch" />)
  const field = await screen.findByRole('combobox')
  fireEvent.mouseDown(field)
  expect(await screen.findByText('No batches yet. Create one first.')).toBeVisible()
  fireEvent.change(field, { target: { value: 'pilot' } })
  expect(await screen.findByText('No batch with this name')).toBeVisible()
})

test('batches that could not be loaded are loaded when the list is opened again', async () => {
  serverRefuses(batchesApi.search, 503)
  const user = openScreen(<BatchSelect id="batch" />)
  const field = await screen.findByRole('combobox')
  await user.click(field)
  expect(await screen.findByText('The batches could not be loaded')).toBeVisible()
  await user.tab()

  serverAnswers(batchesApi.search, { batches, totalBatches: 3 })
  await user.click(field)
  expect(await screen.findByTitle('Newest')).toBeVisible()
})

/** Fetches the batches again, as a change by others does. */
function Refresh() {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: batchKeys.all })
  return (
    <button type="button" onClick={refresh}>
      Refresh
    </button>
  )
}

test('a laboratory without batches is still said to have none when they could not be loaded again', async () => {
  serverAnswers(batchesApi.search, { batches: [], totalBatches: 0 })
  const user = openScreen(
    <>
      <Refresh />
      <BatchSelect id="batch" />
    </>,
  )
  const field = await screen.findByRole('combobox')
  await user.click(field)
  expect(await screen.findByText('No batches yet. Create one first.')).toBeVisible()
  serverRefuses(batchesApi.search, 500)
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Error fetching batches')).toBeVisible()
  expect(screen.getByText('No batches yet. Create one first.')).toBeVisible()
})

/** Types 'pilot' into the open list of all batches; the reply is still to come. */
async function typePilot() {
  serverAnswers(batchesApi.search, ({ query: { query = '' } }) => {
    const found = batches.filter(({ name }) => name.toLowerCase().includes(query))
    return { batches: found, totalBatches: found.length }
  })
  const choose = vi.fn()
  openScreen(<BatchSelect id="batch" onChange={choose} />)
  const field = await screen.findByRole('combobox')
  fireEvent.mouseDown(field)
  await screen.findByTitle('Newest')
  fireEvent.change(field, { target: { value: 'pilot' } })
  return { field, choose }
}

test('Enter before the reply chooses the batch of that name, not the first of the old list', async () => {
  const { field, choose } = await typePilot()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(choose).not.toHaveBeenCalled()
  await waitFor(() => expect(choose).toHaveBeenCalledWith(batches[1]?.id))
})

test('the Enter that takes a word of an input method chooses nothing', async () => {
  const { field, choose } = await typePilot()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  await waitFor(() => expect(screen.queryByTitle('Newest')).toBeNull())
  expect(screen.getByTitle('Pilot')).toBeVisible()
  expect(choose).not.toHaveBeenCalled()
})

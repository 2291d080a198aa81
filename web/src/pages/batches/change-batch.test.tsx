import { batchesApi } from '@lims/contract/batches.ts'
import { deletionsApi } from '@lims/contract/deletions.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import { printRunsApi } from '@lims/contract/print-runs.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { aBatch, aTree } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'
import { setWidth } from '../../../test/width.ts'

const batch = aBatch({ version: 2 })

beforeEach(() => {
  signIn()
  serverAnswers(batchesApi.search, { batches: [batch], totalBatches: 1 })
  serverAnswers(printRunsApi.open, { run: null, quietSeconds: null })
})

test('Ctrl+Z outside a field takes back the deletion while its notice stands', async () => {
  const deletionId = crypto.randomUUID()
  serverAnswers(batchesApi.delete, { success: true, deletionId, numSamples: 30 })
  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 30 })
  const { user } = openAddress('/batches')
  await user.click(await screen.findByLabelText('Delete Nordic study 4'))
  await user.type(await screen.findByLabelText('Type delete to confirm'), 'delete')
  await user.keyboard('{Control>}z{/Control}')
  const regions = screen.getAllByRole('status', { hidden: true })
  await user.keyboard('{Enter}')
  await screen.findByText('Nordic study 4 deleted with 30 samples')
  expect(regions).toContain(screen.getByText(/^Nordic study 4 deleted with 30 samples\. /).parentElement)
  await user.click(document.body)
  expect(undone).toHaveLength(0)
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(undone[0]?.body).toEqual({ deletionId }))
})

test('BATCH-06 BATCH-07 BATCH-09 deletes a batch with its samples after the word is typed, and undoes it', async () => {
  const deletionId = crypto.randomUUID()
  const deleted = serverAnswers(batchesApi.delete, { success: true, deletionId, numSamples: 30 })
  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 30 })
  const { user } = openAddress('/batches')
  expect(await screen.findByLabelText('Edit Nordic study 4')).toHaveAttribute(
    'href',
    `/batches/${batch.id}/edit`,
  )
  await user.click(screen.getByLabelText('Delete Nordic study 4'))
  const warning = await screen.findByText(/The batch's samples are deleted too: 30 in all/)
  await waitFor(() => expect(warning).toBeVisible())
  await user.type(screen.getByLabelText('Type delete to confirm'), 'DELETE{Enter}')
  await waitFor(() => expect(deleted[0]?.query).toEqual({ id: batch.id }))

  expect(await screen.findByText('Nordic study 4 deleted with 30 samples')).toBeVisible()
  await user.click(screen.getByText('Undo'))
  await waitFor(() => expect(undone[0]?.body).toEqual({ deletionId }))
})

test('a batch is deleted from its page, which leads on to the list and its Undo', async () => {
  serverAnswers(batchesApi.get, { batch })
  serverAnswers(samplesApi.tree, aTree())
  const deletionId = crypto.randomUUID()
  const deleted = serverAnswers(batchesApi.delete, { success: true, deletionId, numSamples: 30 })
  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 30 })
  const { user, place } = openAddress(`/batches/${batch.id}`)
  await user.click(await screen.findByLabelText('Delete Nordic study 4'))
  await user.type(await screen.findByLabelText('Type delete to confirm'), 'delete{Enter}')
  await waitFor(() => expect(deleted[0]?.query).toEqual({ id: batch.id }))

  await screen.findByText('Nordic study 4 deleted with 30 samples')
  expect(place()).toBe('/batches')
  await user.click(screen.getByText('Undo'))
  await waitFor(() => expect(undone[0]?.body).toEqual({ deletionId }))
})

test('after a deletion by keyboard the focus moves to the next row, the previous row, or the search', async () => {
  let stored = ['Nordic 1', 'Nordic 2', 'Nordic 3'].map((name) => aBatch({ id: crypto.randomUUID(), name }))
  serverAnswers(batchesApi.search, () => ({ batches: stored, totalBatches: stored.length }))
  serverAnswers(batchesApi.delete, ({ query }) => {
    stored = stored.filter(({ id }) => id !== query.id)
    return { success: true as const, deletionId: crypto.randomUUID(), numSamples: 30 }
  })
  const { user } = openAddress('/batches')
  const first = await screen.findByLabelText('Delete Nordic 2')
  act(() => first.focus())
  for (const [going, next] of [
    ['Nordic 2', 'Delete Nordic 3'],
    ['Nordic 3', 'Delete Nordic 1'],
    ['Nordic 1', 'Search by name'],
  ] as const) {
    await user.keyboard('{Enter}')
    await user.type(await screen.findByLabelText('Type delete to confirm'), 'delete{Enter}')
    await screen.findByText(`${going} deleted with 30 samples`)
    await waitFor(() => expect(screen.getByLabelText(next)).toHaveFocus())
  }
})

test("ERR-19 'Error deleting item' when a batch cannot be deleted", async () => {
  serverRefuses(batchesApi.delete, 404, { code: 'batch-not-found', message: 'Batch not found' })
  const { user } = openAddress('/batches')
  await user.click(await screen.findByLabelText('Delete Nordic study 4'))
  await user.type(await screen.findByLabelText('Type delete to confirm'), 'delete{Enter}')
  expect(await screen.findByText('Error deleting item')).toBeVisible()
})

test('the deletion of a batch that has more samples than its dialog says is refused, and the dialog closes', async () => {
  const { streams } = serverStreams()
  onTestFinished(() => void vi.unstubAllGlobals())
  serverAnswers(batchesApi.get, { batch })
  serverAnswers(samplesApi.tree, aTree())
  const message = 'Nordic study 4 has 31 samples by now, and not 30. Nothing was deleted; please look again.'
  const refused = serverRefuses(batchesApi.delete, 409, { code: 'version-stale', message })
  const { user } = openAddress(`/batches/${batch.id}`)
  await user.click(await screen.findByLabelText('Delete Nordic study 4'))
  await screen.findByText(/The batch's samples are deleted too: 30 in all/)
  const read = serverAnswers(batchesApi.get, { batch: { ...batch, numSamples: 31 } })
  act(() => streams[0]?.say('data: {"batches":true}\n\n'))
  await waitFor(() => expect(read).not.toEqual([]))
  await user.type(screen.getByLabelText('Type delete to confirm'), 'delete{Enter}')
  expect(await screen.findByText(message)).toBeVisible()
  expect(refused[0]?.body).toEqual({ expectedNumSamples: 30 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('BATCHF-16 BATCH-11 a batch needs a name; saved, one is back at the list', async () => {
  serverAnswers(batchesApi.get, { batch })
  const sent = serverAnswers(batchesApi.update, { success: true, batch })
  const { user, place } = openAddress(`/batches/${batch.id}/edit`)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  expect(await screen.findByText('Please input Name!')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled())
  await user.type(name, 'Nordic 5')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(place()).toBe('/batches?page=1'))
  expect(sent[0]?.body).toEqual({
    id: batch.id,
    version: 2,
    name: 'Nordic 5',
    description: 'Baseline visits',
  })
})

test('a taken name is shown on its field, which gets the focus', async () => {
  serverAnswers(batchesApi.get, { batch })
  const message = errorTexts.batchNameTaken('Pilot')
  serverRefuses(batchesApi.update, 409, { code: 'batch-name-taken', message, field: 'name' })
  const { user } = openAddress(`/batches/${batch.id}/edit`)
  const name = await screen.findByLabelText('Name')
  await user.type(name, ' b')
  await waitFor(() => expect(screen.getByText('Save').closest('button')).toBeEnabled())
  await user.click(screen.getByText('Save'))
  expect(await within(screen.getByRole('main')).findByText(message)).toBeVisible()
  expect(name).toHaveFocus()
})

test('a stale save of a batch loads the newest version and keeps unsaved input', async () => {
  let stored = batch
  serverAnswers(batchesApi.get, () => ({ batch: stored }))
  serverRefuses(batchesApi.update, 409, {
    code: 'version-stale',
    message: 'Not saved: Bo Chen changed description of Nordic study 4.',
  })
  const { user } = openAddress(`/batches/${batch.id}/edit`)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' b')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  stored = { ...batch, description: 'Follow-up', version: 3 }
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Load newest version' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Follow-up'))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Nordic study 4 b')
})

test('a name that both people changed stays as typed, with the saved name beside it', async () => {
  let stored = batch
  serverAnswers(batchesApi.get, () => ({ batch: stored }))
  serverRefuses(batchesApi.update, 409, {
    code: 'version-stale',
    message: 'Not saved: Bo Chen changed name of Nordic study 5.',
  })
  const { user } = openAddress(`/batches/${batch.id}/edit`)
  await user.type(await screen.findByLabelText('Name'), ' b')
  await waitFor(() => expect(screen.getByText('Save').closest('button')).toBeEnabled())
  stored = { ...batch, name: 'Nordic study 5', version: 3 }
  await user.click(screen.getByText('Save'))
  await user.click(await screen.findByText('Load newest version'))
  expect(await screen.findByText('Now saved: Nordic study 5')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('Nordic study 4 b')
})

test('the progress of a batch leads from each status to its samples', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch({ byStatus: { RECEIVED: 11, QC_PASS: 19 } }) })
  serverAnswers(samplesApi.tree, aTree())
  openAddress(`/batches/${batch.id}`)
  expect(await screen.findByRole('link', { name: '19 QC PASS' })).toHaveAttribute(
    'href',
    `/samples?batchId=${batch.id}&status=QC_PASS`,
  )
})

test('on a phone a menu in the row shows, edits and deletes', async () => {
  setWidth(390)
  serverAnswers(batchesApi.search, { batches: [aBatch({ name: 'Nordic 1' })], totalBatches: 1 })
  serverAnswers(batchesApi.get, { batch })
  const { user, place } = openAddress('/batches')
  await user.click(await screen.findByLabelText('Actions for Nordic 1'))
  expect(screen.queryByLabelText('Delete Nordic 1')).toBeNull()
  await user.click(await screen.findByText('Delete'))
  await waitFor(() => expect(screen.getByLabelText('Type delete to confirm')).toBeVisible())
  await user.click(screen.getByText('Cancel'))

  await user.click(screen.getByLabelText('Actions for Nordic 1'))
  await user.click(await screen.findByText('Edit'))
  await waitFor(() => expect(place()).toMatch(/\/edit$/))
})

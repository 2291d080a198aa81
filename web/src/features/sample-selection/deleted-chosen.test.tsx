import { picksApi } from '@lims/contract/picks.ts'
import { type ChosenDetails, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aSample } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { setWidth } from '../../../test/width.ts'
import { BulkBar } from './bulk-bar.tsx'
import './add-children-dialog.tsx'
import './pick-list-dialog.tsx'
import './update-statuses-dialog.tsx'
import { useChosenSamples } from './use-chosen-samples.ts'

const detailsOf = (number: number): ChosenDetails => {
  const { type, status, custody, volume, batchId, batchName } = aSample({ status: 'RECEIVED' })
  const id = `7f9c24e8-3b1a-4d0e-9c55-00000000000${number}`
  const record = { id, name: `NB-${number}`, alias: `T000000${number}`, type, status, custody, volume }
  const noPlace = { subjectId: null, siteId: null, visitId: null, place: null, custodyEventId: null }
  return { ...record, ...noPlace, batchId, batchName, version: 1 }
}
const samples = [detailsOf(1), detailsOf(2), detailsOf(3)]
const left = [detailsOf(1), detailsOf(3)]
const ids = samples.map(({ id }) => id)
const idsLeft = left.map(({ id }) => id)
const gone = {
  code: 'sample-not-found',
  message: 'Sample not found: 1 of the samples does not exist any more. Nothing was changed.',
} as const
const notice = '1 sample was deleted since and is no longer chosen'

function Harness() {
  const chosen = useChosenSamples(samples, 'test', { startsWithAll: true })
  return <BulkBar printLabels={() => null} chosen={chosen} />
}

/** Three samples are chosen, of which another person has deleted the second. */
async function openBar() {
  setWidth(1440)
  serverAnswers(sampleBulkApi.chosen, { samples: left })
  const user = openScreen(<Harness />)
  await screen.findByText('3 chosen')
  return user
}

test('a chosen sample that another person has deleted is no longer chosen after a refused action', async () => {
  const refused = serverRefuses(samplesApi.updateStatuses, 404, gone)
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'Update status' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update status of 3 samples' }))
  const [status] = await dialog.findAllByRole('radio')
  await user.click(status as HTMLElement)
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText(notice)).toBeVisible()
  expect(screen.getByText('2 chosen')).toBeVisible()
  expect(refused[0]?.body).toMatchObject({ sampleIds: ids })

  const eventIds = [1, 2]
  const updated = serverAnswers(samplesApi.updateStatuses, { success: true, count: 2, eventIds })
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(updated[0]?.body).toMatchObject({ sampleIds: idsLeft }))
})

test('a pick list whose samples cannot be checked is for those that still exist', async () => {
  const checked = serverAnswers(picksApi.check, ({ body }) => {
    const { sampleIds } = body as { sampleIds: string[] }
    if (sampleIds.length > left.length) throw HttpResponse.json(gone, { status: 404 })
    return { numAvailable: 2, unavailable: [] }
  })
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  serverAnswers(picksApi.people, { people: [] })
  await user.click(await screen.findByRole('menuitem', { name: 'Pick list…' }))
  expect(await screen.findByText(notice)).toBeVisible()
  expect(await screen.findByRole('dialog', { name: 'Pick list of 2 samples' })).toBeVisible()
  await waitFor(() => expect(checked.at(-1)?.body).toEqual({ sampleIds: idsLeft }))
})

test('children are created of the samples that the dialog counts', async () => {
  const undo = { creations: [] }
  const added = serverAnswers(sampleBulkApi.addChildren, { success: true, count: 2, samples: [], undo })
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Create children…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Children of 2 samples' }))
  await user.type(await dialog.findByLabelText('Quantity'), '1')
  await user.click(dialog.getByRole('combobox', { name: 'Sample type' }))
  await user.click(await screen.findByTitle('PLASMA'))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(added[0]?.body).toMatchObject({ parentSampleIds: idsLeft }))
})

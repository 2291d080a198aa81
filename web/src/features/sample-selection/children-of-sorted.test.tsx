import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { chooseFromMenu, createChildren, details, idOf, ids, samples } from '../../../test/open-bulk-bar.tsx'
import { openScreen } from '../../../test/open-screen.tsx'
import { keysOf, serverAnswers, serverLosesReplies } from '../../../test/server.ts'
import { setWidth } from '../../../test/width.ts'
import { BulkBar } from './bulk-bar.tsx'
import { useChosenSamples } from './use-chosen-samples.ts'

/** The bar of three chosen samples, whose list comes in another order at a press of the button. */
function BarOfSorted() {
  const [loaded, setLoaded] = useState(samples)
  const chosen = useChosenSamples(loaded, 'test', { startsWithAll: true })
  return (
    <>
      <button type="button" onClick={() => setLoaded(samples.toReversed())}>
        Sort anew
      </button>
      <BulkBar printLabels={() => null} chosen={chosen} />
    </>
  )
}

test('what was entered for children stays while others change the order of the list', async () => {
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  const requests = serverAnswers(sampleBulkApi.chosen, ({ body }) => ({
    samples: (body as { sampleIds: string[] }).sampleIds.flatMap((id) => byId.get(id) ?? []),
  }))
  setWidth(1440)
  const user = openScreen(<BarOfSorted />)
  await screen.findByText('3 chosen')
  await chooseFromMenu(user, 'Create children…')
  const volume = await screen.findByLabelText('Volume of each (optional)')
  await waitFor(() => expect(screen.getByLabelText('Quantity')).toHaveFocus())
  await user.click(screen.getByRole('combobox', { name: 'Sample type' }))
  await user.click(await screen.findByTitle('PLASMA'))
  await user.type(volume, '0.5')
  expect(screen.getByText(/^Named NB-1-PLASMA-n/)).toBeVisible()
  act(() => screen.getByText('Sort anew').click())
  expect(await screen.findByText(/^Named NB-3-PLASMA-n/)).toBeVisible()
  expect(requests).toHaveLength(2)
  expect(volume).toHaveValue('0.5')
  expect(volume).toHaveFocus()
})

test('children of a try without a reply are not created again in another order of the list, and come in that order', async () => {
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  serverAnswers(sampleBulkApi.chosen, ({ body }) => ({
    samples: (body as { sampleIds: string[] }).sampleIds.flatMap((id) => byId.get(id) ?? []),
  }))
  const lost = serverLosesReplies(sampleBulkApi.addChildren)
  setWidth(1440)
  const user = openScreen(<BarOfSorted />)
  await screen.findByText('3 chosen')
  await chooseFromMenu(user, 'Create children…')
  const dialog = await createChildren(user)
  await screen.findByText('It is not known whether this was done')
  act(() => screen.getByText('Sort anew').click())
  expect(await screen.findByText(/^Named NB-3-PLASMA-n/)).toBeVisible()

  const children = [details(4), details(5), details(6)]
  const creations = ids.map((id, index) => ({ parentSampleId: id, childIds: [idOf(4 + index)] }))
  const reply = { success: true as const, count: 3, samples: children, undo: { creations } }
  const repeated = serverAnswers(sampleBulkApi.addChildren, reply)
  serverAnswers(sampleBulkApi.chosen, { samples: children })
  await user.click(await dialog.findByRole('button', { name: 'Create' }))
  expect(await screen.findByText(/^NB-6, NB-5, NB-4\. Your earlier try/)).toBeVisible()
  expect(keysOf(repeated)).toEqual(keysOf(lost))
})

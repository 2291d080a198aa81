import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  BulkBarOfSorted,
  chooseFromMenu,
  createChildren,
  details,
  idOf,
  ids,
  samples,
  serverHasSamples,
} from '../../../test/open-bulk-bar.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { keysOf, serverAnswers, serverLosesReplies } from '../../../test/server.ts'
import { setWidth } from '../../../test/width.ts'

test('what was entered for children stays while others change the order of the list', async () => {
  const requests = serverHasSamples()
  setWidth(1440)
  const user = openScreen(<BulkBarOfSorted />)
  await screen.findByText('3 chosen')
  await chooseFromMenu(user, 'Create children…')
  const volume = await screen.findByLabelText('Volume of each (optional)')
  await waitFor(() => expect(screen.getByLabelText('Quantity')).toHaveFocus())
  await user.click(screen.getByRole('combobox', { name: 'Sample type' }))
  await user.click(await screen.findByTitle('PLASMA'))
  await user.type(volume, '0.5')
  expect(screen.getByText(/^Named NB-1-PLASMA-n/)).toBeVisible()
  act(() => screen.getByText('Sort anew').click())
  await untilReplied()
  expect(screen.getByText(/^Named NB-1-PLASMA-n/)).toBeVisible()
  expect(requests).toHaveLength(1)
  expect(volume).toHaveValue('0.5')
  expect(volume).toHaveFocus()
})

test('the focus is on the button of the menu again when the dialog of the children is closed', async () => {
  serverHasSamples()
  const { promise, resolve: reply } = Promise.withResolvers<void>()
  serverAnswers(sampleBulkApi.chosen, async () => {
    await promise
    return { samples }
  })
  setWidth(1440)
  const user = openScreen(<BulkBarOfSorted />)
  await screen.findByText('3 chosen')
  await chooseFromMenu(user, 'Create children…')
  const loading = await screen.findByRole('dialog')
  await waitFor(() => expect(loading).toContainElement(document.activeElement as HTMLElement))
  reply()
  await waitFor(() => expect(screen.getByLabelText('Quantity')).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'More actions' })).toHaveFocus())
})

test('children of a try without a reply are not created again in another order of the list, and come in that order', async () => {
  const children = [details(4), details(5), details(6)]
  serverHasSamples(...children)
  const lost = serverLosesReplies(sampleBulkApi.addChildren)
  setWidth(1440)
  const user = openScreen(<BulkBarOfSorted />)
  await screen.findByText('3 chosen')
  await chooseFromMenu(user, 'Create children…')
  const dialog = await createChildren(user)
  await screen.findByText('It is not known whether this was done')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  act(() => screen.getByText('Sort anew').click())

  const creations = ids.map((id, index) => ({ parentSampleId: id, childIds: [idOf(4 + index)] }))
  const reply = { success: true as const, count: 3, samples: children, undo: { creations } }
  const repeated = serverAnswers(sampleBulkApi.addChildren, reply)
  await chooseFromMenu(user, 'Create children…')
  await createChildren(user)
  expect(await screen.findByText(/^NB-6, NB-5, NB-4\. Your earlier try/)).toBeVisible()
  expect(keysOf(repeated)).toEqual(keysOf(lost))
})

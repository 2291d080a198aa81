import { storageApi } from '@lims/contract/storage-api.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cell, openGrid } from '../../../../test/open-storage.ts'
import { roleIs } from '../../../../test/roles.ts'
import { serverAnswers } from '../../../../test/server.ts'

test.each<[StorageType, boolean]>([
  ['FREEZER', true],
  ['SHELF', false],
  ['DRAWER', false],
  ['RACK', true],
  ['BOX', true],
])(
  'GRID-11 GRID-12 an empty cell of a %s offers Associate Existing; Create New: %s',
  async (type, creates) => {
    const { user } = await openGrid({ type })
    await user.click(cell('B2, empty'))
    const associate = await screen.findByRole('button', { name: /^Associate Existing/ })
    await waitFor(() => expect(associate).toHaveFocus())
    expect(screen.getByText('Fill Position B2')).toBeVisible()
    expect(screen.queryAllByRole('button', { name: /^Create New/ })).toHaveLength(creates ? 1 : 0)
  },
)

test('a person who may not register samples is offered only an existing one for an empty cell of a box', async () => {
  roleIs('storage-keeper')
  const { user } = await openGrid({ type: 'BOX' })
  await user.click(cell('B2, empty'))
  const create = await screen.findByRole('button', { name: /^Create New/ })
  await waitFor(() => expect(create).toBeDisabled())
  expect(create).toHaveTextContent('You are not allowed to register samples and children. Ask Chiara Rossi.')
  expect(screen.getByRole('button', { name: /^Associate Existing/ })).toBeEnabled()
})

test('a storage keeper may create storages in an empty cell', async () => {
  roleIs('storage-keeper')
  const { user } = await openGrid({ type: 'RACK' })
  await user.click(cell('B2, empty'))
  expect(await screen.findByRole('button', { name: /^Create New/ })).toBeEnabled()
})

test('Enter opens the cell, Back returns to the choice, and Escape returns the focus to the cell', async () => {
  serverAnswers(storageApi.orphans, { storages: [], totalStorages: 0 })
  const { user } = await openGrid({ type: 'RACK' })
  cell('A1, empty').focus()
  await user.keyboard('{Enter}')
  const associate = await screen.findByRole('button', { name: /^Associate Existing/ })
  await waitFor(() => expect(associate).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Associate storage with A1')).toBeVisible()
  expect(screen.getByPlaceholderText('Search by name')).toHaveFocus()

  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByText('Fill Position A1')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(cell('A1, empty')).toHaveFocus())
})

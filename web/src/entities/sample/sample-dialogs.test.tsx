import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aSample } from '../../../test/records.ts'
import { ChooseStatusDialog } from './choose-status-dialog.tsx'
import { CreateChildrenDialog } from './create-children-dialog.tsx'

const onClose = vi.fn()
const common = { isOpen: true, onClose }
const status = {
  isSaving: true,
  title: 'Update status',
  sampleIds: [aSample().id],
  targets: [],
  from: [],
  noTarget: 'None',
  onUpdate: () => {},
}
const creation = { isPending: true, error: null }
const children = { creation, parents: [aSample()], preset: {}, onCreate: () => {} }

test.each([
  ['a change of status', <ChooseStatusDialog key="status" {...common} {...status} />],
  ['a creation of children', <CreateChildrenDialog key="children" {...common} {...children} />],
])('%s that is being saved is not closed: its reply would close the next dialog', async (_, dialog) => {
  const user = openScreen(dialog)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

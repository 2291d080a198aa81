import type { Custody } from '@lims/contract/custody.ts'
import { custodyApi } from '@lims/contract/custody-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aSample } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { CheckOutDialog } from './check-out-dialog.tsx'
import { SetCustodyDialog } from './set-custody-dialog.tsx'

const sampleIds = [aSample().id]

test('a check-out that is being saved is not closed: its reply would close the next dialog', async () => {
  const onClose = vi.fn()
  const requests = serverAnswers(custodyApi.checkOut, () => new Promise<never>(() => {}))
  const user = openScreen(<CheckOutDialog sampleIds={sampleIds} isOpen onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Purpose'), 'ELISA')
  await user.click(dialog.getByRole('button', { name: 'Check out' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

/** Another person changes the sample while the dialog is open. */
function Changing() {
  const [from, setFrom] = useState<Custody>('AVAILABLE')
  return (
    <SetCustodyDialog title="Custody" sampleIds={sampleIds} from={[from]} isOpen onClose={() => {}}>
      <button type="button" onClick={() => setFrom('CHECKED_OUT')}>
        Another person checks it out
      </button>
    </SetCustodyDialog>
  )
}

test('a change of custody is sent with what the samples were when it was chosen', async () => {
  const requests = serverAnswers(custodyApi.set, { success: true, count: 1, eventIds: [7] })
  const user = openScreen(<Changing />)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /Missing/ }))
  await user.click(dialog.getByRole('button', { name: 'Another person checks it out' }))
  await user.type(dialog.getByLabelText('Reason'), 'the cell is empty')
  await user.click(dialog.getByRole('button', { name: 'Change custody' }))
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({ custody: 'MISSING', expected: ['AVAILABLE'] }),
  )
})

test('a change of custody that was refused is chosen again, and sent with what the samples are now', async () => {
  const refusal = { code: 'custody-not-possible', message: 'Bo has it' } as const
  const requests = serverRefuses(custodyApi.set, 409, refusal)
  const user = openScreen(<Changing />)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /Missing/ }))
  await user.click(dialog.getByRole('button', { name: 'Another person checks it out' }))
  await user.type(dialog.getByLabelText('Reason'), 'the cell is empty')
  await user.click(dialog.getByRole('button', { name: 'Change custody' }))
  await waitFor(() => expect(dialog.getByRole('radio', { name: /Missing/ })).not.toBeChecked())
  await user.click(dialog.getByRole('radio', { name: /Missing/ }))
  await user.click(dialog.getByRole('button', { name: 'Change custody' }))
  await waitFor(() =>
    expect(requests[1]?.body).toMatchObject({ reason: 'the cell is empty', expected: ['CHECKED_OUT'] }),
  )
})

test('a change of custody that is being saved is not closed: its reply would close the next dialog', async () => {
  const onClose = vi.fn()
  const requests = serverAnswers(custodyApi.set, () => new Promise<never>(() => {}))
  const user = openScreen(
    <SetCustodyDialog title="Custody" sampleIds={sampleIds} from={['AVAILABLE']} isOpen onClose={onClose} />,
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /Quarantine/ }))
  await user.type(dialog.getByLabelText('Reason'), 'label unreadable')
  await user.click(dialog.getByRole('button', { name: 'Change custody' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { signIn } from '../../test/session-token.ts'
import { clearToken } from '../api/stored-token.ts'
import { ConfirmByTyping } from './confirm-by-typing.tsx'

const confirm = vi.fn()
const open = () => {
  confirm.mockClear()
  return openScreen(
    <ConfirmByTyping
      isOpen
      title="Delete Pilot?"
      warning="The batch's samples are deleted too"
      word="delete"
      okText="Delete"
      isWorking={false}
      isReasonRequired
      onConfirm={confirm}
      onClose={() => {}}
    />,
  )
}
const field = () => screen.findByRole('textbox', { name: 'Type delete to confirm' })

test('BATCH-07 nothing can be confirmed before the word is typed', async () => {
  const user = open()
  await user.type(await field(), 'delet{Enter}')
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()
  expect(confirm).not.toHaveBeenCalled()
})

test('BATCH-08 the word counts in any case, and Enter confirms', async () => {
  const user = open()
  await user.type(await screen.findByLabelText('Reason'), 'mixed up')
  await user.type(await field(), ' DeLeTe{Enter}')
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(1), { timeout: 20_000 })
})

test('BATCH-08 Enter confirms once, though a browser sends the key event and then submits the form', async () => {
  const user = open()
  const typed = await field()
  await user.type(screen.getByLabelText('Reason'), 'mixed up')
  await user.type(typed, 'delete')
  fireEvent.keyDown(typed, { key: 'Enter' })
  // A browser lets promises run between the two; user-event does not.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  fireEvent.submit(typed)
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(confirm).toHaveBeenCalledTimes(1)
})

test('after an expired session the reason is restored, and the word has to be typed again', async () => {
  signIn()
  const user = open()
  await user.type(await screen.findByLabelText('Reason'), 'mixed up')
  await user.type(await field(), 'delete')
  act(clearToken)
  cleanup()

  signIn({ jti: 'of-ada-again' })
  open()
  expect(await screen.findByLabelText('Reason')).toHaveValue('mixed up')
  expect(await field()).toHaveValue('')
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()
})

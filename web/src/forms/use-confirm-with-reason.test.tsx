import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Button } from 'antd'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { useConfirmWithReason } from './use-confirm-with-reason.tsx'

type Props = { onOk: (reason: string | undefined) => undefined | Promise<unknown> }

function LatePage({ onOk }: Props) {
  const [isRequired, setIsRequired] = useState(false)
  return (
    <>
      <Page onOk={onOk} isReasonRequired={isRequired} />
      <Button onClick={() => setIsRequired(true)}>Require it</Button>
    </>
  )
}

function Page({ onOk, isReasonRequired = true }: Props & { isReasonRequired?: boolean }) {
  const confirm = useConfirmWithReason({ isReasonRequired })
  const ask = () =>
    confirm({ title: 'Delete it?', content: 'Tube T1', okText: 'Delete', draftId: 'T1', onOk })
  return <Button onClick={ask}>Ask</Button>
}

test('Enter in the reason confirms, once, and asks for the reason if there is none', async () => {
  let finish = (_reply: unknown) => {}
  const onOk = vi.fn(() => new Promise((resolve) => (finish = resolve)))
  openScreen(<Page onOk={onOk} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Ask' }))
  const reason = await screen.findByLabelText('Reason')
  // antd moves the focus some frames after the dialog has opened: an Enter of these would press Cancel.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())

  await userEvent.type(reason, '{Enter}')
  // The dialog may still be opening.
  await waitFor(() => expect(screen.getByText('Please say why')).toBeVisible())
  expect(onOk).not.toHaveBeenCalled()

  await userEvent.type(screen.getByLabelText('Reason'), 'broken tube{Enter}{Enter}')
  expect(onOk.mock.calls).toEqual([['broken tube']])
  expect(screen.getByRole('dialog')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Reason')).toBeDisabled())
  finish(undefined)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

// Safari before 27 sends the second form: the word is taken before the key.
test.each([
  ['Chromium', { isComposing: true }],
  ['Safari', { isComposing: false }],
])('the Enter that takes a word of an input method into the reason confirms nothing: %s', async (_, form) => {
  const onOk = vi.fn(() => undefined)
  openScreen(<Page onOk={onOk} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Ask' }))
  const reason = await screen.findByLabelText('Reason')
  fireEvent.change(reason, { target: { value: '破損' } })
  const key = { key: 'Enter', code: 'Enter' }
  fireEvent.keyDown(reason, { ...key, ...form, keyCode: 229 })
  fireEvent.keyUp(reason, key)
  expect(onOk).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  fireEvent.change(reason, { target: { value: '破損した' } })
  fireEvent.keyDown(reason, { ...key, keyCode: 13 })
  expect(onOk.mock.calls).toEqual([['破損した']])
})

test('the Enter of an Android keyboard, which composes every word, confirms', async () => {
  const onOk = vi.fn(() => undefined)
  openScreen(<Page onOk={onOk} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Ask' }))
  const reason = await screen.findByLabelText('Reason')
  fireEvent.change(reason, { target: { value: 'broken' } })
  fireEvent.keyDown(reason, { key: 'Enter', code: '', keyCode: 13, isComposing: true })
  expect(onOk.mock.calls).toEqual([['broken']])
})

test('a question that was open before it was known that a reason is required asks for it then', async () => {
  const onOk = vi.fn(() => undefined)
  openScreen(<LatePage onOk={onOk} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Ask' }))
  const reason = await screen.findByLabelText('Reason (optional)')
  await userEvent.type(reason, '  ')
  fireEvent.click(screen.getByText('Require it'))
  expect(await screen.findByLabelText('Reason')).toBe(reason)
  expect(reason).toHaveValue('  ')
  await userEvent.type(reason, '{Enter}')
  await waitFor(() => expect(screen.getByText('Please say why')).toBeVisible())
  expect(onOk).not.toHaveBeenCalled()
  await userEvent.type(reason, 'broken{Enter}')
  expect(onOk.mock.calls).toEqual([['broken']])
})

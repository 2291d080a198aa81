import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

type Props = { isOpen: boolean; onClose: () => void }

const Greeting = ({ isOpen, onClose }: Props) => <Modal title="Hello" open={isOpen} onCancel={onClose} />

function Page({ Dialog }: { Dialog: (props: Props) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Greet</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

test('a dialog is loaded when it is opened, and once', async () => {
  let loads = 0
  const Dialog = lazyDialog(async () => {
    loads += 1
    return Greeting
  })
  openScreen(<Page Dialog={Dialog} />)
  expect(loads).toBe(0)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Greet' }))
  await screen.findByRole('dialog', { name: 'Hello' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Greet' }))
  await screen.findByRole('dialog', { name: 'Hello' })
  expect(loads).toBe(1)
})

test('a dialog that cannot be loaded says so, and is loaded at the next attempt', async () => {
  let isConnected = false
  const Dialog = lazyDialog(async () => {
    if (!isConnected) throw new TypeError('Failed to fetch dynamically imported module')
    return Greeting
  })
  openScreen(<Page Dialog={Dialog} />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Greet' }))
  expect(
    await screen.findByText(
      'This part of the program could not be loaded: the server does not respond, or a newer version was installed. Try again; if it still fails, reload the page.',
    ),
  ).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()

  isConnected = true
  await user.click(screen.getByRole('button', { name: 'Greet' }))
  await screen.findByRole('dialog', { name: 'Hello' })
})

test('a dialog that takes long is announced, and given up after 15 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const Dialog = lazyDialog<Props>(() => new Promise(() => {}))
  openScreen(<Page Dialog={Dialog} />)
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(await screen.findByRole('button', { name: 'Greet' }))
  expect(screen.queryByText('Loading …')).not.toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(await screen.findByText('Loading …')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(await screen.findByText(/^This part of the program could not be loaded/)).toBeInTheDocument()
})

import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Button } from 'antd'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { Announcer } from './announcer.tsx'
import { forgetUndo, isLatestUndoFrom, undoLatest, useUndoNotice, useUndoOnPage } from './use-undo-notice.tsx'

afterEach(forgetUndo)

function Deletes({ undo }: { undo: () => Promise<boolean> }) {
  const offerUndo = useUndoNotice()
  return (
    <>
      <Button onClick={() => offerUndo('NB-001 deleted', undo)}>Delete</Button>
      <Announcer />
    </>
  )
}

async function openOffer(undo = vi.fn(async () => true)) {
  const user = openScreen(<Deletes undo={undo} />)
  await user.click(await screen.findByText('Delete'))
  return { undo, button: await screen.findByRole('button', { name: /Undo/ }) }
}

test('CONST-04 Undo is offered for ten seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await openOffer()
  await act(() => vi.advanceTimersByTimeAsync(8_500))
  expect(screen.getByText('NB-001 deleted')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await waitFor(() => expect(screen.queryByText('NB-001 deleted')).toBeNull())
})

test('a notice that has the focus stays, and goes ten seconds after it has lost it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { button } = await openOffer()
  await act(() => vi.advanceTimersByTimeAsync(8_500))
  act(() => button.focus())
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  expect(button).toHaveFocus()
  const close = screen.getByRole('button', { name: 'Close' })
  act(() => close.focus())
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  expect(close).toHaveFocus()

  act(() => close.blur())
  await act(() => vi.advanceTimersByTimeAsync(8_500))
  expect(screen.getByText('NB-001 deleted')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await waitFor(() => expect(screen.queryByText('NB-001 deleted')).toBeNull())
})

test('a notice does not come back as the pressed Undo loses the focus', async () => {
  const { undo, button } = await openOffer()
  act(() => button.focus())
  act(() => {
    button.click()
    button.blur()
  })
  // Sooner than a notice that came back would go.
  await waitFor(() => expect(screen.queryByText('NB-001 deleted')).toBeNull())
  expect(undo).toHaveBeenCalledOnce()
})

test('what was done is read aloud in a region that was there before, and again if it is done again', async () => {
  const user = openScreen(<Deletes undo={async () => true} />)
  await screen.findByText('Delete')
  const regions = screen.getAllByRole('status')
  await user.click(screen.getByText('Delete'))
  await waitFor(() => expect(regions[0]).toHaveTextContent('NB-001 deleted. Ctrl Z undoes it.'))
  const words = regions[0]?.firstElementChild
  // The notice is no region of its own, and its bar is for the eye.
  expect(await screen.findByRole('region', { name: 'NB-001 deleted' })).toBeVisible()
  expect(screen.getAllByRole('status')).toEqual(regions)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(document.querySelector('progress')).toBeInTheDocument()

  await user.click(screen.getByText('Delete'))
  await waitFor(() => expect(regions[0]?.firstElementChild).not.toBe(words))
  expect(regions[0]).toHaveTextContent('NB-001 deleted. Ctrl Z undoes it.')

  act(forgetUndo)
  expect(regions[0]).toHaveTextContent(/^$/)
})

test('an undo of a person who has left is offered to nobody', async () => {
  const user = openScreen(<Deletes undo={async () => true} />)
  const button = await screen.findByText('Delete')
  act(forgetUndo)
  await user.click(button)
  expect(screen.queryByText('NB-001 deleted')).toBeNull()
  expect(undoLatest()).toBe(false)
})

test('two quick clicks on Undo undo once', async () => {
  const { undo, button } = await openOffer()
  act(() => {
    button.click()
    button.click()
  })
  undoLatest()
  expect(undo).toHaveBeenCalledOnce()
})

function addDialog(name: string) {
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-label', name)
  onTestFinished(() => dialog.remove())
  return dialog
}

test('an action belongs to the dialog that was open in front of all others', async () => {
  const behind = addDialog('behind')
  const front = addDialog('front')
  await openOffer()
  expect([behind, front].map(isLatestUndoFrom)).toEqual([false, true])
  forgetUndo()
  expect(isLatestUndoFrom(front)).toBe(false)
})

function Scans({ undo, doneAt }: { undo: () => void; doneAt: number }) {
  useUndoOnPage(undo, doneAt)
  return null
}

test('an action of a dialog is not the next to be undone if a later scan is', async () => {
  const dialog = addDialog('Choose')
  await openOffer()
  await userEvent.click(screen.getByRole('button', { name: /close/i }))
  await waitFor(() => expect(screen.queryByText('NB-001 deleted')).toBeNull())
  expect(isLatestUndoFrom(dialog)).toBe(true)
  const undoScan = vi.fn()
  openScreen(<Scans undo={undoScan} doneAt={Date.now() + 1} />)
  await waitFor(() => expect(isLatestUndoFrom(dialog)).toBe(false))
  undoLatest()
  expect(undoScan).toHaveBeenCalledOnce()
})

test('every notice that is open can be undone by Ctrl Z, the newest first', async () => {
  const { undo } = await openOffer()
  await userEvent.click(screen.getByText('Delete'))
  await waitFor(() => expect(screen.getAllByText('NB-001 deleted')).toHaveLength(2))
  act(() => void undoLatest())
  await waitFor(() => expect(screen.getAllByText('NB-001 deleted')).toHaveLength(1))
  act(() => void undoLatest())
  expect(undo).toHaveBeenCalledTimes(2)
  expect(undoLatest()).toBe(false)
})

test('an older notice that has closed does not come back after the newer one was undone', async () => {
  const { undo } = await openOffer()
  await userEvent.click(screen.getByRole('button', { name: /close/i }))
  await waitFor(() => expect(screen.queryByText('NB-001 deleted')).toBeNull())
  await userEvent.click(screen.getByText('Delete'))
  act(() => void undoLatest())
  expect(undoLatest()).toBe(false)
  expect(undo).toHaveBeenCalledOnce()
})

test('E1 a notice that was closed comes back on Ctrl Z, and the next one undoes', async () => {
  const { undo } = await openOffer()
  await userEvent.click(screen.getByRole('button', { name: /close/i }))
  await waitFor(() => expect(screen.queryByText('NB-001 deleted')).toBeNull())
  act(() => void undoLatest())
  expect(await screen.findByText('NB-001 deleted')).toBeVisible()
  expect(undo).not.toHaveBeenCalled()
  act(() => void undoLatest())
  expect(undo).toHaveBeenCalledOnce()
  expect(undoLatest()).toBe(false)
})

test('E1 after half an hour, and after signing out, there is nothing to undo', async () => {
  const { undo } = await openOffer()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000)
  expect(undoLatest()).toBe(false)
  vi.restoreAllMocks()
  forgetUndo()
  expect(undoLatest()).toBe(false)
  expect(undo).not.toHaveBeenCalled()
})

test('Undo shows its shortcut', async () => {
  const { button } = await openOffer()
  expect(button).toHaveTextContent('UndoCtrlZ')
  expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+Z')
})

test('an undo that was not done is offered again, also for Ctrl Z', async () => {
  const undo = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValue(true)
  const { button } = await openOffer(undo)
  await userEvent.click(button)
  expect(await screen.findByRole('button', { name: /Undo/ })).toBeVisible()
  await act(async () => void undoLatest())
  expect(undo).toHaveBeenCalledTimes(2)
  expect(undoLatest()).toBe(false)
})

test('an undo that was not done before the person signed out is not offered to the next one', async () => {
  let fail = (_isSettled: boolean) => {}
  const undo = vi.fn(() => new Promise<boolean>((resolve) => (fail = resolve)))
  const { button } = await openOffer(undo)
  await userEvent.click(button)
  forgetUndo()
  await act(async () => fail(false))
  expect(undoLatest()).toBe(false)
  expect(screen.queryByText('NB-001 deleted')).toBeNull()
})

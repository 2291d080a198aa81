import { act, screen } from '@testing-library/react'
import { Button } from 'antd'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { undoLatest, useUndoNotice } from './use-undo-notice.tsx'

function Deletes({ undo }: { undo: () => void }) {
  const offerUndo = useUndoNotice()
  return <Button onClick={() => offerUndo('NB-001 deleted', undo)}>Delete</Button>
}

async function openOffer() {
  const undo = vi.fn()
  const user = openScreen(<Deletes undo={undo} />)
  await user.click(await screen.findByText('Delete'))
  return { undo, button: await screen.findByRole('button', { name: /Undo/ }) }
}

test('two quick clicks on Undo undo once', async () => {
  const { undo, button } = await openOffer()
  act(() => {
    button.click()
    button.click()
  })
  undoLatest()
  expect(undo).toHaveBeenCalledOnce()
})

test('Undo shows its shortcut', async () => {
  const { button } = await openOffer()
  expect(button).toHaveTextContent('UndoCtrlZ')
  expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+Z')
})

import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App, Button, Modal } from 'antd'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { useUndoNotice } from '../ui/use-undo-notice.tsx'
import { useKeepFocus } from './use-keep-focus.ts'

const names = ['one', 'two', 'three']

/** A list whose rows leave it by a button, at once or after a confirmation. */
function List({ confirms = false }: { confirms?: boolean }) {
  useKeepFocus()
  const [rows, setRows] = useState(names)
  const [leaving, setLeaving] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const remove = (name: string | undefined) => setRows((before) => before.filter((row) => row !== name))
  return (
    <main tabIndex={-1}>
      {rows.map((name) => (
        <p key={name}>
          <a href="#row">{name}</a>
          <Button
            aria-label={`Return ${name}`}
            onClick={() => {
              if (!confirms) return setTimeout(() => remove(name), 20)
              setLeaving(name)
              setOpen(true)
            }}
          >
            Return
          </Button>
        </p>
      ))}
      <Modal
        title="Sure?"
        open={isOpen}
        onCancel={() => setOpen(false)}
        onOk={() => {
          setOpen(false)
          remove(leaving)
        }}
      />
    </main>
  )
}

function Page() {
  useKeepFocus()
  const offerUndo = useUndoNotice()
  return (
    <main tabIndex={-1}>
      <Button onClick={() => offerUndo('NB-001 deleted', async () => true)}>Delete</Button>
    </main>
  )
}

const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => {
  ;(await button(name)).focus()
  await userEvent.keyboard('{Enter}')
}

test('the focus goes to the same button of the next row, then of the one before, then to the page', async () => {
  openScreen(<List />)
  await press('Return two')
  await waitFor(async () => expect(await button('Return three')).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await button('Return one')).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('after a click without a pointer, as that of a screen reader, the focus goes there too', async () => {
  openScreen(<List />)
  const pressed = await button('Return two')
  pressed.focus()
  act(() => pressed.click())
  await waitFor(async () => expect(await button('Return three')).toHaveFocus())
})

test('it waits for the confirmation to close', async () => {
  openScreen(<List confirms />)
  await press('Return two')
  await screen.findByText('Sure?')
  await press('OK')
  await waitFor(async () => expect(await button('Return three')).toHaveFocus())
})

test('a key that is held down does not press the next button', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const user = openScreen(<List />)
  ;(await button('Return two')).focus()
  await user.keyboard('{Enter>}')
  await waitFor(() => expect(screen.queryByText('two')).toBeNull())
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(document.body).toHaveFocus()
  await user.keyboard('{/Enter}')
  await waitFor(async () => expect(await button('Return three')).toHaveFocus())
})

test('a click, or a focus that something else has taken, is left alone', async () => {
  openScreen(<List />)
  await userEvent.click(await button('Return two'))
  await waitFor(() => expect(screen.queryByText('two')).toBeNull())
  await press('Return one')
  const other = screen.getByText('three')
  other.focus()
  await waitFor(() => expect(screen.queryByText('one')).toBeNull())
  expect(other).toHaveFocus()
})

test('after Undo in a notice the focus is where it was on the page', async () => {
  openScreen(
    <App>
      <Page />
    </App>,
  )
  await press('Delete')
  await press('Undo')
  await waitFor(async () => expect(await button('Delete')).toHaveFocus())
})

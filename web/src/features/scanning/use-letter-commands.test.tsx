import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLetterCommands } from './use-letter-commands.ts'

const move = vi.fn()

function Field() {
  const [text, setText] = useState('')
  const handleKeyDown = useLetterCommands({ m: move }, () => setText(''))
  return (
    <input
      aria-label="Scan"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={handleKeyDown}
    />
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  move.mockClear()
})
afterEach(() => void vi.useRealTimers())

function type(letter: string, code = '') {
  const field = screen.getByLabelText<HTMLInputElement>('Scan')
  fireEvent.keyDown(field, { key: letter, code })
  fireEvent.change(field, { target: { value: `${field.value}${letter}` } })
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test.each([
  ['m', 'KeyM'],
  ['ь', 'KeyM'],
  ['m', 'Semicolon'],
])('a letter that is pressed alone runs its command: %s on %s', async (letter, code) => {
  render(<Field />)
  type(letter, code)
  await wait(1000)
  expect(move).toHaveBeenCalledOnce()
  expect(screen.getByLabelText('Scan')).toHaveValue('')
})

test('a name that is typed slowly, as with gloves, runs no command of its first letter', async () => {
  render(<Field />)
  type('M')
  await wait(600)
  type('S')
  await wait(2000)
  expect(move).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Scan')).toHaveValue('MS')
})

test('a letter runs no command once its field is gone', async () => {
  const { unmount } = render(<Field />)
  type('M')
  unmount()
  await wait(1000)
  expect(move).not.toHaveBeenCalled()
})

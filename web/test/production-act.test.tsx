import { act, render, screen } from '@testing-library/react'
import * as React from 'react'
import { startTransition, useEffect, useState } from 'react'
import { expect, test } from 'vitest'

/** Counts up to 3, each step in an effect of the one before. */
function Counter() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count < 3) startTransition(() => setCount(count + 1))
  }, [count])
  return (
    <button type="button" onDragOver={() => setCount(10)}>
      {count}
    </button>
  )
}

let setText: (text: string) => void
function Text() {
  const [text, set] = useState('before')
  useEffect(() => {
    setText = set
  }, [])
  return text
}

test('the production build of React runs', () => {
  expect(React.captureOwnerStack).toBeUndefined()
})

test('what follows from rendering, and from an event that may wait, is done at once', () => {
  render(<Counter />)
  expect(screen.getByRole('button')).toHaveTextContent('3')
  act(() => {
    screen.getByRole('button').dispatchEvent(new MouseEvent('dragover', { bubbles: true }))
    expect(screen.getByRole('button')).toHaveTextContent('3')
  })
  expect(screen.getByRole('button')).toHaveTextContent('10')
})

test('what waits for React inside of an asynchronous function is not held up', async () => {
  const { container } = render(<Text />)
  const result = await act(async () => {
    setText('after')
    await Promise.resolve()
    await new Promise((resolve) => setTimeout(resolve))
    return 'reply'
  })
  expect([result, container.textContent]).toEqual(['reply', 'after'])
})

test('what React was about to do before is done too', () => {
  const { container } = render(<Text />)
  setText('after')
  act(() => {})
  expect(container).toHaveTextContent('after')
})

test('an error of the function ends it', async () => {
  expect(() =>
    act(() => {
      throw new Error('refused')
    }),
  ).toThrow('refused')
  await expect(act(async () => Promise.reject(new Error('refused later')))).rejects.toThrow('refused later')
  render(<Counter />)
  expect(screen.getByRole('button')).toHaveTextContent('3')
})

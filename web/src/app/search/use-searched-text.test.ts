import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSearchedText } from './use-searched-text.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * Types each character `gapMs` after the one before. Returns each text that is searched for, the first one being empty.
 */
function type(text: string, gapMs: number): string[] {
  const searched: string[] = []
  const { rerender } = renderHook(
    ({ typed }) => {
      const current = useSearchedText(typed)
      if (searched.at(-1) !== current) searched.push(current)
    },
    { initialProps: { typed: '' } },
  )
  for (let length = 1; length <= text.length; length++) {
    act(() => void vi.advanceTimersByTime(gapMs))
    rerender({ typed: text.slice(0, length) })
  }
  act(() => void vi.advanceTimersByTime(50))
  return searched
}

test('E7 a key after a pause is searched for at once', () => {
  expect(type('nb-1', 60)).toEqual(['', 'n', 'nb', 'nb-', 'nb-1'])
  const { result, rerender } = renderHook(({ typed }) => useSearchedText(typed), {
    initialProps: { typed: 'nb' },
  })
  vi.advanceTimersByTime(60)
  rerender({ typed: 'nb-' })
  expect(result.current).toBe('nb-')
})

test('E7 the characters of a scanner are searched for once, when they have all come', () => {
  expect(type('T0001230', 12)).toEqual(['', 'T0001230'])
})

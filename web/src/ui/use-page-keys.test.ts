import { fireEvent, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { isTextField, usePageKeys } from './use-page-keys.ts'

function element(markup: string) {
  document.body.innerHTML = markup
  return document.body.firstElementChild
}

test.each(['<input>', '<input type="search">', '<input type="number">', '<textarea>', '<select>'])(
  '%s is a text field',
  (markup) => expect(isTextField(element(markup))).toBe(true),
)

test.each(['<input type="checkbox">', '<input type="radio">', '<button>', '<a href="/">', '<div>'])(
  '%s is no text field',
  (markup) => expect(isTextField(element(markup))).toBe(false),
)

test('a key that is held down counts once', () => {
  const undo = vi.fn()
  renderHook(() => usePageKeys({ 'ctrl z': undo }))
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, repeat: true })
  expect(undo).toHaveBeenCalledOnce()
})

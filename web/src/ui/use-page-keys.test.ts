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

test.each([
  ['true', 0],
  ['false', 1],
] as const)(
  'without a focus, and on the button of a form with aria-busy=%s, a key counts %d times',
  (isBusy, calls) => {
    const undo = vi.fn()
    renderHook(() => usePageKeys({ 'ctrl z': undo }))
    element(
      `<div><form aria-busy="${isBusy}"><input disabled><button /></form><button class="beside" /></div>`,
    )
    const press = (target: Element | null) =>
      fireEvent.keyDown(target as Element, { key: 'z', ctrlKey: true })
    press(document.body)
    press(document.querySelector('form button'))
    expect(undo).toHaveBeenCalledTimes(2 * calls)
    press(document.querySelector('.beside'))
    expect(undo).toHaveBeenCalledTimes(2 * calls + 1)
  },
)

test('a key that is held down counts once', () => {
  const undo = vi.fn()
  renderHook(() => usePageKeys({ 'ctrl z': undo }))
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, repeat: true })
  expect(undo).toHaveBeenCalledOnce()
})

test.each([
  ['an open dialog', 'acts only if it is to', '<div role="dialog"><button /></div>', 1],
  ['a dialog that closes', 'acts', '<div role="dialog" class="ant-modal ant-zoom-leave"><button /></div>', 2],
  ['a closed dialog', 'acts', '<div style="display: none"><div role="dialog"><button /></div></div>', 2],
  ['the dialog of the camera', 'acts', '<div data-keys="page"><div role="dialog"><button /></div></div>', 2],
])('a key that is pressed in %s %s', (_place, _result, markup, calls) => {
  const [undo, help] = [vi.fn(), vi.fn()]
  renderHook(() => usePageKeys({ 'ctrl z': undo }))
  renderHook(() => usePageKeys({ '?': help }, () => true))
  element(markup)
  for (const target of [document.body, document.querySelector('button') as HTMLElement]) {
    fireEvent.keyDown(target, { key: 'z', ctrlKey: true })
    fireEvent.keyDown(target, { key: '?', shiftKey: true })
  }
  expect(undo).toHaveBeenCalledTimes(calls)
  expect(help).toHaveBeenCalledTimes(2)
})

test.each([{ shiftKey: true }, { altKey: true }])(
  'Ctrl+Z with a further key, %o, is another shortcut',
  (further) => {
    const undo = vi.fn()
    renderHook(() => usePageKeys({ 'ctrl z': undo }))
    fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, ...further })
    expect(undo).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true })
    expect(undo).toHaveBeenCalledOnce()
  },
)

test.each([
  ['a Russian layout', 'я', 'KeyZ', 1],
  ['a Greek layout', 'ζ', 'KeyZ', 1],
  ['a Hebrew layout', 'ז', 'KeyZ', 1],
  ['AZERTY', 'z', 'KeyW', 1],
  ['AZERTY', 'w', 'KeyZ', 0],
  ['BÉPO', 'à', 'KeyZ', 0],
  ['QWERTZ', 'ö', 'Semicolon', 0],
])('on %s, Ctrl with %s on %s undoes %d times', (_layout, key, code, times) => {
  const undo = vi.fn()
  renderHook(() => usePageKeys({ 'ctrl z': undo }))
  fireEvent.keyDown(document.body, { key, code, ctrlKey: true })
  expect(undo).toHaveBeenCalledTimes(times)
})

test('a sign that is typed with Shift, as ? is, is its own shortcut', () => {
  const help = vi.fn()
  renderHook(() => usePageKeys({ '?': help }))
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
  expect(help).toHaveBeenCalledOnce()
})

import { expect, test } from 'vitest'
import { isTextField } from './use-page-keys.ts'

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

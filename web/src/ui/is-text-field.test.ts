import { expect, test } from 'vitest'
import { isTextField } from './is-text-field.ts'

function element(markup: string) {
  document.body.innerHTML = markup
  return document.body.firstElementChild
}

test.each(['<input>', '<input type="search">', '<input type="number">', '<textarea>', '<select>'])(
  'a letter typed into %s stays there',
  (markup) => expect(isTextField(element(markup))).toBe(true),
)

test.each(['<input type="checkbox">', '<input type="radio">', '<button>', '<a href="/">', '<div>'])(
  '%s takes no letters',
  (markup) => expect(isTextField(element(markup))).toBe(false),
)

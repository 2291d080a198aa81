import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Chrome replaces the text that React goes on writing into: a button says the cell of before, and a page fails.
test('browsers do not translate the page', () => {
  const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
  expect(page).toContain('<html lang="en" translate="no">')
  expect(page).toContain('<meta name="google" content="notranslate" />')
})

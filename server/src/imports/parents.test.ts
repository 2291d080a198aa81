import { expect, test } from 'vitest'
import type { ImportRow } from './import-row.ts'
import { findParents } from './parents.ts'

/** Rows of one name, each with its parent, which is counted when it is read. */
function rowsOfOneName(parents: readonly (string | undefined)[]) {
  let reads = 0
  const rows = parents.map((parent, index) => {
    const row = { number: index + 2, name: 'X', alias: undefined, sourceId: undefined }
    return Object.defineProperty(row, 'parent', {
      get: () => {
        reads++
        return parent
      },
    }) as unknown as ImportRow
  })
  return { rows, countReads: () => reads }
}

const half = (parent: string | undefined) => Array.from({ length: 2000 }, () => parent)

test.each([
  [[...half(undefined), ...half('X')], 'More than one sample has this name: use the tube ID of the parent'],
  [[...half('X'), ...half('X')], 'X is itself a child sample and cannot have children'],
])(
  '4,000 rows of one name, whose parent is that name, are read a few times each (%#)',
  (parents, message) => {
    const { rows, countReads } = rowsOfOneName(parents)
    const messages: string[] = []
    findParents(rows, [], (_, text) => messages.push(text))
    expect(messages).toContain(message)
    expect(countReads()).toBeLessThan(20 * rows.length)
  },
)

import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import useListRows from './list-rows.ts'

const samples = ['NB-1', 'NB-2', 'NB-3', 'NB-4'].map((name) => ({ name }))
type Sample = (typeof samples)[number]

const showName = ({ name }: Sample) => <div>{name}</div>
const keys = { getKey: ({ name }: Sample) => name } as Parameters<typeof useListRows<Sample>>[7]
const usual = { list: samples, from: 0, to: 1, width: 800, offsetX: 0, render: showName }

/** The rows of a list, and those after something has changed. */
function rowsBeforeAndAfter(change: Partial<typeof usual>) {
  const { result, rerender } = renderHook(
    ({ list, from, to, width, offsetX, render }: typeof usual) =>
      useListRows(list, from, to, width, offsetX, () => {}, render, keys),
    { initialProps: usual },
  )
  const before = result.current
  rerender({ ...usual, ...change })
  return { before, after: result.current }
}

const keysOf = (rows: readonly { key: string | null }[]) => rows.map(({ key }) => key)

test('a row that stays visible during scrolling is the same element', () => {
  const { before, after } = rowsBeforeAndAfter({ from: 1, to: 2 })
  expect(keysOf(before)).toEqual(['NB-1', 'NB-2'])
  expect(keysOf(after)).toEqual(['NB-2', 'NB-3'])
  expect(after[0]).toBe(before[1])
})

test.each([
  ['how rows are shown', { render: ({ name }: Sample) => <b>{name}</b> }],
  ['the width', { width: 400 }],
  ['the place across', { offsetX: 10 }],
  ['the records', { list: samples.map((sample) => ({ ...sample })) }],
])('a change of %s creates all rows again', (_, change) => {
  const { before, after } = rowsBeforeAndAfter(change)
  expect(keysOf(after)).toEqual(keysOf(before))
  expect(after.every((row, place) => row !== before[place])).toBe(true)
})

test('a row whose index has changed is created again', () => {
  const [first, ...others] = samples
  const { before, after } = rowsBeforeAndAfter({ list: [...others, first as Sample] })
  expect(keysOf(after)).toEqual(['NB-2', 'NB-3'])
  expect(after[0]).not.toBe(before[1])
})

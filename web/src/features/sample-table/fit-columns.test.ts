import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ColumnWidths, defaultColumns } from './column-choice.ts'
import { fitColumns } from './fit-columns.ts'
import { columnKeys } from './sample-columns.tsx'

const widthOf = ({ boxWidth, nameWidth, columns, actionsWidth }: ReturnType<typeof fitColumns>) =>
  boxWidth + nameWidth + actionsWidth + columns.reduce((sum, { width }) => sum + width, 0)

test('E4 from 360 to 2560 px the usual columns fill the table exactly, with status and actions', () => {
  for (let window = 360; window <= 2560; window += 10) {
    const isNarrow = window < 720
    const width = window - (isNarrow ? 26 : window < 1000 ? 122 : 266)
    const fitted = fitColumns({ width, isNarrow, columns: defaultColumns, isOwn: false, widths: {} })
    expect(widthOf(fitted), `${window}`).toBe(width)
    expect(fitted.columns.map(({ key }) => key)).toContain('status')
    expect(fitted.scrolls).toBe(false)
  }
})

test('E4 notes go before volume, type and place where there is too little room', () => {
  const shown = (width: number) =>
    fitColumns({ width, isNarrow: false, columns: defaultColumns, isOwn: false, widths: {} }).columns.map(
      ({ key }) => key,
    )
  expect(shown(1200)).toEqual(['type', 'status', 'volume', 'notes', 'place'])
  expect(shown(900)).toEqual(['type', 'status', 'volume', 'place'])
  expect(shown(800)).toEqual(['type', 'status', 'place'])
  expect(shown(646)).toEqual(['status', 'place'])
  expect(shown(500)).toEqual(['status'])
})

test('E4 columns that a person has chosen are all there; where they scroll, the status follows the name', () => {
  fc.assert(
    fc.property(fc.integer({ min: 600, max: 2400 }), fc.subarray([...columnKeys]), (width, extra) => {
      const columns = columnKeys.filter((key) => key === 'status' || extra.includes(key))
      const fitted = fitColumns({ width, isNarrow: false, columns, isOwn: true, widths: {} })
      expect(fitted.columns.map(({ key }) => key).sort()).toEqual([...columns].sort())
      if (fitted.scrolls) expect(fitted.columns[0]?.key).toBe('status')
      else expect(widthOf(fitted)).toBe(width)
    }),
    { seed: 20_261_122 },
  )
})

test('E4 a usual column that is made wider drives no other away', () => {
  const shown = (widths: ColumnWidths) =>
    fitColumns({ width: 900, isNarrow: false, columns: defaultColumns, isOwn: false, widths })
  const keys = (widths: ColumnWidths) => shown(widths).columns.map(({ key }) => key)
  expect(keys({ type: 800 }).toSorted()).toEqual(keys({}).toSorted())
  expect(keys({ name: 800 }).toSorted()).toEqual(keys({}).toSorted())
  expect(shown({ type: 800 }).scrolls).toBe(true)
})

test('E4 columns have the widths that a person has set, and the others fill the table', () => {
  const keys = fc.constantFrom('name' as const, ...columnKeys)
  const widths = fc.dictionary(keys, fc.integer({ min: 60, max: 800 })) as fc.Arbitrary<ColumnWidths>
  fc.assert(
    fc.property(
      fc.integer({ min: 600, max: 2400 }),
      fc.subarray([...columnKeys]),
      widths,
      (width, extra, set) => {
        const columns = columnKeys.filter((key) => key === 'status' || extra.includes(key))
        const fitted = fitColumns({ width, isNarrow: false, columns, isOwn: true, widths: set })
        for (const { key, width: given } of fitted.columns) {
          expect(given).toBeGreaterThanOrEqual(set[key] ?? 80)
          if (set[key] !== undefined) expect(given).toBe(set[key])
        }
        if (set.name !== undefined) expect(fitted.nameWidth).toBe(set.name)
        if (!fitted.scrolls) expect(widthOf(fitted)).toBe(width)
        else expect(widthOf(fitted)).toBeGreaterThan(width - 200)
      },
    ),
    { seed: 20_261_123 },
  )
})

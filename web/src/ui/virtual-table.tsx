import { Table, type TableProps, type TableRef } from 'antd'
import type { AriaRole, HTMLAttributes } from 'react'
import { rowControls } from './row-controls.ts'
import type { scrollByKey } from './scroll-by-key.ts'

const part = (Element: 'div' | 'table' | 'thead' | 'tr' | 'th', role: AriaRole) =>
  function Part(props: HTMLAttributes<HTMLElement>) {
    return <Element {...props} role={role} />
  }

const components = {
  header: {
    table: part('table', 'presentation'),
    wrapper: part('thead', 'rowgroup'),
    row: part('tr', 'row'),
    cell: part('th', 'columnheader'),
  },
  body: { wrapper: part('div', 'rowgroup'), row: part('div', 'row'), cell: part('div', 'cell') },
}

/** Rows of headings count in `aria-rowcount`, too. */
const numHeadingRows = 1

type Props<Row> = Omit<TableProps<Row>, 'virtual' | 'components' | 'scroll' | 'onRow'> & {
  'aria-label': string
  /** In pixels. */
  scroll: { x: number; y: number }
  /** The number of rows if it is not that of the data: with open branches, or -1 while the server has more. */
  numRows?: number
}

/**
 * A table that renders only the rows in view. The library renders these as plain elements outside of the `<table>` of
 * the headings, so that each part has its role here: screen readers read a cell with its heading, and the number of the
 * row among all.
 */
export function VirtualTable<Row>({ 'aria-label': label, numRows, ...rest }: Props<Row>) {
  const numData = numRows ?? rest.dataSource?.length ?? 0
  const rowCount = numData < 0 ? -1 : numData + numHeadingRows
  return (
    <Table<Row>
      {...rest}
      virtual
      components={components}
      onRow={(_, index = 0) => ({ 'aria-rowindex': index + 1 + numHeadingRows })}
      ref={(table) => {
        if (!table) return
        describeWhole(table.nativeElement, label, rowCount)
        return listenToKeys(table, rest.scroll.y)
      }}
    />
  )
}

/**
 * Names what holds headings and rows, whose attributes the library does not take. What scrolls is reached by Tab where
 * no row has a control.
 */
function describeWhole(wrapper: HTMLElement, label: string, rowCount: number) {
  const whole = wrapper.querySelector('.ant-table')
  whole?.setAttribute('role', 'table')
  whole?.setAttribute('aria-label', label)
  whole?.setAttribute('aria-rowcount', String(rowCount))
  const holder = wrapper.querySelector('.ant-table-tbody-virtual-holder')
  const isReached = !holder?.querySelector('.ant-table-row') || holder.querySelector(rowControls)
  holder?.setAttribute('tabindex', isReached ? '-1' : '0')
  // As a live region, each row that changes or is scrolled into view would be read.
  wrapper.querySelector('.ant-spin')?.removeAttribute('aria-live')
}

let handleKey: typeof scrollByKey | undefined

/** Most people have a wheel: the script is loaded once something in a table has the focus. Returns what ends it. */
function listenToKeys(table: TableRef, height: number): () => void {
  const handleFocus = async () => {
    handleKey ??= (await import('./scroll-by-key.ts').catch(() => undefined))?.scrollByKey
  }
  const handleKeyDown = (event: KeyboardEvent) => handleKey?.(event, table, height)
  const { nativeElement } = table
  nativeElement.addEventListener('focusin', handleFocus)
  nativeElement.addEventListener('keydown', handleKeyDown)
  return () => {
    nativeElement.removeEventListener('focusin', handleFocus)
    nativeElement.removeEventListener('keydown', handleKeyDown)
  }
}

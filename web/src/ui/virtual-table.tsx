import { Table, type TableProps } from 'antd'
import type { AriaRole, HTMLAttributes } from 'react'

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

type Props<Row> = Omit<TableProps<Row>, 'virtual' | 'components'> & { 'aria-label': string }

/**
 * A table that renders only the rows in view. The library renders these as plain elements outside of the `<table>` of
 * the headings, so that each part has its role here: screen readers read a cell with its heading.
 */
export function VirtualTable<Row>({ 'aria-label': label, ...rest }: Props<Row>) {
  return (
    <Table<Row>
      {...rest}
      virtual
      components={components}
      ref={(table) => describeWhole(table?.nativeElement, label)}
    />
  )
}

/** Names what holds headings and rows, whose attributes the library does not take. */
function describeWhole(wrapper: HTMLElement | undefined, label: string) {
  const whole = wrapper?.querySelector('.ant-table')
  whole?.setAttribute('role', 'table')
  whole?.setAttribute('aria-label', label)
  // As a live region, each row that changes or is scrolled into view would be read.
  wrapper?.querySelector('.ant-spin')?.removeAttribute('aria-live')
}

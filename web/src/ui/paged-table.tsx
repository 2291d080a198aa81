import type { UseQueryResult } from '@tanstack/react-query'
import { Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { NoSuchPage } from './no-such-page.tsx'
import { tablePages } from './table-pages.ts'

export type PagedTableProps<Row> = Omit<
  TableProps<Row>,
  'dataSource' | 'loading' | 'locale' | 'pagination'
> & {
  /** While the data is that of another page or filter, the table shows that it loads. */
  query: Pick<UseQueryResult, 'isPending' | 'isPlaceholderData'>
  rows: readonly Row[] | undefined
  /** How many rows all pages have together. */
  total: number | undefined
  /** From 1. */
  page: number
  pageSize: number
  onPage: (page: number) => void
  /** Shown if the list has no row at all. */
  empty: ReactNode
}

/** A table that fetches its rows page by page. It says that there are none only once that is known. */
export function PagedTable<Row extends object>({
  query,
  rows = [],
  total = 0,
  page,
  pageSize,
  onPage,
  empty,
  size,
  onChange,
  ...table
}: PagedTableProps<Row>) {
  const isLoading = query.isPending || query.isPlaceholderData
  return (
    <Table<Row>
      {...table}
      {...(size && { size })}
      dataSource={[...rows]}
      loading={isLoading}
      locale={{
        emptyText: isLoading ? ' ' : total > 0 ? <NoSuchPage onFirst={() => onPage(1)} /> : empty,
      }}
      pagination={{
        current: page,
        total,
        pageSize,
        ...tablePages,
        ...(size === 'small' && { size }),
      }}
      onChange={(pages, filters, sorter, change) => {
        if (change.action === 'paginate') onPage(pages.current ?? 1)
        onChange?.(pages, filters, sorter, change)
      }}
    />
  )
}

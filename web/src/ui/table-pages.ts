import { formatNumber } from '@lims/contract/format-count.ts'
import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement, type ReactElement } from 'react'

/** The library names its arrows 'left' and 'right'. */
const arrowNames: Partial<Record<string, string>> = { prev: 'Previous page', next: 'Next page' }

/** How all tables and lists show that they have more pages: by which rows these are, on paper too. */
export const tablePages = {
  showSizeChanger: false,
  hideOnSinglePage: true,
  showTotal: (total, [first, last]) =>
    `${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(total)}`,
  itemRender: (_page, type, element) => {
    const name = arrowNames[type]
    if (!name || !isValidElement(element)) return element
    return cloneElement(element as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': name })
  },
} as const satisfies PaginationProps

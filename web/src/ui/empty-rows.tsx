import { Button } from 'antd'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'

type List = {
  isLoading: boolean
  /** How many rows all pages have together. */
  total: number
  onFirst: () => void
  /** Shown if the list has no row at all. */
  empty: ReactNode
}

/**
 * What a table shows where it has no rows: nothing while it loads, and the way to the first page after the last one.
 */
export function emptyRows({ isLoading, total, onFirst, empty }: List): ReactNode {
  if (isLoading) return ' '
  return total > 0 ? <NoSuchPage onFirst={onFirst} /> : empty
}

/** Shown for a page after the last one of a list, which may have become shorter since. */
export const NoSuchPage = ({ onFirst }: { onFirst: () => void }) => (
  <EmptyState
    text="There are fewer pages than that."
    action={<Button onClick={onFirst}>Go to the first page</Button>}
  />
)

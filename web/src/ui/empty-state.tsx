import { Empty } from 'antd'
import type { ReactNode } from 'react'

/** Nothing here yet, and what to do about it. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text}>
      {action}
    </Empty>
  )
}

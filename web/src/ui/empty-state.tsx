import { Empty } from 'antd'
import type { ReactNode } from 'react'

/** Shown instead of an empty list, with an action. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text}>
      {action}
    </Empty>
  )
}

import { Tabs, type TabsProps } from 'antd'
import type { ReactNode } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { HistoryOf } from './audit-api.ts'

const History = lazyPart(() => import('./history.tsx').then((file) => file.History))

type Item = NonNullable<TabsProps['items']>[number]

/** The History tab of a record. It is loaded when it is opened. */
export const historyTab = (of: HistoryOf, notes?: ReactNode): Item => ({
  key: 'history',
  label: 'History',
  children: (
    <>
      {notes}
      <History {...of} />
    </>
  ),
})

type Props = {
  of: HistoryOf
  isHistory: boolean
  onChange: (isHistory: boolean) => void
  /** Shown above the history: what happened to the record without anybody changing it. */
  notes?: ReactNode
  /** The record itself. */
  children: ReactNode
}

/** A record and, in a second tab, its history. */
export function WithHistory({ of, isHistory, onChange, notes, children }: Props) {
  return (
    <Tabs
      activeKey={isHistory ? 'history' : 'overview'}
      onChange={(key) => onChange(key === 'history')}
      items={[{ key: 'overview', label: 'Overview', children }, historyTab(of, notes)]}
    />
  )
}

import { useMatches, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { unreadIn } from '../ui/address-values.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** A list without a filter that its address has would show other rows as if they were the ones that were requested. */
export function UnderstoodFilters({ children }: { children: ReactNode }) {
  const unread = useMatches({ select: (matches) => unreadIn(matches.at(-1)?.search) })
  const navigate = useNavigate()
  if (unread === undefined) return children
  const remove = () =>
    navigate({
      to: '.',
      search: (before) => ({ ...before, unread: undefined }),
      replace: true,
    })
  return (
    <>
      <PageHeader title="A filter of this address is not understood" />
      <EmptyState
        text={`${unread}. Without it the list would show more than was requested.`}
        action={<Button onClick={remove}>Show the list without it</Button>}
      />
    </>
  )
}

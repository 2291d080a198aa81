import type { Permission } from '@lims/contract/permissions.ts'
import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDenial } from '../entities/session/use-may.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageHeader } from '../ui/page-header.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What a person must be allowed to do to use the page. */
    permission?: Permission
  }
}

/** Shows the page, or whom to ask if the person may not use it. */
export function AllowedPage({ children }: { children: ReactNode }) {
  const permission = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.permission)?.staticData.permission,
  })
  return permission ? <Guarded permission={permission}>{children}</Guarded> : children
}

function Guarded({ permission, children }: { permission: Permission; children: ReactNode }) {
  const denial = useDenial(permission)
  if (denial === undefined) return children
  return (
    <>
      <PageHeader title="Not allowed" />
      <EmptyState text={denial} action={<LinkButton to="/dashboard">Back to Dashboard</LinkButton>} />
    </>
  )
}

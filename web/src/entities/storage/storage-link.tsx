import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link to the details of a storage. */
export function StorageLink({ id, alias }: { id: number; alias: string }) {
  return (
    <Link to="/storage/$storageId" params={{ storageId: `${id}` }}>
      {alias}
    </Link>
  )
}

type GridLinkProps = {
  id: number
  /** The tab beside the grid that is opened. */
  tab?: 'temperature'
  title?: string
  className?: string | undefined
  children: ReactNode
}

/** A link to the grid of a storage, which is what people want when they choose one from a list. */
export function GridLink({ id, tab, ...link }: GridLinkProps) {
  return (
    <Link
      {...link}
      to="/storage/$storageId/enhanced"
      params={{ storageId: `${id}` }}
      search={tab ? { tab } : {}}
    />
  )
}

import { Link } from '@tanstack/react-router'

/** The way to a storage's details. */
export function StorageLink({ id, alias }: { id: number; alias: string }) {
  return (
    <Link to="/storage/$storageId" params={{ storageId: `${id}` }}>
      {alias}
    </Link>
  )
}

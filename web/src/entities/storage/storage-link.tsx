import { Link } from '@tanstack/react-router'

type Props = { id: number; alias: string }

/** The way to a storage's details. */
export function StorageLink({ id, alias }: Props) {
  return (
    <Link to="/storage/$storageId" params={{ storageId: `${id}` }}>
      {alias}
    </Link>
  )
}

/** The way to its grid, which is what whoever picks a storage from a list has come for. */
export function GridLink({ id, alias }: Props) {
  return (
    <Link to="/storage/$storageId/enhanced" params={{ storageId: `${id}` }}>
      {alias}
    </Link>
  )
}

import { Link } from '@tanstack/react-router'

type Props = { id: number; alias: string }

/** A link to the details of a storage. */
export function StorageLink({ id, alias }: Props) {
  return (
    <Link to="/storage/$storageId" params={{ storageId: `${id}` }}>
      {alias}
    </Link>
  )
}

/** A link to the grid of a storage, which is what people want when they choose one from a list. */
export function GridLink({ id, alias }: Props) {
  return (
    <Link to="/storage/$storageId/enhanced" params={{ storageId: `${id}` }}>
      {alias}
    </Link>
  )
}

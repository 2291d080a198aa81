import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moveListQuery } from '../../entities/move/move-api.ts'
import { DashboardCard } from './dashboard-card.tsx'
import styles from './open-moves-card.module.css'

const shown = 4

/** The evacuations and other moves of boxes that are not finished; nothing while there are none. */
export function OpenMovesCard() {
  const { data } = useQuery(moveListQuery({ pageNumber: 0, pageSize: shown }))
  const open = data?.moves.filter(({ state }) => state === 'open') ?? []
  if (open.length === 0) return null
  return (
    <DashboardCard title="Boxes being moved">
      <ul className={styles.list}>
        {open.map(({ id, name, moved, boxes, pickedUp }) => (
          <li key={id}>
            <Link to="/moves/$moveId" params={{ moveId: id }}>
              {name}
            </Link>
            <span className="muted numbers">
              {moved} of {boxes} moved
              {pickedUp > 0 && `, ${pickedUp} out of the cold`}
            </span>
          </li>
        ))}
      </ul>
    </DashboardCard>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pickListsQuery } from '../../entities/pick/pick-api.ts'
import { stockTakeListQuery } from '../../entities/stock-take/stock-take-api.ts'
import { DashboardCard } from './dashboard-card.tsx'
import styles from './open-moves-card.module.css'

const shown = { pageNumber: 0, pageSize: 4 }

/** The pick lists and stock-takes that are open; nothing while there are none. */
export function OpenFreezerWorkCard() {
  const picks = useQuery(pickListsQuery({ ...shown, state: 'open' }))
  const counts = useQuery(stockTakeListQuery({ ...shown, state: 'open' }))
  const pickLists = picks.data?.pickLists ?? []
  const stockTakes = counts.data?.stockTakes ?? []
  if (pickLists.length + stockTakes.length === 0) return null
  return (
    <DashboardCard title="Picking and counting" hint={<Link to="/freezer-work">Freezer work</Link>}>
      <ul className={styles.list}>
        {pickLists.map(({ id, name, personName, counts: { wanted } }) => (
          <li key={id}>
            <Link to="/picks/$pickListId" params={{ pickListId: id }}>
              {name}
            </Link>
            <span className="muted numbers">
              for {personName}, {wanted.toLocaleString('en')} left to pick
            </span>
          </li>
        ))}
        {stockTakes.map(({ id, storageName, numBoxes, numFinishedBoxes }) => (
          <li key={id}>
            <Link to="/stock-takes/$stockTakeId" params={{ stockTakeId: id }}>
              Stock-take of {storageName}
            </Link>
            <span className="muted numbers">
              {numFinishedBoxes.toLocaleString('en')} of {numBoxes.toLocaleString('en')} boxes counted
            </span>
          </li>
        ))}
      </ul>
    </DashboardCard>
  )
}

import { isPutAwayLate } from '@lims/contract/custody.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { OpenFreezerWork } from '@lims/contract/freezer-work.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { pathText } from '../../entities/storage/path-text.ts'
import { formatLastDay, formatMoment } from '../../ui/format-moment.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import styles from './open-freezer-work.module.css'

type Part<Name extends keyof OpenFreezerWork> = Pick<OpenFreezerWork, Name>

export const OverdueTubes = ({ overdue }: Part<'overdue'>) => (
  <Entries>
    {overdue.map(({ id, name, alias, personName, expectedReturnAt }) => (
      <Entry
        key={id}
        link={<SampleLink id={id} name={name} alias={alias} />}
        text={`${personName}, due ${formatLastDay(expectedReturnAt)}`}
      />
    ))}
  </Entries>
)

/** How many returned tubes wait to be put away, and since when, as a link to them. */
export function TubesToPutAway({
  totalToPutAway,
  toPutAwaySince,
}: Part<'totalToPutAway' | 'toPutAwaySince'>) {
  useRerenderDaily()
  return (
    <Link
      to="/custody"
      search={{ show: 'to-put-away' }}
      className={toPutAwaySince && isPutAwayLate(toPutAwaySince, Date.now()) ? styles.late : ''}
    >
      {formatCount(totalToPutAway, 'returned tube')} to put away
      {toPutAwaySince && `, ${totalToPutAway > 1 ? 'the longest ' : ''}since ${formatMoment(toPutAwaySince)}`}
    </Link>
  )
}

export const OpenMoves = ({ moves }: Part<'moves'>) => (
  <Entries>
    {moves.map(({ id, name, moved, boxes, pickedUp }) => (
      <Entry
        key={id}
        link={
          <Link to="/moves/$moveId" params={{ moveId: id }}>
            {name}
          </Link>
        }
        text={`${formatNumber(moved)} of ${formatNumber(boxes)} moved${pickedUp > 0 ? `, ${formatNumber(pickedUp)} out of the cold` : ''}`}
      />
    ))}
  </Entries>
)

export const OpenPickLists = ({ pickLists }: Part<'pickLists'>) => (
  <Entries>
    {pickLists.map(({ id, name, personName, wanted }) => (
      <Entry
        key={id}
        link={
          <Link to="/picks/$pickListId" params={{ pickListId: id }}>
            {name}
          </Link>
        }
        text={`for ${personName}, ${formatNumber(wanted)} left to pick`}
      />
    ))}
  </Entries>
)

export const OpenStockTakes = ({ stockTakes }: Part<'stockTakes'>) => (
  <Entries>
    {stockTakes.map(({ id, storageName, numBoxes, numFinishedBoxes }) => (
      <Entry
        key={id}
        link={
          <Link to="/stock-takes/$stockTakeId" params={{ stockTakeId: id }}>
            Stock-take of {pathText(storageName)}
          </Link>
        }
        text={`${formatNumber(numFinishedBoxes)} of ${formatCount(numBoxes, 'box', 'boxes')} counted`}
      />
    ))}
  </Entries>
)

const Entries = ({ children }: { children: ReactNode[] }) => <ul className={styles.list}>{children}</ul>

const Entry = ({ link, text }: { link: ReactNode; text: string }) => (
  <li>
    {link}
    <span className="muted numbers">{text}</span>
  </li>
)

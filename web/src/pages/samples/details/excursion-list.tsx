import { formatCelsius } from '@lims/contract/format-celsius.ts'
import type { SampleExcursion } from '@lims/contract/temperatures.ts'
import { Card } from 'antd'
import { pathText } from '../../../entities/storage/path-text.ts'
import { GridLink } from '../../../entities/storage/storage-link.tsx'
import { ExcursionPages } from '../../../entities/temperature/excursion-pages.tsx'
import { formatDuration } from '../../../entities/temperature/format-duration.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import styles from './sample-details-screen.module.css'

type Props = {
  /** Those of the page. */
  excursions: readonly SampleExcursion[]
  totalExcursions: number
  pageNumber: number
  onPage: (pageNumber: number) => void
}

/** The temperature excursions that a sample was inside. */
export function ExcursionList({ excursions, totalExcursions, pageNumber, onPage }: Props) {
  return (
    <Card title={<h2 className={styles.heading}>Temperature excursions</h2>}>
      <ul className={styles.excursions}>
        {excursions.map(({ from, to, seconds, worstC, ...excursion }) => (
          <li key={`${excursion.storageId} ${excursion.beganAt}`}>
            Inside <StorageName {...excursion} /> at {formatCelsius(worstC)} for {formatDuration(seconds)}
            {to === null && ' so far'}
            <div className="muted">from {formatInstant(from)}</div>
          </li>
        ))}
      </ul>
      <ExcursionPages pageNumber={pageNumber} totalExcursions={totalExcursions} onPage={onPage} />
    </Card>
  )
}

type Storage = Pick<SampleExcursion, 'storageId' | 'storagePath' | 'isStorageDeleted'>

function StorageName({ storageId, storagePath, isStorageDeleted }: Storage) {
  if (isStorageDeleted) return `${pathText(storagePath)} (deleted)`
  return (
    <GridLink id={storageId} tab="temperature" className={styles.underlined}>
      {pathText(storagePath)}
    </GridLink>
  )
}

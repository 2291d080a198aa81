import { formatCelsius } from '@lims/contract/format-celsius.ts'
import type { SampleExcursion } from '@lims/contract/temperatures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from 'antd'
import { useState } from 'react'
import { QueryError } from '../../../api/query-error.tsx'
import { ExcursionPages } from '../../../entities/temperature/excursion-pages.tsx'
import { formatDuration } from '../../../entities/temperature/format-duration.ts'
import { excursionsOfSampleQuery } from '../../../entities/temperature/temperature-api.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import styles from './sample-details-screen.module.css'

/** The temperature excursions that the sample was inside; nothing if there were none. */
export function ExcursionPanel({ sampleId }: { sampleId: string }) {
  const [pageNumber, setPageNumber] = useState(0)
  const query = useQuery({
    ...excursionsOfSampleQuery(sampleId, pageNumber),
    placeholderData: keepPreviousData,
  })
  if (query.isError && !query.data) {
    return <QueryError title="The temperature excursions could not be loaded" query={query} />
  }
  if (!query.data || query.data.totalExcursions === 0) return null
  const { excursions, totalExcursions } = query.data
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
      <ExcursionPages pageNumber={pageNumber} totalExcursions={totalExcursions} onPage={setPageNumber} />
    </Card>
  )
}

type Storage = Pick<SampleExcursion, 'storageId' | 'storageAlias' | 'isStorageDeleted'>

function StorageName({ storageId, storageAlias, isStorageDeleted }: Storage) {
  if (isStorageDeleted) return `${storageAlias} (deleted)`
  return (
    <Link
      className={styles.underlined}
      to="/storage/$storageId/enhanced"
      params={{ storageId: `${storageId}` }}
      search={{ tab: 'temperature' }}
    >
      {storageAlias}
    </Link>
  )
}

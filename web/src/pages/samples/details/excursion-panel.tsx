import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from 'antd'
import { QueryError } from '../../../api/query-error.tsx'
import { formatCelsius, formatDuration } from '../../../entities/temperature/celsius.ts'
import { excursionsOfSampleQuery } from '../../../entities/temperature/temperature-api.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import styles from './sample-details-screen.module.css'

/** The temperature excursions that the sample was inside; nothing if there were none. */
export function ExcursionPanel({ sampleId }: { sampleId: string }) {
  const query = useQuery(excursionsOfSampleQuery(sampleId))
  if (query.isError && !query.data) {
    return <QueryError title="The temperature excursions could not be loaded" query={query} />
  }
  const excursions = query.data ?? []
  if (excursions.length === 0) return null
  return (
    <Card title={<h2 className={styles.heading}>Temperature excursions</h2>}>
      <ul className={styles.excursions}>
        {excursions.map(({ storageId, storageAlias, beganAt, from, to, seconds, worstC }) => (
          <li key={`${storageId} ${beganAt}`}>
            Inside{' '}
            <Link
              className={styles.underlined}
              to="/storage/$storageId/enhanced"
              params={{ storageId: `${storageId}` }}
              search={{ tab: 'temperature' }}
            >
              {storageAlias}
            </Link>{' '}
            at {formatCelsius(worstC)} for {formatDuration(seconds)}
            {to === null && ' so far'}
            <div className="muted">from {formatInstant(from)}</div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

import type { Sample } from '@lims/contract/samples.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Mono } from '../ui/mono.tsx'
import { subjectQuery } from './sample-api.ts'
import styles from './subject-lookup.module.css'

/** The subject of a sample; Get Subject ID asks the separate look-up for it, fresh, and Hide puts the answer away. */
export function SubjectLookup({ sample }: { sample: Pick<Sample, 'id' | 'subjectId'> }) {
  const [isShown, setIsShown] = useState(false)
  const subject = useQuery({ ...subjectQuery(sample.id), enabled: isShown, staleTime: 0 })
  return (
    <span className={styles.line}>
      <span>{sample.subjectId ?? 'not assigned'}</span>
      <Button size="small" loading={isShown && subject.isFetching} onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Hide Subject ID' : 'Get Subject ID'}
      </Button>
      <span role="status">
        {isShown && subject.data && !subject.isFetching && <Answer {...subject.data} />}
      </span>
    </span>
  )
}

function Answer({ subjectId, siteId }: { subjectId: string | null; siteId: string | null }) {
  if (!subjectId) return <span className="muted">No subject found</span>
  return (
    <>
      <Mono>{subjectId}</Mono>
      {siteId && <span className="muted"> at {siteId}</span>}
    </>
  )
}

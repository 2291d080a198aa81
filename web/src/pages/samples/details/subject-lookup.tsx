import type { Sample } from '@lims/contract/samples.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { subjectQuery } from '../../../entities/sample/sample-api.ts'
import { Mono } from '../../../ui/mono.tsx'
import styles from './subject-lookup.module.css'

type Props = {
  sample: Pick<Sample, 'id' | 'subjectId'>
  /** Hides the subject everywhere on the page, or shows it again. */
  onHide: (isHidden: boolean) => void
}

/** Shown on the whole page instead of a subject that a person has hidden. */
const hiddenSubject = '•••'

export const withoutSubject = (sample: Sample): Sample =>
  sample.subjectId === null ? sample : { ...sample, subjectId: hiddenSubject }

/** The subject of a sample. 'Get Subject ID' fetches it from the separate look-up, 'Hide' hides it on the whole page. */
export function SubjectLookup({ sample, onHide }: Props) {
  const [isShown, setIsShown] = useState(false)
  const subject = useQuery({ ...subjectQuery(sample.id), enabled: isShown, staleTime: 0 })

  function toggle() {
    setIsShown(!isShown)
    onHide(isShown)
  }

  return (
    <span className={styles.line}>
      <span>{sample.subjectId ?? 'not assigned'}</span>
      <Button size="small" loading={isShown && subject.isFetching} onClick={toggle}>
        {isShown ? 'Hide Subject ID' : 'Get Subject ID'}
      </Button>
      <span role="status">
        {isShown && subject.data && !subject.isFetching && <Subject {...subject.data} />}
      </span>
    </span>
  )
}

function Subject({ subjectId, siteId }: { subjectId: string | null; siteId: string | null }) {
  if (!subjectId) return <span className="muted">No subject found</span>
  return (
    <>
      <Mono>{subjectId}</Mono>
      {siteId && <span className="muted"> at {siteId}</span>}
    </>
  )
}

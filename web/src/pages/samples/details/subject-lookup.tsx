import { LoadingOutlined } from '@ant-design/icons'
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

/** Shown on the whole page instead of a subject or site that is hidden. */
const hiddenId = '•••'

/** A text that changes with the subject or site: what was revealed of the former one is hidden then. */
export const subjectKey = ({ subjectId, siteId }: Pick<Sample, 'subjectId' | 'siteId'>): string =>
  JSON.stringify([subjectId, siteId])

/** Returns the sample with its subject hidden, and its site too if the person may not see it. */
export function withoutSubject(sample: Sample): Sample {
  if (sample.masked) return { ...sample, subjectId: hiddenId, siteId: hiddenId }
  return sample.subjectId === null ? sample : { ...sample, subjectId: hiddenId }
}

/**
 * The subject of a sample. 'Get Subject ID' fetches it from the separate look-up, 'Hide' hides it on the whole page.
 */
export function SubjectLookup({ sample, onHide }: Props) {
  const [isShown, setIsShown] = useState(false)
  const subject = useQuery({ ...subjectQuery(sample.id), enabled: isShown, staleTime: 0 })

  function toggle({ detail }: { detail: number }) {
    // The second click of a double click would hide what the first has shown.
    if (detail > 1) return
    setIsShown(!isShown)
    onHide(isShown)
  }

  return (
    <span className={styles.line}>
      <span>{sample.subjectId ?? 'not assigned'}</span>
      <Button
        size="small"
        icon={isShown && subject.isFetching && <LoadingOutlined aria-hidden />}
        onClick={toggle}
      >
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

import type { Sample } from '@lims/contract/samples.ts'
import { subjectsApi } from '@lims/contract/subjects.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { ReasonDialog } from '../../../forms/lazy-reason-dialog.ts'
import { Masked } from '../../../ui/masked.tsx'
import { Mono } from '../../../ui/mono.tsx'
import styles from './subject-lookup.module.css'

type Props = { sample: Pick<Sample, 'id'>; onHide: (isHidden: boolean) => void }

/**
 * The subject of a sample while roles are on: hidden until it is revealed with a reason, which the audit trail keeps.
 */
export function RevealedSubject({ sample, onHide }: Props) {
  const [isAsking, setAsking] = useState(false)
  const denied = useDeniedProps('subject.reveal')
  const reveal = useWrite({
    mutationFn: (reason: string, options) =>
      call(subjectsApi.reveal, { body: { sampleId: sample.id, reason } }, options),
    onSuccess: () => {
      setAsking(false)
      onHide(false)
    },
    meta: { errorTitle: 'The subject could not be revealed' },
  })
  // A role that is taken away hides what it has revealed.
  const subject = denied.disabled ? undefined : reveal.data

  function hide() {
    reveal.reset()
    onHide(true)
  }

  return (
    <span className={styles.line}>
      <span role="status">
        {!subject && <Masked />}
        {subject && !subject.subjectId && <span className="muted">No subject found</span>}
        {subject?.subjectId && (
          <>
            <Mono>{subject.subjectId}</Mono>
            {subject.siteId && <span className="muted"> at {subject.siteId}</span>}
          </>
        )}
      </span>
      {subject ? (
        <Button size="small" onClick={hide}>
          Hide Subject ID
        </Button>
      ) : (
        <Button size="small" {...denied} onClick={() => setAsking(true)}>
          Get Subject ID
        </Button>
      )}
      <ReasonDialog
        isOpen={isAsking}
        title="Reveal the subject ID?"
        draftId={sample.id}
        okText="Reveal"
        isWorking={reveal.isPending}
        onConfirm={(reason) => reveal.mutate(reason)}
        onClose={() => setAsking(false)}
      />
    </span>
  )
}

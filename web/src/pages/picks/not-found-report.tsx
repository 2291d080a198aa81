import type { PickItem } from '@lims/contract/picks.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useReportNotFound, useUndoPick } from '../../entities/pick/pick-api.ts'
import { keyOfUndo } from '../../features/scanning/scan-list.ts'
import { cannotBeUndone } from '../../features/scanning/use-undo-last.ts'
import { ReasonDialog } from '../../forms/lazy-reason-dialog.ts'
import styles from './picks.module.css'
import type { Picking } from './use-picking.ts'

/** Reports that a tube is not in its cell, with the reason. */
export function NotFoundButton({
  pickListId,
  item,
  onReported,
}: {
  pickListId: string
  item: PickItem
  onReported: (item: PickItem, eventId: number) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const report = useReportNotFound()
  const { sampleId, name, tubeId, position } = item

  function confirm(reason: string) {
    report.mutate(
      { pickListId, sampleId, reason },
      {
        onSuccess: ({ item: { eventId } }) => {
          setOpen(false)
          onReported(item, eventId)
        },
      },
    )
  }

  return (
    <>
      <Button danger className={styles.large ?? ''} onClick={() => setOpen(true)}>
        It is not here
      </Button>
      <ReasonDialog
        isOpen={isOpen}
        title={`${name} is not here?`}
        draftId={sampleId}
        okText="Report missing"
        isDanger
        isWorking={report.isPending}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        <p>
          {tubeId}
          {position && ` is not in cell ${position}`}. It becomes missing. If it turns up, scan it: then it is
          found and picked.
        </p>
      </ReasonDialog>
    </>
  )
}

type Report = {
  item: PickItem
  eventId: number
  reportedAt: number
  settledId: string | undefined
  newestId: string | undefined
}

/** The last report that a tube was not found, until the next scan has its outcome; it can be undone. */
export function useNotFoundReports(
  pickListId: string,
  { scans, lastSettledId: settledId }: Picking['session'],
) {
  const [last, setLast] = useState<Report>()
  const undoPick = useUndoPick()
  const reported = last && last.settledId === settledId ? last : undefined
  const newestId = scans[0]?.id
  return {
    reported: reported?.item,
    /** In ms. */
    reportedAt: reported?.reportedAt,
    /** Whether no scan was made since the report. */
    isNewest: reported !== undefined && reported.newestId === newestId,
    note: (item: PickItem, eventId: number) =>
      setLast({ item, eventId, reportedAt: Date.now(), settledId, newestId }),
    undo: () => {
      if (!reported) return
      const { item, eventId } = reported
      const attempt = { idempotencyKey: keyOfUndo(eventId) }
      const withdraw = () => setLast((now) => (now === reported ? undefined : now))
      undoPick
        .mutateAsync({ pickListId, sampleId: item.sampleId, eventId }, { onReply: withdraw }, attempt)
        .catch((failure: Error) => {
          if (cannotBeUndone(failure)) withdraw()
        })
    },
  }
}

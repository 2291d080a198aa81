import type { PickBox, PickItem } from '@lims/contract/picks.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { hasCode } from '../../api/call-error.ts'
import { useReportNotFound, useUndoPick } from '../../entities/pick/pick-api.ts'
import { keyOfUndo } from '../../features/scanning/scan-list.ts'
import { withdrawIfRefused } from '../../features/scanning/use-undo-last.ts'
import { ReasonDialog } from '../../forms/lazy-reason-dialog.ts'
import type { PickScan } from './pick-session.ts'
import styles from './picks.module.css'
import type { Picking } from './use-picking.ts'

/** Others have moved the tube, picked it or reported it: the same report would be refused again. */
const outdatedReportCodes = ['moved-meanwhile', 'already-picked', 'pick-changed-since'] as const

/** A tube, and where it is. */
export type TubeInBox = { item: PickItem; box: PickBox | undefined }

type ButtonProps = {
  pickListId: string
  tube: TubeInBox
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onReported: (item: PickItem, eventId: number) => void
}

/** Reports that a tube is not in its cell, with the reason. While its dialog is open, the tube stays the same. */
export function NotFoundButton({ pickListId, tube, isOpen, onOpen, onClose, onReported }: ButtonProps) {
  const { item, box } = tube
  const { sampleId, name, tubeId, position } = item
  const report = useReportNotFound()

  const confirm = (reason: string) =>
    report.mutate(
      { pickListId, sampleId, reason, expected: placeOf(item, box) },
      {
        onError: (failure) => {
          if (outdatedReportCodes.some((code) => hasCode(failure, code))) onClose()
        },
        // By then the list may be fetched again, without the tube.
        onReply: ({ item: { eventId } }) => {
          onClose()
          onReported(item, eventId)
        },
      },
    )

  return (
    <>
      <Button danger className={styles.large ?? ''} onClick={onOpen}>
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
        onClose={onClose}
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

const placeOf = ({ storageId, rowCoordinate, columnCoordinate }: PickItem, box: PickBox | undefined) =>
  storageId === null
    ? { storageId: 0 }
    : { storageId, rowCoordinate, columnCoordinate, ...(box && { path: box.path }) }

const isOnItsWay = ({ progress: { state } }: PickScan) => state === 'waiting' || state === 'sending'

type Report = {
  item: PickItem
  eventId: number
  reportedAt: number
  settledId: string | undefined
}

/**
 * The last report that a tube was not found, until a scan that was made after it has its outcome, or is not sent; it
 * can be undone.
 */
export function useNotFoundReports(pickListId: string, { session, readSession }: Picking) {
  const [last, setLast] = useState<Report>()
  const undoPick = useUndoPick()
  const later = last ? session.scans.filter(({ scannedAt }) => scannedAt > last.reportedAt) : []
  const reported = later.every(isOnItsWay) ? last : undefined
  const settled = session.scans.find(({ id }) => id === session.lastSettledId)
  return {
    reported: reported?.item,
    /** Whether the last outcome of a scan came after the report. */
    isOutcomeLater:
      reported !== undefined &&
      settled !== undefined &&
      (settled.id !== reported.settledId || (settled.settledAt ?? 0) > reported.reportedAt),
    /** In ms. */
    reportedAt: reported?.reportedAt,
    /** Whether no scan was made since the report. */
    isNewest: reported !== undefined && later.length === 0,
    /** As of now: the scans may have changed since the page was rendered. */
    note: (item: PickItem, eventId: number) =>
      setLast({ item, eventId, reportedAt: Date.now(), settledId: readSession().lastSettledId }),
    undo: () => {
      if (!reported) return
      const { item, eventId } = reported
      const attempt = { idempotencyKey: keyOfUndo(eventId) }
      const withdraw = () => setLast((now) => (now === reported ? undefined : now))
      const report = { pickListId, sampleId: item.sampleId, eventId }
      withdrawIfRefused(undoPick.mutateAsync(report, { onReply: withdraw }, attempt), withdraw)
    },
  }
}

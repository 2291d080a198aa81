import { CloseCircleFilled, InfoCircleOutlined } from '@ant-design/icons'
import { maxTextLength } from '@lims/contract/text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Card, Input, type InputRef } from 'antd'
import { useId, useRef } from 'react'
import { useUndoStatus } from '../../entities/sample/use-undo-status.ts'
import { useSession } from '../../entities/session/session.ts'
import { useDenial, useMay } from '../../entities/session/use-may.ts'
import { MissedRefusals, missedRefusals } from '../../features/scanning/missed-refusals.tsx'
import { ScanField } from '../../features/scanning/scan-field.tsx'
import { isNewestPending, keyOfUndo } from '../../features/scanning/scan-list.ts'
import { SessionPanel } from '../../features/scanning/session-panel.tsx'
import { useFocusField } from '../../features/scanning/use-focus-field.ts'
import { useReturnFocus } from '../../features/scanning/use-return-focus.ts'
import { useScanBeside } from '../../features/scanning/use-scan-beside.ts'
import { useScanQueue } from '../../features/scanning/use-scan-queue.ts'
import { useSignedOutKeeper } from '../../features/scanning/use-signed-out-keeper.ts'
import { useUndoLast, withdrawIfRefused } from '../../features/scanning/use-undo-last.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BatchArrivals } from './batch-arrivals.tsx'
import { receiveQueueOf } from './receive-queue.ts'
import styles from './receive-screen.module.css'
import {
  emptyReceiveSession,
  findLastReceipt,
  findUndoable,
  lastBatchIds,
  type ReceiveQueue,
  type ReceiveSession,
} from './receive-session.ts'
import { ProblemCard, ReceivedCard } from './scan-result.tsx'
import { SessionScans } from './session-scans.tsx'

export function ReceiveScreen() {
  const queue = receiveQueueOf(useQueryClient(), useSession()?.user.sub)
  const session = useScanQueue(queue, emptyReceiveSession)
  const field = useRef<InputRef>(null)
  const notesId = useId()
  const focusField = useFocusField(field)
  const undoStatus = useUndoStatus()
  // Who may receive may lack this: a receipt is undone as a change of status.
  const mayUndo = useMay('sample.status')
  const denial = useDenial('sample.receive')
  useSignedOutKeeper(queue.add, { isLasting: true, isOn: denial === undefined })

  /** Undoes the last receipt; with the scan of a card, only if that is still the last. */
  function undoLast(scanId?: string) {
    const last = findUndoable(queue.session.get())
    if (!last || (scanId !== undefined && scanId !== last.scanId)) return
    const requestedAt = Date.now()
    const onReply = () => queue.markUndone(last.scanId, requestedAt)
    const sent = undoStatus.mutateAsync(
      [last.eventId],
      { onReply, question: `Undo the receipt of ${last.name}?` },
      { idempotencyKey: keyOfUndo(last.scanId) },
    )
    withdrawIfRefused(sent, () => queue.withdrawUndo(last.scanId))
    focusField()
  }
  const undo = mayUndo ? { onUndo: undoLast } : {}
  const canUndo = findUndoable(session) !== undefined || isNewestPending(session)
  const undoByKey = useUndoLast(() => queue.session.get().scans[0], undoLast)

  const lastReceipt = findLastReceipt(session)
  useReturnFocus(field, session.lastSettledId)
  const beside = useScanBeside(field, queue.add)

  return (
    <>
      <PageHeader title="Receive Samples" />
      <div className={styles.page}>
        <div className={styles.main}>
          <Card className="not-printed">
            <ScanField
              field={field}
              onScan={queue.add}
              denial={denial}
              {...(mayUndo && canUndo && { onUndo: undoByKey })}
              lastScanAt={session.scans[0]?.scannedAt}
              result={<LastResult session={session} queue={queue} {...undo} />}
            />
            <label htmlFor={notesId} className={styles.notes}>
              Notes (optional), saved with every tube until cleared
            </label>
            <Input
              id={notesId}
              allowClear={{ clearIcon: <CloseCircleFilled aria-label="Clear notes" /> }}
              maxLength={maxTextLength.notes}
              autoComplete="off"
              value={session.notes}
              onChange={(event) => queue.update({ notes: event.target.value })}
              onKeyDown={beside(() => queue.update({ notes: session.notes }))}
            />
            <p className={styles.info}>
              <InfoCircleOutlined aria-hidden />
              <span>
                Only samples with status UNKNOWN or COLLECTED can be received. The sample will be updated to
                RECEIVED status.
              </span>
            </p>
          </Card>
          <LastResult session={session} queue={queue} {...undo} onDone={focusField} />
          <MissedRefusals scans={missedRefusals(session.scans)} />
        </div>
        <SessionPanel
          scans={session.scans}
          counts={`${session.received} received · ${session.refused} refused`}
          onRetryAll={queue.retryUnsent}
          onClear={queue.clear}
          onDone={focusField}
        >
          {lastBatchIds(session).map((batchId) => (
            <BatchArrivals
              key={batchId}
              batchId={batchId}
              lastSampleId={lastReceipt?.batchId === batchId ? lastReceipt.id : undefined}
            />
          ))}
          <SessionScans
            scans={session.scans}
            onRetry={(id) => {
              queue.retry(id)
              focusField()
            }}
            onRemove={queue.remove}
          />
        </SessionPanel>
      </div>
    </>
  )
}

type LastResultProps = {
  session: ReceiveSession
  queue: ReceiveQueue
  /** Missing if the person may not undo a receipt. */
  onUndo?: (scanId: string) => void
  onDone?: () => void
}

/** The latest outcome in large type: a receipt, or the one that was just undone; below a refusal the last receipt. */
function LastResult({ session, queue, onUndo, onDone }: LastResultProps) {
  const { scans, lastSettledId, lastReceivedId } = session
  const undoable = findUndoable(session)
  const settled = scans.find(({ id }) => id === lastSettledId)
  const outcome = settled?.progress
  const received = outcome?.state === 'undone' ? settled : scans.find(({ id }) => id === lastReceivedId)
  const isProblem = outcome?.state === 'refused' || outcome?.state === 'unsent'
  return (
    <div className={styles.results}>
      {/* Two regions: a refusal does not read the last receipt once more. */}
      <div role="status">
        {settled && isProblem && (
          // A key for each scan: the same words are read aloud again.
          <ProblemCard
            key={settled.id}
            scan={settled}
            problem={outcome}
            onRetry={() => {
              queue.retry(settled.id)
              onDone?.()
            }}
          />
        )}
      </div>
      <div role="status">
        {(received?.progress.state === 'received' || received?.progress.state === 'undone') && (
          // A key for each scan: a press of Undo on one card never undoes the next.
          <ReceivedCard
            key={received.id}
            receipt={received.progress}
            notes={received.notes}
            isCalm={isProblem}
            onUndo={onUndo && undoable?.scanId === received.id ? () => onUndo(received.id) : undefined}
          />
        )}
      </div>
    </div>
  )
}

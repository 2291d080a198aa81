import { InfoCircleOutlined } from '@ant-design/icons'
import { maxTextLength } from '@lims/contract/text.ts'
import { Card, Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { ScanField } from '../../features/scanning/scan-field.tsx'
import type { ScanQueue } from '../../features/scanning/scan-queue.ts'
import type { ScanSession } from '../../features/scanning/scan-session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './receive-screen.module.css'
import { ReceivedCard, TroubleCard } from './scan-result.tsx'
import { SessionPanel } from './session-panel.tsx'
import { useScanQueue } from './use-scan-queue.ts'

export function ReceiveScreen() {
  const { queue, session } = useScanQueue()
  const field = useRef<InputRef>(null)
  const focusField = () => field.current?.focus()

  // In step with the focus: back to the field after each answer, unless a button, a link, another field or a dialog has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is the moment to look
  useEffect(() => {
    const focused = document.activeElement as HTMLElement | null
    if (focused?.closest('[role="dialog"]')) return
    if (!focused || focused.tabIndex < 0) field.current?.focus()
  }, [session.lastSettledId])

  return (
    <>
      <PageHeader title="Receive Samples" />
      <div className={styles.page}>
        <div className={styles.bench}>
          <Card>
            <ScanField
              field={field}
              onScan={(readings) => queue.add(readings)}
              result={<LastResult session={session} queue={queue} />}
            />
            <Input
              aria-label="Notes (optional, kept for this session)"
              placeholder="Notes (optional, kept for this session)"
              maxLength={maxTextLength.notes}
              autoComplete="off"
              value={session.notes}
              onChange={(event) => queue.keepNotes(event.target.value)}
              onPressEnter={focusField}
            />
            <p className={styles.info}>
              <InfoCircleOutlined aria-hidden />
              <span>
                Only samples with status UNKNOWN or COLLECTED can be received. The sample will be updated to
                RECEIVED status.
              </span>
            </p>
          </Card>
          <LastResult session={session} queue={queue} onDone={focusField} />
        </div>
        <SessionPanel
          session={session}
          onRetry={(id) => queue.retry(id)}
          onRetryAll={() => queue.retryUnsent()}
          onClear={() => queue.clear()}
          onDone={focusField}
        />
      </div>
    </>
  )
}

type LastResultProps = { session: ScanSession; queue: ScanQueue; onDone?: () => void }

/** The latest answer in large; below a refusal the sample that was received before it. */
function LastResult({ session: { scans, lastSettledId, lastReceivedId }, queue, onDone }: LastResultProps) {
  const settled = scans.find(({ id }) => id === lastSettledId)
  const received = scans.find(({ id }) => id === lastReceivedId)
  const outcome = settled?.progress
  const isTrouble = outcome?.state === 'refused' || outcome?.state === 'unsent'
  return (
    <div role="status" className={styles.results}>
      {settled && isTrouble && (
        <TroubleCard
          scan={settled}
          trouble={outcome}
          onRetry={() => {
            queue.retry(settled.id)
            onDone?.()
          }}
        />
      )}
      {received?.progress.state === 'received' && (
        <ReceivedCard sample={received.progress.sample} isCalm={isTrouble} />
      )}
    </div>
  )
}

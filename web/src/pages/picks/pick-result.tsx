import type { PickItem } from '@lims/contract/picks.ts'
import { Button } from 'antd'
import { pathText } from '../../entities/storage/path-text.ts'
import { LastingFailures } from '../../features/scanning/lasting-failures.tsx'
import { MissedRefusals, missedRefusals } from '../../features/scanning/missed-refusals.tsx'
import { RetryOrSignIn } from '../../features/scanning/retry-or-sign-in.tsx'
import { ScanCard, UndoScanButton } from '../../features/scanning/scan-card.tsx'
import { commonMarks } from '../../features/scanning/scan-mark.ts'
import { Mono } from '../../ui/mono.tsx'
import type { PickScan } from './pick-session.ts'
import styles from './picks.module.css'
import type { Picking } from './use-picking.ts'

type Props = {
  picking: Picking
  /** The tube that was reported missing after the last scan was made. */
  reported: PickItem | undefined
  /** Whether the last outcome of a scan came after that report. */
  isOutcomeLater: boolean
  /** Undoes that report. Missing if the person may not. */
  undo: (() => void) | undefined
  onDone?: () => void
}

/** The outcome of the last scan or report, and below a report one that came after it. */
export function PickResult({ picking, reported, isOutcomeLater, undo, onDone }: Props) {
  const { session, undoLast, undoableId, retry, retryUnsent, remove } = picking
  const settled = session.scans.find(({ id }) => id === session.lastSettledId)
  const unsent = session.scans.filter(({ progress }) => progress.state === 'unsent')
  const missed = missedRefusals(session.scans).filter(({ id }) => id !== session.lastSettledId)
  return (
    <div className={styles.results}>
      {/* Regions of their own: an outcome does not read what is below it once more. */}
      <div role="status" className={styles.results}>
        {reported && <Reported key={reported.sampleId} item={reported} onUndo={undo} />}
        {settled && (!reported || isOutcomeLater) && (
          // A key for each scan: a press of Undo on one card never undoes the next.
          <Outcome
            key={settled.id}
            scan={settled}
            onUndo={undoableId === settled.id && !reported ? undoLast : undefined}
            onRetry={() => {
              retry(settled.id)
              onDone?.()
            }}
          />
        )}
      </div>
      <div role="status" className={styles.results}>
        <MissedRefusals scans={missed} />
      </div>
      <div role="status" className={styles.results}>
        <LastingFailures scans={session.scans} onRemove={remove} />
      </div>
      {/* In no region: its number changes at each scan. */}
      {unsent.length > 1 && (
        <ScanCard mark={commonMarks.unsent} action={<Button onClick={retryUnsent}>Retry all</Button>}>
          {unsent.length} scans are not sent yet. They are kept and sent when the server replies.
        </ScanCard>
      )}
    </div>
  )
}

type ReportedProps = { item: PickItem; onUndo: (() => void) | undefined }

const Reported = ({ item: { name, tubeId }, onUndo }: ReportedProps) => (
  <ScanCard mark={commonMarks.refused} action={onUndo && <UndoScanButton onUndo={onUndo} />}>
    <ResultWords title={`${name} is reported missing`} code={tubeId} />
  </ScanCard>
)

type OutcomeProps = { scan: PickScan; onUndo: (() => void) | undefined; onRetry: () => void }

function Outcome({ scan: { progress, readings }, onUndo, onRetry }: OutcomeProps) {
  switch (progress.state) {
    case 'picked':
      return (
        <ScanCard mark={{ sign: '✓', tone: 'good' }} action={onUndo && <UndoScanButton onUndo={onUndo} />}>
          <ResultWords title={`${progress.item.name} picked`} code={progress.item.tubeId} />
          {progress.note && <div>{progress.note}</div>}
        </ScanCard>
      )
    case 'undone':
      return (
        <ScanCard mark={commonMarks.undone}>
          <ResultWords
            title={`${progress.item.name} ${progress.isMissing ? 'is reported missing again' : 'put back on the list'}`}
            code={progress.item.tubeId}
          />
        </ScanCard>
      )
    case 'box':
      return (
        <ScanCard mark={{ sign: '➜', tone: 'neutral' }}>
          <strong>{pathText(progress.path)}</strong>
          <div>Now scan the tubes of this box.</div>
        </ScanCard>
      )
    case 'refused':
    case 'unsent':
      return (
        <ScanCard
          mark={commonMarks[progress.state]}
          action={progress.state === 'unsent' && <RetryOrSignIn reason={progress.reason} onRetry={onRetry} />}
        >
          <strong>
            {progress.state === 'refused' ? 'Not picked' : 'Not sent yet'}: <Mono>{readings.raw}</Mono>
          </strong>
          <div>{progress.reason}</div>
        </ScanCard>
      )
    default:
      return null
  }
}

const ResultWords = ({ title, code }: { title: string; code: string }) => (
  <>
    <strong>{title}</strong>
    <div>
      <Mono isMuted>{code}</Mono>
    </div>
  </>
)

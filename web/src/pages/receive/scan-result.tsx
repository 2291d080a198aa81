import { useStore } from '../../api/create-store.ts'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { RetryOrSignIn } from '../../features/scanning/retry-or-sign-in.tsx'
import {
  ScanCard,
  ScanFacts,
  ScannedCode,
  ScannedTube,
  UndoScanButton,
} from '../../features/scanning/scan-card.tsx'
import { commonMarks, type ScanMark } from '../../features/scanning/scan-mark.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Mono } from '../../ui/mono.tsx'
import { lastSubject } from './receive-api.ts'
import type { ReceiveOutcome, ReceiveScan } from './receive-session.ts'

type Problem = Extract<ReceiveOutcome, { reason: string }>
type Receipt = Extract<ReceiveOutcome, { state: 'received' | 'undone' }>

export const receiveMarks: Record<ReceiveScan['progress']['state'], ScanMark> = {
  ...commonMarks,
  received: { sign: '✓', tone: 'good' },
}

/** The sample that was received last, readable from a metre away. */
export function ReceivedCard({
  receipt,
  notes,
  isCalm,
  onUndo,
}: {
  receipt: Receipt
  /** What was saved with the receipt, empty if nothing. */
  notes: string
  isCalm: boolean
  /** Missing if the receipt cannot be undone here. */
  onUndo?: (() => void) | undefined
}) {
  const { id, name, alias, status, batchName } = receipt.sample
  const last = useStore(lastSubject)
  const subjectId = last?.sampleId === id ? last.subjectId : null
  const isUndone = receipt.state === 'undone'
  return (
    <ScanCard
      mark={receiveMarks[receipt.state]}
      title={isUndone ? 'Receipt undone' : 'Last Received Sample'}
      isLarge={!isCalm && !isUndone}
      action={onUndo && <UndoScanButton onUndo={onUndo} />}
    >
      <ScannedTube id={id} name={name} alias={alias}>
        {/* A screen reader would spell its 36 characters at each scan; the link has it. */}
        <span aria-hidden>
          {' '}
          · <Mono>{id}</Mono>
        </span>
      </ScannedTube>
      <ScanFacts>
        {!isUndone && <StatusTag status={status} />}
        <span>
          {batchName}
          {subjectId && ` · subject ${subjectId}`}
        </span>
      </ScanFacts>
      {notes && !isUndone && <p>Note: {notes}</p>}
    </ScanCard>
  )
}

/** A scan that was not received, and why. */
export function ProblemCard({
  scan,
  problem,
  onRetry,
}: {
  scan: ReceiveScan
  problem: Problem
  onRetry: () => void
}) {
  const isRefused = problem.state === 'refused'
  return (
    <ScanCard mark={receiveMarks[problem.state]} title={isRefused ? 'Not received' : 'Not sent yet'} isLarge>
      <ScannedCode>{scan.readings.raw}</ScannedCode>
      <p>{problem.reason}</p>
      {isRefused && problem.deletedSampleId && (
        <LinkButton to="/samples/$sampleId" params={{ sampleId: problem.deletedSampleId }}>
          Show deleted sample
        </LinkButton>
      )}
      {isRefused && problem.sampleId && (
        <LinkButton to="/samples/$sampleId" params={{ sampleId: problem.sampleId }}>
          Show sample
        </LinkButton>
      )}
      {!isRefused && <RetryOrSignIn reason={problem.reason} onRetry={onRetry} />}
    </ScanCard>
  )
}

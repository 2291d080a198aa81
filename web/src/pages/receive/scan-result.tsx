import { Link, useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { storedToken } from '../../api/stored-token.ts'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { notSignedIn } from '../../features/scanning/refused-or-unsent.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Mono } from '../../ui/mono.tsx'
import type { ReceiveOutcome, ReceiveScan } from './receive-session.ts'
import styles from './scan-result.module.css'

type Problem = Extract<ReceiveOutcome, { reason: string }>
type Receipt = Extract<ReceiveOutcome, { state: 'received' | 'undone' }>

/** Longer codes, such as an id of 36 characters, are shown in smaller type. */
const maxLargeCodeLength = 20

/** The sample that was received last, readable from a metre away. */
export function ReceivedCard({
  receipt,
  isCalm,
  onUndo,
}: {
  receipt: Receipt
  isCalm: boolean
  /** Missing if the receipt cannot be undone here. */
  onUndo?: (() => void) | undefined
}) {
  const { id, name, alias, status, batchName, subjectId } = receipt.sample
  const isUndone = receipt.state === 'undone'
  return (
    <div className={styles.card} data-outcome={receipt.state} data-calm={isCalm || isUndone}>
      <span className={styles.sign} aria-hidden>
        {isUndone ? '↩' : '✓'}
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>{isUndone ? 'Receipt undone' : 'Last Received Sample'}</h2>
        <Link className={styles.name ?? ''} to="/samples/$sampleId" params={{ sampleId: id }}>
          {name}
        </Link>
        <div className={styles.ids}>
          <Mono>{alias}</Mono> · <Mono>{id}</Mono>
        </div>
        <div className={styles.facts}>
          {!isUndone && <StatusTag status={status} />}
          <span>
            {batchName}
            {subjectId && ` · subject ${subjectId}`}
          </span>
        </div>
      </div>
      {onUndo && (
        <Button className={styles.undo ?? ''} aria-keyshortcuts="Control+Z" onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
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
  const target = useLocation({ select: ({ pathname }) => pathname })
  const isSignInNeeded = problem.reason === notSignedIn.reason && storedToken() === undefined
  return (
    <div className={styles.card} data-outcome="problem">
      <span className={styles.sign} aria-hidden>
        !
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>{isRefused ? 'Not received' : 'Not sent yet'}</h2>
        <div className={styles.code} data-long={scan.readings.raw.length > maxLargeCodeLength}>
          {scan.readings.raw}
        </div>
        <p className={styles.reason}>{problem.reason}</p>
        {problem.state === 'refused' && problem.deletedSampleId && (
          <LinkButton to="/samples/$sampleId" params={{ sampleId: problem.deletedSampleId }}>
            Show deleted sample
          </LinkButton>
        )}
        {isSignInNeeded ? (
          <LinkButton to="/auth/login" search={{ target }} color="primary" variant="solid">
            Sign in
          </LinkButton>
        ) : (
          !isRefused && <Button onClick={onRetry}>Retry</Button>
        )}
      </div>
    </div>
  )
}

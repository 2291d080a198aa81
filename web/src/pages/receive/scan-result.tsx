import type { ReceivedSample } from '@lims/contract/samples.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { notSignedIn } from '../../api/refused-or-unsent.ts'
import { storedToken } from '../../api/stored-token.ts'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Mono } from '../../ui/mono.tsx'
import type { ReceiveOutcome, ReceiveScan } from './receive-session.ts'
import styles from './scan-result.module.css'

type Problem = Exclude<ReceiveOutcome, { state: 'received' }>

/** Longer codes, such as an id of 36 characters, are shown in smaller type. */
const maxLargeCodeLength = 20

/** The sample that was received last, readable from a metre away. */
export function ReceivedCard({ sample, isCalm }: { sample: ReceivedSample; isCalm: boolean }) {
  const { id, name, alias, status, batchName, subjectId } = sample
  return (
    <div className={styles.card} data-outcome="received" data-calm={isCalm}>
      <span className={styles.sign} aria-hidden>
        ✓
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>Last Received Sample</h2>
        <Link className={styles.name ?? ''} to="/samples/$sampleId" params={{ sampleId: id }}>
          {name}
        </Link>
        <div className={styles.ids}>
          <Mono>{alias}</Mono> · <Mono>{id}</Mono>
        </div>
        <div className={styles.facts}>
          <StatusTag status={status} />
          <span>
            {batchName}
            {subjectId && ` · subject ${subjectId}`}
          </span>
        </div>
      </div>
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

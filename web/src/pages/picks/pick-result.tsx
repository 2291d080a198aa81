import type { PickItem } from '@lims/contract/picks.ts'
import { useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { storedToken } from '../../api/stored-token.ts'
import { notSignedIn } from '../../features/scanning/refused-or-unsent.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Mono } from '../../ui/mono.tsx'
import type { PickScan } from './pick-session.ts'
import styles from './picks.module.css'
import type { Picking } from './use-picking.ts'

type Props = {
  picking: Picking
  /** The tube that was reported missing after the last scan. */
  reported: PickItem | undefined
  /** Undoes that report. */
  undo: () => void
  onDone?: () => void
}

/** The outcome of the last scan or report. */
export function PickResult({ picking, reported, undo, onDone }: Props) {
  const { session, undoLast, retry, retryUnsent } = picking
  const settled = session.scans.find(({ id }) => id === session.lastSettledId)
  const unsent = session.scans.filter(({ progress }) => progress.state === 'unsent')
  return (
    <div role="status" className={styles.results}>
      {reported && <Reported item={reported} onUndo={undo} />}
      {settled && !reported && (
        <Outcome
          scan={settled}
          onUndo={undoLast}
          onRetry={() => {
            retry(settled.id)
            onDone?.()
          }}
        />
      )}
      {unsent.length > 1 && (
        <div className={styles.result} data-outcome="problem">
          <span>{unsent.length} scans are not sent yet. They are kept and sent when the server replies.</span>
          <Button onClick={retryUnsent}>Retry all</Button>
        </div>
      )}
    </div>
  )
}

const Reported = ({ item: { name, tubeId }, onUndo }: { item: PickItem; onUndo: () => void }) => (
  <div className={styles.result} data-outcome="problem">
    <span className={styles.resultSign} aria-hidden>
      !
    </span>
    <span className={styles.resultWords}>
      <strong>{name} is reported missing</strong>
      <Mono muted>{tubeId}</Mono>
    </span>
    <Button aria-keyshortcuts="Control+Z" onClick={onUndo}>
      Undo
    </Button>
  </div>
)

type OutcomeProps = { scan: PickScan; onUndo: (() => void) | undefined; onRetry: () => void }

function Outcome({ scan: { progress, readings }, onUndo, onRetry }: OutcomeProps) {
  const target = useLocation({ select: ({ pathname }) => pathname })
  if (progress.state === 'picked' || progress.state === 'undone') {
    const { name, tubeId } = progress.item
    return (
      <div className={styles.result} data-outcome={progress.state}>
        <span className={styles.resultSign} aria-hidden>
          {progress.state === 'picked' ? '✓' : '↩'}
        </span>
        <span className={styles.resultWords}>
          <strong>
            {name} {progress.state === 'picked' ? 'picked' : 'put back on the list'}
          </strong>
          <Mono muted>{tubeId}</Mono>
          {progress.state === 'picked' && progress.note && <span>{progress.note}</span>}
        </span>
        {progress.state === 'picked' && onUndo && (
          <Button aria-keyshortcuts="Control+Z" onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
    )
  }
  if (progress.state === 'box') {
    return (
      <div className={styles.result} data-outcome="box">
        <span className={styles.resultSign} aria-hidden>
          ➜
        </span>
        <span className={styles.resultWords}>
          <strong>{progress.path}</strong>
          <span>Now scan the tubes of this box.</span>
        </span>
      </div>
    )
  }
  if (!('reason' in progress)) return null
  const isSignInNeeded = progress.reason === notSignedIn.reason && storedToken() === undefined
  return (
    <div className={styles.result} data-outcome="problem">
      <span className={styles.resultSign} aria-hidden>
        !
      </span>
      <span className={styles.resultWords}>
        <strong>
          {progress.state === 'refused' ? 'Not picked' : 'Not sent yet'}: <Mono>{readings.raw}</Mono>
        </strong>
        <span>{progress.reason}</span>
      </span>
      {progress.state === 'unsent' &&
        (isSignInNeeded ? (
          <LinkButton to="/auth/login" search={{ target }}>
            Sign in
          </LinkButton>
        ) : (
          <Button onClick={onRetry}>Retry</Button>
        ))}
    </div>
  )
}

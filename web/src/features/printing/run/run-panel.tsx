import { Button, Progress } from 'antd'
import { useStore } from '../../../api/create-store.ts'
import { Mono } from '../../../ui/mono.tsx'
import { DoubtList } from './doubt-list.tsx'
import styles from './print-dialog.module.css'
import { barColour, latestErrors, percentDone } from './print-progress.ts'
import type { PrintQueue } from './print-queue.ts'
import {
  canRetry,
  hasEnded,
  isBusy,
  type LabelError,
  type PrintPhase,
  type PrintRunState,
} from './print-run-state.ts'
import { RunOutcome } from './run-outcome.tsx'
import { useConfirmEnd } from './use-confirm-end.ts'

const phaseTexts: Record<PrintPhase, string> = {
  idle: 'Ready to continue',
  printing: 'Printing',
  paused: 'Paused',
  cancelling: 'Cancelling: the label being printed is finished first',
  done: 'Done',
}

type Props = {
  queue: PrintQueue
  /** What follows once the run has ended, instead of closing. */
  next?: Action | undefined
  onClose: () => void
}

/** A run that this window prints: its progress, its errors, and what a person can do. */
export function RunPanel({ queue, next, onClose }: Props) {
  const state = useStore(queue.state)
  const { phase, counts, inDoubt } = state
  const leftOut = counts.cancelled > 0 && phase !== 'done' ? ` • ${counts.cancelled} left out` : ''
  return (
    <div className={styles.panel}>
      <div>
        <Progress
          percent={percentDone(state)}
          status={phase === 'printing' ? 'active' : 'normal'}
          strokeColor={barColour(counts)}
          format={(percent) => `${percent} %`}
          aria-label="Printed and failed labels"
        />
        <div className={styles.numbers}>
          <span className="numbers">
            {counts.sent} printed • {counts.failed} failed
          </span>
          <span role="status" className="muted">
            {phaseTexts[phase]}
            {leftOut}
          </span>
        </div>
      </div>
      <RunOutcome state={state} />
      <DoubtList labels={inDoubt} queue={queue} hasEnded={hasEnded(state)} />
      <ErrorList errors={latestErrors(state)} />
      <RunButtons queue={queue} next={next} onClose={onClose} />
    </div>
  )
}

function RunButtons({ queue, next: afterRun, onClose }: Props) {
  const state = useStore(queue.state)
  const confirmEnd = useConfirmEnd()
  const { phase, counts } = state
  const isEnded = hasEnded(state)
  const cancel = () => void queue.cancel()
  const next = isEnded ? afterRun : nextAction(queue, state)
  return (
    <div className={styles.buttons}>
      {!isBusy(state) && (
        <Button key={isEnded ? 'ended' : 'later'} autoFocus={isEnded && !next} onClick={onClose}>
          {isEnded ? 'Done' : 'Continue later'}
        </Button>
      )}
      {!isEnded && (
        <Button
          danger
          loading={phase === 'cancelling'}
          // A printer that prints is stopped at once.
          onClick={() => (phase === 'printing' ? cancel() : confirmEnd(counts.unknown, cancel))}
        >
          {phase === 'idle' || phase === 'done' ? 'End run' : 'Cancel'}
        </Button>
      )}
      {counts.failed > 0 && !isEnded && (
        <Button
          type={phase === 'done' ? 'primary' : 'default'}
          disabled={!canRetry(state)}
          onClick={() => queue.retryFailures()}
        >
          Retry Failures ({counts.failed})
        </Button>
      )}
      {next && (
        // The same button for every action, so that it keeps the focus from Start to Pause to Resume and to what
        // follows.
        <Button type="primary" autoFocus disabled={next.isDisabled === true} onClick={next.run}>
          {next.label}
        </Button>
      )}
    </div>
  )
}

type Action = { label: string; run: () => unknown; isDisabled?: boolean }

function nextAction(queue: PrintQueue, { phase, counts }: PrintRunState): Action | undefined {
  if (phase === 'printing') return { label: 'Pause', run: () => queue.pause() }
  if (phase === 'paused') return { label: 'Resume', run: () => queue.resume() }
  if (phase === 'idle') return { label: 'Resume', run: () => queue.start(), isDisabled: counts.waiting === 0 }
  return undefined
}

function ErrorList({ errors }: { errors: readonly LabelError[] }) {
  if (errors.length === 0) return null
  return (
    <section aria-labelledby="print-errors">
      <h3 id="print-errors" className={styles.heading}>
        Last errors
      </h3>
      <ul className={styles.errors}>
        {errors.map(({ place, tubeId, sampleName, reason }) => (
          <li key={place}>
            <Mono>{tubeId}</Mono> {sampleName}: {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

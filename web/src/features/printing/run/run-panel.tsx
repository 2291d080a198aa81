import { Button, Progress } from 'antd'
import { useSyncExternalStore } from 'react'
import { Mono } from '../../../ui/mono.tsx'
import { DoubtList } from './doubt-list.tsx'
import styles from './print-dialog.module.css'
import {
  barColour,
  canRetry,
  hasEnded,
  isBusy,
  lastFaults,
  type PrintFault,
  type PrintPhase,
  type PrintProgress,
  percentDone,
} from './print-progress.ts'
import type { PrintQueue } from './print-queue.ts'
import { RunOutcome } from './run-outcome.tsx'

const phaseTexts: Record<PrintPhase, string> = {
  idle: 'Ready to go on',
  printing: 'Printing',
  paused: 'Paused',
  cancelling: 'Cancelling: the label that is being printed still comes out',
  done: 'Done',
}

type Props = { queue: PrintQueue; onClose: () => void }

/** A run that this window prints: how far it is, what went wrong, and what can be done. */
export function RunPanel({ queue, onClose }: Props) {
  const progress = useSyncExternalStore(queue.subscribe, queue.progress)
  const { phase, counts, ending, inDoubt } = progress
  const leftOut = counts.cancelled > 0 && phase !== 'done' ? ` • ${counts.cancelled} left out` : ''
  return (
    <div className={styles.panel}>
      <div>
        <Progress
          percent={percentDone(progress)}
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
      <RunOutcome progress={progress} />
      <DoubtList
        labels={inDoubt}
        queue={queue}
        hasEnded={ending !== undefined && ending.how !== 'unfinished'}
      />
      <FaultList faults={lastFaults(progress)} />
      <RunButtons queue={queue} onClose={onClose} />
    </div>
  )
}

function RunButtons({ queue, onClose }: Props) {
  const progress = useSyncExternalStore(queue.subscribe, queue.progress)
  const { phase, counts } = progress
  const isOver = hasEnded(progress)
  const next = nextStep(queue, progress)
  return (
    <div className={styles.buttons}>
      {!isBusy(progress) && (
        <Button key={isOver ? 'over' : 'later'} autoFocus={isOver} onClick={onClose}>
          {isOver ? 'Done' : 'Continue later'}
        </Button>
      )}
      {!isOver && (
        <Button danger loading={phase === 'cancelling'} onClick={() => queue.cancel()}>
          {phase === 'idle' || phase === 'done' ? 'End run' : 'Cancel'}
        </Button>
      )}
      {counts.failed > 0 && !isOver && (
        <Button
          type={phase === 'done' ? 'primary' : 'default'}
          disabled={!canRetry(progress)}
          onClick={() => queue.retryFailures()}
        >
          Retry Failures ({counts.failed})
        </Button>
      )}
      {next && (
        // One button whatever it says, so that the focus stays on it from Start to Pause to Resume.
        <Button type="primary" autoFocus disabled={next.isOff === true} onClick={next.act}>
          {next.word}
        </Button>
      )}
    </div>
  )
}

type Step = { word: string; act: () => void; isOff?: boolean }

function nextStep(queue: PrintQueue, { phase, counts }: PrintProgress): Step | undefined {
  if (phase === 'printing') return { word: 'Pause', act: () => queue.pause() }
  if (phase === 'paused') return { word: 'Resume', act: () => queue.resume() }
  if (phase === 'idle') return { word: 'Resume', act: () => queue.start(), isOff: counts.waiting === 0 }
  return undefined
}

/** The last errors, the latest first. */
function FaultList({ faults }: { faults: readonly PrintFault[] }) {
  if (faults.length === 0) return null
  return (
    <section aria-labelledby="print-faults">
      <h3 id="print-faults" className={styles.heading}>
        Last errors
      </h3>
      <ul className={styles.faults}>
        {faults.map(({ place, tubeId, sampleName, reason }) => (
          <li key={place}>
            <Mono>{tubeId}</Mono> {sampleName}: {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

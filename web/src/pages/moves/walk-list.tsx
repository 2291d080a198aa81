import { formatNumber } from '@lims/contract/format-count.ts'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { pathText } from '../../entities/storage/path-text.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { useIsPrinting } from '../../ui/use-is-printing.ts'
import type { ShownStep } from './move-walk.ts'
import styles from './moves.module.css'
import { formatClock } from './out-clock.tsx'
import { targetText } from './target-text.ts'

type Shown = 'left' | 'all'
/** Number of boxes just done that are shown above the next one. */
const maxDoneShown = 1
const rowsAtOnce = 100

/** The boxes in the order of the walk. On screen those that are left; on paper all. */
export function WalkList({
  steps,
  currentId,
}: {
  steps: readonly ShownStep[]
  currentId: number | undefined
}) {
  const [shown, setShown] = useState<Shown>('left')
  const [limit, setLimit] = useState(rowsAtOnce)
  const done = steps.filter(({ state }) => state === 'confirmed' || state === 'elsewhere' || state === 'left')
  const lastDone = [...done]
    .sort((one, other) => (one.confirmedAt ?? '9').localeCompare(other.confirmedAt ?? '9'))
    .slice(-maxDoneShown)
  const isDone = new Set(done)
  const visible =
    shown === 'all' || done.length === steps.length
      ? steps
      : [...lastDone, ...steps.filter((step) => !isDone.has(step))]
  return (
    <>
      <div className={styles.listHead}>
        <h2>Boxes</h2>
        <Segmented<Shown>
          options={[
            { label: 'Left to move', value: 'left' },
            { label: 'All', value: 'all' },
          ]}
          value={shown}
          onChange={setShown}
          aria-label="Boxes to show"
        />
      </div>
      <ol className={styles.walk} aria-label="Boxes in the order of the walk">
        {visible.slice(0, limit).map((step) => (
          <WalkStep key={step.boxId} step={step} isCurrent={step.boxId === currentId} />
        ))}
      </ol>
      {visible.length > limit && (
        <Button className={styles.more ?? ''} onClick={() => setLimit(limit + rowsAtOnce * 5)}>
          Show more ({formatNumber(visible.length - limit)})
        </Button>
      )}
      <PrintedList steps={steps} />
    </>
  )
}

const signs = {
  planned: '',
  'picked-up': '↑',
  confirmed: '✓',
  unfit: '!',
  elsewhere: '✓',
  left: '–',
} as const

function WalkStep({ step, isCurrent }: { step: ShownStep; isCurrent: boolean }) {
  const { boxAlias, from, to, state, place, note, isChanged } = step
  return (
    <li
      className={styles.step}
      data-state={state}
      data-current={isCurrent}
      {...(isCurrent && { 'aria-current': 'step' as const })}
    >
      <span className={styles.number} aria-hidden={signs[state] !== ''}>
        {signs[state] || place}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{boxAlias}</span>
        <small>{from ? `from ${fromText(step)}` : 'no place'}</small>
        <StateText step={step} />
        {note && (state === 'unfit' || isChanged) && <small className={styles.note}>{note}</small>}
      </span>
      {to && state !== 'elsewhere' && (
        <span className={styles.target} title={pathText(to.path)}>
          {step.kind === 'tubes' ? `tubes into ${to.alias}` : pathText(to.path, ' · ')}
        </span>
      )}
    </li>
  )
}

function StateText({ step }: { step: ShownStep }) {
  const { state, pickedUpBy, confirmedBy, secondsOut, isKept } = step
  if (isKept) return <small className={styles.kept}>kept on this device until it is sent</small>
  if (state === 'picked-up') return <small>taken out by {pickedUpBy}</small>
  if (state === 'confirmed') {
    return (
      <small>
        {confirmedBy}
        {secondsOut !== null && `, out for ${formatClock(secondsOut)}`}
      </small>
    )
  }
  if (state === 'left') return <small>not moved{pickedUpBy && `, taken out by ${pickedUpBy}`}</small>
  return null
}

/** 'Rack B, A3' */
const fromText = ({ from }: ShownStep) => [from?.alias, from?.position].filter(Boolean).join(', ')

function printedTarget({ state, kind, to, note }: ShownStep): string {
  if (!to || state === 'elsewhere') return note
  return targetText(kind, to)
}

/**
 * A walk list on paper, with a box to tick. Rendered only while the page is printed: it may have thousands of boxes.
 */
function PrintedList({ steps }: { steps: readonly ShownStep[] }) {
  const isPrinting = useIsPrinting()
  if (!isPrinting) return null
  return (
    <table className={styles.printed}>
      <thead>
        <tr>
          <th>No.</th>
          <th>Box</th>
          <th>From</th>
          <th>To</th>
          <th>Tubes</th>
          <th>Out at</th>
          <th>Done</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.boxId}>
            <td>{step.place}</td>
            <td>
              {step.boxAlias} <small>{step.boxCode}</small>
            </td>
            <td>{step.from ? pathText(step.from.path) : 'no place'}</td>
            <td>{printedTarget(step)}</td>
            <td>{step.tubes}</td>
            <td>{step.pickedUpAt ? formatInstant(step.pickedUpAt) : ''}</td>
            <td>{step.state === 'confirmed' || step.state === 'elsewhere' ? '☑' : '☐'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

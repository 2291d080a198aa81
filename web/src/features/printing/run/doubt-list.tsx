import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { PrintLabel } from '@lims/contract/print-runs.ts'
import { Alert, Button, Space } from 'antd'
import { useEffect, useRef } from 'react'
import { useReportedMutation } from '../../../api/use-reported-mutation.ts'
import { Mono } from '../../../ui/mono.tsx'
import styles from './print-dialog.module.css'
import type { PrintQueue } from './print-queue.ts'
import type { Verdict } from './print-run-state.ts'

const buttonTexts: Record<Verdict, string> = {
  printed: 'It printed',
  again: 'Print again',
  'left-out': 'Leave out',
}
const verdictsInOrder: Verdict[] = ['printed', 'again', 'left-out']

/** Each has buttons of its own; further labels are listed as these are decided. */
const maxShown = 100

type Props = { labels: readonly PrintLabel[]; queue: PrintQueue; hasEnded: boolean }

/** Labels that may have been printed: a person checks at the printer and decides. */
export function DoubtList({ labels, queue, hasEnded }: Props) {
  const resolve = useReportedMutation({
    mutationFn: ({ places, verdict }: { places: number[]; verdict: Verdict }) =>
      queue.resolveDoubts(places, verdict),
    // The whole list is one task.
    taskOf: () => undefined,
    meta: { errorTitle: 'Your decision could not be recorded' },
  })
  const refocus = useRef<() => void>(undefined)

  // A button that is disabled or removed loses the focus, which is outside React.
  useEffect(() => {
    if (resolve.isPending) return
    refocus.current?.()
    refocus.current = undefined
  }, [resolve.isPending])

  function decide(button: HTMLElement, places: number[], verdict: Verdict) {
    refocus.current = focusNextDecision(button)
    resolve.mutate({ places, verdict })
  }

  if (labels.length === 0) return null
  // A printer that stops has printed all but the last ones.
  const lastFirst = labels.toSorted((one, other) => other.place - one.place).slice(0, maxShown)
  const verdicts = verdictsInOrder.filter((verdict) => !(hasEnded && verdict === 'again'))
  const buttonsFor = (places: number[], name: string) => (
    <Space.Compact>
      {verdicts.map((verdict) => (
        <Button
          key={verdict}
          size="small"
          disabled={resolve.isPending}
          aria-label={`${buttonTexts[verdict]}: ${name}`}
          data-verdict={verdict}
          onClick={({ currentTarget }) => decide(currentTarget, places, verdict)}
        >
          {buttonTexts[verdict]}
        </Button>
      ))}
    </Space.Compact>
  )
  return (
    <section aria-labelledby="print-doubts" className={styles.doubts}>
      <h3 id="print-doubts" className={styles.heading}>
        In doubt
      </h3>
      <Alert
        type="warning"
        title={
          labels.length === 1
            ? 'It is not known whether this label was printed. Check at the printer before you decide.'
            : `It is not known whether these ${formatNumber(labels.length)} labels were printed. Check at the printer before you decide. The last label of the run is listed first.`
        }
      />
      <ul>
        {lastFirst.map(({ place, tubeId, sampleName, reason }) => (
          <li key={place}>
            <span>
              <Mono>{tubeId}</Mono> {sampleName}
              <small>{reason}</small>
            </span>
            {buttonsFor([place], tubeId)}
          </li>
        ))}
        {labels.length > maxShown && (
          <li>{formatCount(labels.length - maxShown, 'more is', 'more are')} in doubt.</li>
        )}
      </ul>
      {labels.length > 1 && (
        <div className={styles.all}>
          All {formatNumber(labels.length)}:
          {buttonsFor(
            labels.map(({ place }) => place),
            `all ${formatNumber(labels.length)}`,
          )}
        </div>
      )}
    </section>
  )
}

/**
 * Returns a function that moves the focus after a decision: to the same button of the next label, else of the one
 * before, else to the button that goes on with the run. It does nothing if something else has taken the focus.
 */
function focusNextDecision(button: HTMLElement): () => void {
  const dialog = button.closest('[role="dialog"]')
  const same = [
    ...(dialog?.querySelectorAll<HTMLElement>(`[data-verdict="${button.dataset.verdict}"]`) ?? []),
  ]
  const index = same.indexOf(button)
  const near = [button, ...same.slice(index + 1), ...same.slice(0, index).reverse()]
  return () => {
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement !== button) return
    const next = near.find(({ isConnected }) => isConnected)
    ;(next ?? dialog?.querySelector<HTMLElement>('.ant-btn-primary'))?.focus()
  }
}

import type { PrintLabel } from '@lims/contract/print-runs.ts'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Space } from 'antd'
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

type Props = { labels: readonly PrintLabel[]; queue: PrintQueue; hasEnded: boolean }

/** Labels that may have been printed: a person checks at the printer and decides. */
export function DoubtList({ labels, queue, hasEnded }: Props) {
  const resolve = useMutation({
    mutationFn: ({ places, verdict }: { places: number[]; verdict: Verdict }) =>
      queue.resolveDoubts(places, verdict),
    onError: () => queue.load(),
    meta: { errorTitle: 'Your decision could not be recorded' },
  })
  if (labels.length === 0) return null
  const verdicts = verdictsInOrder.filter((verdict) => !(hasEnded && verdict === 'again'))
  const buttonsFor = (places: number[], name: string) => (
    <Space.Compact>
      {verdicts.map((verdict) => (
        <Button
          key={verdict}
          size="small"
          disabled={resolve.isPending}
          aria-label={`${buttonTexts[verdict]}: ${name}`}
          onClick={() => resolve.mutate({ places, verdict })}
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
            : `It is not known whether these ${labels.length} labels were printed. Check at the printer before you decide.`
        }
      />
      <ul>
        {labels.map(({ place, tubeId, sampleName, reason }) => (
          <li key={place}>
            <span>
              <Mono>{tubeId}</Mono> {sampleName}
              <small>{reason}</small>
            </span>
            {buttonsFor([place], tubeId)}
          </li>
        ))}
      </ul>
      {labels.length > 1 && (
        <p className={styles.all}>
          All {labels.length}:{' '}
          {buttonsFor(
            labels.map(({ place }) => place),
            `all ${labels.length}`,
          )}
        </p>
      )}
    </section>
  )
}

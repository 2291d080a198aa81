import type { PrintLabel } from '@lims/contract/print-runs.ts'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Space } from 'antd'
import { Mono } from '../../../ui/mono.tsx'
import styles from './print-dialog.module.css'
import type { PrintQueue } from './print-queue.ts'
import type { Verdict } from './print-queue-tools.ts'

const words: Record<Verdict, string> = {
  printed: 'It printed',
  again: 'Print again',
  'left-out': 'Leave out',
}
const verdictsInOrder: Verdict[] = ['printed', 'again', 'left-out']

type Props = { labels: readonly PrintLabel[]; queue: PrintQueue; hasEnded: boolean }

/** Labels of which only a look at the printer can tell whether they came out. */
export function DoubtList({ labels, queue, hasEnded }: Props) {
  const decide = useMutation({
    mutationFn: ({ places, verdict }: { places: number[]; verdict: Verdict }) =>
      queue.decide(places, verdict),
    onError: () => queue.load(),
    meta: { errorTitle: 'Your answer could not be recorded' },
  })
  if (labels.length === 0) return null
  const verdicts = verdictsInOrder.filter((verdict) => !(hasEnded && verdict === 'again'))
  const buttonsFor = (places: number[], of: string) => (
    <Space.Compact>
      {verdicts.map((verdict) => (
        <Button
          key={verdict}
          size="small"
          disabled={decide.isPending}
          aria-label={`${words[verdict]}: ${of}`}
          onClick={() => decide.mutate({ places, verdict })}
        >
          {words[verdict]}
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
            ? 'Nobody knows whether this label came out. Look at the printer before you answer.'
            : `Nobody knows whether these ${labels.length} labels came out. Look at the printer before you answer.`
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

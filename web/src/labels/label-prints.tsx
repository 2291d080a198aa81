import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { textOfFailure } from '../api/call-error.ts'
import { formatInstant } from '../ui/format-instant.ts'
import { LoadError } from '../ui/load-error.tsx'
import { labelPrintsQuery, type LabelPrints as Prints } from './label-api.ts'
import styles from './label-prints.module.css'

type Print = Prints['prints'][number]

export const isInDoubt = ({ state }: Print) => state !== 'sent'

const times = (count: number) => (count === 1 ? 'Printed once' : `Printed ${count} times`)

/** How often and when the label was printed, and whether anybody knows. */
export function LabelPrints({ sampleId }: { sampleId: string }) {
  const { data, error, refetch } = useQuery(labelPrintsQuery(sampleId))
  if (error) {
    return (
      <LoadError title="Earlier prints could not be loaded" text={textOfFailure(error)} onRetry={refetch} />
    )
  }
  if (!data) return null
  const [latest] = data.prints
  if (!latest) return <p className={styles.none}>Not printed yet.</p>
  const lastSent = data.prints.find(({ state }) => state === 'sent')
  return (
    <div className={styles.prints}>
      {isInDoubt(latest) && (
        <Alert
          type="warning"
          showIcon
          title="In doubt"
          description={`The label was being sent when the connection broke, ${formatInstant(latest.at)}. It may have been printed.`}
        />
      )}
      <details>
        <summary>
          {lastSent ? `${times(data.count)}, last ${formatInstant(lastSent.at)}` : 'Not surely printed'}
        </summary>
        <ol>
          {data.prints.map((print) => (
            <li key={`${print.at} ${print.state}`}>
              <time dateTime={print.at}>{formatInstant(print.at)}</time>, {print.userName}
              {isInDoubt(print) && ', in doubt'}
              {print.reason && <p>{print.reason}</p>}
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}

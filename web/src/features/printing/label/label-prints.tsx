import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { QueryError } from '../../../api/query-error.tsx'
import { formatInstant } from '../../../ui/format-instant.ts'
import { isBeingSent, type LabelPrint, labelPrintsQuery } from './label-api.ts'
import { LabelDoubt } from './label-doubt.tsx'
import styles from './label-prints.module.css'

export const isInDoubt = ({ state }: LabelPrint) => state !== 'sent'

const times = (count: number) => (count === 1 ? 'Printed once' : `Printed ${count} times`)

/** How often and when the label was printed, and whether a print is in doubt. */
export function LabelPrints({ sampleId }: { sampleId: string }) {
  const prints = useQuery(labelPrintsQuery(sampleId))
  const { data, isError } = prints
  if (isError) return <QueryError title="Earlier prints could not be loaded" query={prints} />
  if (!data) return null
  if (data.prints.length === 0) return <p className={styles.none}>Not printed yet.</p>
  const doubt = data.prints.find(isInDoubt)
  const lastSent = data.prints.find(({ state }) => state === 'sent')
  return (
    <div className={styles.prints}>
      {doubt &&
        (isBeingSent(doubt, data.now) ? (
          <Alert
            type="info"
            title="Being sent"
            description={`${doubt.userName} sent the label on ${formatInstant(doubt.at)}. The reply of the print agent is still to come.`}
          />
        ) : (
          <LabelDoubt key={doubt.runId} sampleId={sampleId} print={doubt} />
        ))}
      <details>
        <summary>
          {lastSent ? `${times(data.count)}, last ${formatInstant(lastSent.at)}` : 'Not confirmed as printed'}
        </summary>
        <ol>
          {data.prints.map((print) => (
            <li key={`${print.runId} ${print.place}`}>
              <time dateTime={print.at}>{formatInstant(print.at)}</time>, recorded by {print.userName}
              {isInDoubt(print) && ', in doubt'}
              {print.reason && <p>{print.reason}</p>}
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}

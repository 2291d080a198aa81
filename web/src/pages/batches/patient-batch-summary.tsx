import { maxBatchSize } from '@lims/contract/batches.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import { Alert, Card } from 'antd'
import type { BatchSummary } from './patient-batch.ts'
import styles from './patient-batch-summary.module.css'

/** What Create will make. */
export function PatientBatchSummary({ summary }: { summary: BatchSummary }) {
  const { numPatients, tubesPerPatient, perType, totalSamples } = summary
  return (
    <aside aria-label="Summary">
      <Card title={<h2 className={styles.heading}>Summary</h2>}>
        <dl className={styles.rows}>
          <Row label="Total patients" value={formatNumber(numPatients)} />
          <Row label="Tubes per patient" value={formatNumber(tubesPerPatient)} />
          {perType.map(({ tubeType, total }) => (
            <Row key={tubeType} label={`Total ${tubeType}`} value={formatNumber(total)} />
          ))}
          <div className={styles.total}>
            <dt>Total samples</dt>
            <dd>{formatNumber(totalSamples)}</dd>
          </div>
        </dl>
        {totalSamples > maxBatchSize && (
          <Alert
            type="warning"
            showIcon
            title={`A batch holds at most ${formatNumber(maxBatchSize)} samples`}
          />
        )}
      </Card>
    </aside>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

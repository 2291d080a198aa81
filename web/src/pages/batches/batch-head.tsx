import type { BatchDetails } from '@lims/contract/batches.ts'
import { Card } from 'antd'
import { z } from 'zod'
import { formatSampleCount } from '../../entities/batch/batch-api.ts'
import { DetailTable } from '../../ui/detail-table.tsx'
import { metadataRows } from '../../ui/metadata-rows.tsx'
import { Mono } from '../../ui/mono.tsx'
import styles from './batch-head.module.css'
import { BatchProgress } from './batch-progress.tsx'

/**
 * All fields of a batch and the progress of its samples, in a few lines: the samples below are what people come for.
 */
export function BatchHead({ batch }: { batch: BatchDetails }) {
  const { id, name, description, numSamples, metadata, masked: isMasked = false } = batch
  return (
    <Card className={styles.head ?? ''}>
      <div className={styles.fields}>
        <DetailTable
          label="Batch"
          isDense
          rows={[
            { label: 'ID', value: <Mono>{id}</Mono> },
            // The heading of the page shows these two.
            { label: 'Name', value: name, isReadAloudOnly: true },
            { label: 'Description', value: description, isReadAloudOnly: true },
            { label: 'Sample Count', value: formatSampleCount(numSamples) },
          ]}
        />
        <DetailTable label="Metadata" isDense rows={metadataRows(formatKit(metadata), { isMasked })} />
      </div>
      <BatchProgress batch={batch} />
    </Card>
  )
}

const Kit = z.array(z.object({ tubeType: z.string(), count: z.number() }))

/** Replaces the tubes of a kit by text such as '6 EDTA, 2 DBS'; other metadata is unchanged. */
function formatKit(metadata: Record<string, unknown>): Record<string, unknown> {
  const kit = Kit.safeParse(metadata.tubeTypes)
  if (!kit.success) return metadata
  return { ...metadata, tubeTypes: kit.data.map(({ tubeType, count }) => `${count} ${tubeType}`).join(', ') }
}

import type { Batch } from '@lims/contract/batches.ts'
import { defaultPageSize } from '@lims/contract/paging.ts'
import type { ListedSample } from '@lims/contract/samples.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Button, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { textOfFailure } from '../../api/call-error.ts'
import { batchQuery } from '../../entities/batch/batch-api.ts'
import { sampleListQuery } from '../../entities/sample/sample-api.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { WithHistory } from '../../features/audit-trail/history-tab.tsx'
import { ManifestButton } from '../../features/exports/manifest-button.tsx'
import { LabelFilesButton } from '../../features/printing/label/label-files-button.tsx'
import { PrintDialog, printChosen } from '../../features/printing/run/lazy-print-dialogs.tsx'
import { OpenRunNotice } from '../../features/printing/run/open-run-notice.tsx'
import { BulkBar } from '../../features/sample-selection/bulk-bar.tsx'
import { useChosenSamples } from '../../features/sample-selection/use-chosen-samples.ts'
import { SampleTable } from '../../features/sample-table/sample-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './batch-details-screen.module.css'
import { BatchHead } from './batch-head.tsx'
import { BackToBatches, BatchMissing, isBatchMissing } from './batch-missing.tsx'
import { DeleteBatchButton } from './delete-batch-dialog.tsx'

const trail = [{ label: 'Batches', href: '/batches' }]

export function BatchDetailsScreen() {
  const { batchId } = useParams({ from: '/signed-in/batches/$batchId' })
  const batch = useQuery(batchQuery(batchId))
  const { tab } = useSearch({ from: '/signed-in/batches/$batchId' })
  const navigate = useNavigate({ from: '/batches/$batchId' })
  const [printing, setPrinting] = useState<'requested' | 'resumed'>()

  if (batch.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  if (batch.isError && (!batch.data || isBatchMissing(batch.error)))
    return <BatchMissing failure={batch.error} onRetry={batch.refetch} />
  const { id, name, description } = batch.data
  return (
    <>
      <PageHeader
        title={name}
        subtitle={description}
        trail={trail}
        actions={<BatchButtons batch={batch.data} onPrint={() => setPrinting('requested')} />}
      />
      {printing && (
        <PrintDialog
          batch={batch.data}
          resumesAtOnce={printing === 'resumed'}
          onClose={() => setPrinting(undefined)}
        />
      )}
      <WithHistory
        of={{ entityType: 'batch', entityId: id }}
        isHistory={tab === 'history'}
        onChange={(isHistory) => navigate({ search: isHistory ? { tab: 'history' } : {}, replace: true })}
      >
        <div className={styles.page}>
          <OpenRunNotice batchId={id} onResume={() => setPrinting('resumed')} />
          <BatchHead batch={batch.data} />
          <BatchSamples batch={batch.data} />
        </div>
      </WithHistory>
    </>
  )
}

function BatchButtons({ batch, onPrint }: { batch: Batch; onPrint: () => void }) {
  const edit = useDeniedProps('batch.edit')
  const print = useDeniedProps('label.print')
  return (
    <>
      <BackToBatches />
      <LinkButton {...edit} to="/batches/$batchId/edit" params={{ batchId: batch.id }}>
        Edit Batch
      </LinkButton>
      <DeleteBatchButton batch={batch} />
      <ManifestButton batchId={batch.id} />
      <Space.Compact>
        <Button type="primary" {...print} onClick={onPrint}>
          Print Batch Labels
        </Button>
        <LabelFilesButton batch={batch} />
      </Space.Compact>
    </>
  )
}

const noSamples: readonly ListedSample[] = []

function BatchSamples({ batch }: { batch: Batch }) {
  const { page = 1 } = useSearch({ from: '/signed-in/batches/$batchId' })
  const navigate = useNavigate({ from: '/batches/$batchId' })
  const samples = useQuery(
    sampleListQuery({ batchId: batch.id, pageNumber: page - 1, pageSize: defaultPageSize }),
  )
  const loaded = samples.data?.samples ?? noSamples
  const total = samples.data?.totalSamples ?? 0
  const chosen = useChosenSamples(loaded, batch.id, { isPaged: true })
  const importing = useDeniedProps('import')
  return (
    <section aria-labelledby="samples-of-batch">
      <BulkBar
        chosen={chosen}
        printLabels={printChosen}
        matching={{ filter: { batchId: batch.id }, total, totalIsExact: true }}
      />
      <div className={styles.samples}>
        <h2 id="samples-of-batch">Samples</h2>
        <LinkButton
          {...importing}
          className="not-printed"
          to="/samples/import"
          search={{ batchId: batch.id }}
        >
          Import Samples
        </LinkButton>
      </div>
      {samples.isError ? (
        <LoadError
          title="Failed to fetch samples"
          text={textOfFailure(samples.error)}
          onRetry={samples.refetch}
        />
      ) : (
        <SampleTable
          samples={loaded}
          total={total}
          chosen={chosen.ids}
          onChoose={chosen.choose}
          page={page}
          onPage={(next) => navigate({ search: { page: next } })}
          isLoading={samples.isPending || samples.isPlaceholderData}
          empty={<EmptyState text="This batch has no samples." />}
        />
      )}
    </section>
  )
}

import type { Batch } from '@lims/contract/batches.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Button, Skeleton, Space } from 'antd'
import { useMemo, useState } from 'react'
import { isGone } from '../../api/not-loaded.tsx'
import { batchQuery } from '../../entities/batch/batch-api.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { WithHistory } from '../../features/audit-trail/history-tab.tsx'
import { ManifestButton } from '../../features/exports/manifest-button.tsx'
import { LabelFilesButton } from '../../features/printing/label/label-files-button.tsx'
import { PrintDialog, printChosen } from '../../features/printing/run/lazy-print-dialogs.tsx'
import { OpenRunNotice } from '../../features/printing/run/open-run-notice.tsx'
import { BulkBar } from '../../features/sample-selection/bulk-bar.tsx'
import { useChosenSamples } from '../../features/sample-selection/use-chosen-samples.ts'
import { ColumnsButton } from '../../features/sample-table/columns-button.tsx'
import { SampleList } from '../../features/sample-table/sample-list.tsx'
import { matchingSamples } from '../../features/sample-table/tree-rows.ts'
import { usePrintList } from '../../features/sample-table/use-print-list.ts'
import { useSampleRows } from '../../features/sample-table/use-sample-rows.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './batch-details-screen.module.css'
import { BatchHead } from './batch-head.tsx'
import { BackToBatches, BatchMissing } from './batch-missing.tsx'
import { DeleteBatchButton } from './delete-batch-button.tsx'

const trail = [{ label: 'Batches', href: '/batches' }]

export function BatchDetailsScreen() {
  const { batchId } = useParams({ from: '/signed-in/batches/$batchId' })
  // What is chosen and which dialog is open belongs to one batch.
  return <BatchDetails key={batchId} batchId={batchId} />
}

function BatchDetails({ batchId }: { batchId: string }) {
  const batch = useQuery(batchQuery(batchId))
  const { tab } = useSearch({ from: '/signed-in/batches/$batchId' })
  const navigate = useNavigate({ from: '/batches/$batchId' })
  const [printing, setPrinting] = useState<'requested' | 'resumed'>()

  if (batch.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  if (isGone(batch, 'batch-not-found')) return <BatchMissing failure={batch.error} onRetry={batch.refetch} />
  const { id, name, description } = batch.data
  return (
    <>
      <PageHeader
        title={name}
        subtitle={description && <LinkedText text={description} />}
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
        onChange={(isHistory) =>
          navigate({
            search: (before) => ({ ...before, tab: isHistory ? 'history' : undefined }),
            replace: true,
          })
        }
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

function BatchSamples({ batch }: { batch: Batch }) {
  const { sort } = useSearch({ from: '/signed-in/batches/$batchId' })
  const navigate = useNavigate({ from: '/batches/$batchId' })
  const filter = useMemo(() => ({ batchId: batch.id }), [batch.id])
  const { found, ...list } = useSampleRows(filter, sort)
  const chosen = useChosenSamples(
    useMemo(() => matchingSamples(list.rows), [list.rows]),
    JSON.stringify(filter),
    { isWhole: true },
  )
  const { print, isLoading: isPrinting, page: printedPage } = usePrintList(filter, sort)
  return (
    <section aria-labelledby="samples-of-batch">
      {found && (
        <BulkBar
          chosen={chosen}
          printLabels={printChosen}
          matching={{ filter, sort, total: found.totalSamples, totalIsExact: found.totalIsExact }}
        />
      )}
      <div className={styles.samples}>
        <h2 id="samples-of-batch">Samples</h2>
        <SamplesButtons batchId={batch.id} onPrint={print} isPrinting={isPrinting} />
      </div>
      <SampleList
        isOneBatch
        list={list}
        printedPage={printedPage}
        sort={sort}
        onSort={(next) => navigate({ search: (before) => ({ ...before, sort: next }) })}
        chosen={chosen.ids}
        onChoose={chosen.choose}
        onDeleted={chosen.remove}
        onShowAll={() => navigate({ search: {} })}
        empty={<EmptyState text="This batch has no samples." />}
      />
    </section>
  )
}

type SamplesButtonsProps = { batchId: string; onPrint: () => void; isPrinting: boolean }

function SamplesButtons({ batchId, onPrint, isPrinting }: SamplesButtonsProps) {
  const importing = useDeniedProps('import')
  return (
    <Space wrap className="not-printed">
      <ColumnsButton />
      <Button loading={isPrinting} onClick={onPrint}>
        Print List
      </Button>
      <LinkButton {...importing} to="/samples/import" search={{ batchId }}>
        Import Samples
      </LinkButton>
    </Space>
  )
}

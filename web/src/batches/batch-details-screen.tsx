import { ArrowLeftOutlined } from '@ant-design/icons'
import type { Batch } from '@lims/contract/batches.ts'
import { defaultPageSize } from '@lims/contract/paging.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Card, Result, Skeleton } from 'antd'
import { CallError, textOfFailure } from '../api/call-error.ts'
import { sampleListQuery } from '../samples/sample-api.ts'
import { SampleTable } from '../samples/sample-table.tsx'
import { DetailTable } from '../ui/detail-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { metadataRows } from '../ui/metadata-rows.ts'
import { Mono } from '../ui/mono.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { batchQuery } from './batch-api.ts'
import styles from './batch-details-screen.module.css'
import { withKitInWords } from './kit-in-words.ts'
import { sampleCount } from './sample-count.ts'
import { StatusCounts } from './status-counts.tsx'

const trail = [{ label: 'Batches', href: '/batches' }]

export function BatchDetailsScreen() {
  const { batchId } = useParams({ from: '/signed-in/batches/$batchId' })
  const batch = useQuery(batchQuery(batchId))

  if (batch.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  if (batch.isError) return <NoBatch failure={batch.error} onRetry={batch.refetch} />
  const { id, name, description, numSamples, metadata } = batch.data
  return (
    <>
      <PageHeader title={name} subtitle={description} trail={trail} actions={<Back />} />
      <div className={styles.page}>
        <Card>
          <div className={styles.columns}>
            <DetailTable
              label="Batch"
              rows={[
                { label: 'ID', value: <Mono>{id}</Mono> },
                { label: 'Name', value: name },
                { label: 'Description', value: description },
                { label: 'Sample Count', value: sampleCount(numSamples) },
              ]}
            />
            <DetailTable label="Metadata" rows={metadataRows(withKitInWords(metadata))} />
          </div>
        </Card>
        <BatchSamples batch={batch.data} />
      </div>
    </>
  )
}

function BatchSamples({ batch }: { batch: Batch }) {
  const { page = 1 } = useSearch({ from: '/signed-in/batches/$batchId' })
  const navigate = useNavigate({ from: '/batches/$batchId' })
  const samples = useQuery(
    sampleListQuery({ batchId: batch.id, pageNumber: page - 1, pageSize: defaultPageSize }),
  )
  return (
    <section aria-labelledby="samples-of-batch">
      <div className={styles.heading}>
        <h2 id="samples-of-batch">Samples</h2>
        <StatusCounts batch={batch} />
      </div>
      {samples.isError ? (
        <LoadError
          title="Failed to fetch samples"
          text={textOfFailure(samples.error)}
          onRetry={samples.refetch}
        />
      ) : (
        <SampleTable
          samples={samples.data?.samples ?? []}
          total={samples.data?.totalSamples ?? 0}
          page={page}
          onPage={(next) => navigate({ search: { page: next } })}
          isLoading={samples.isPending || samples.isPlaceholderData}
          empty={<EmptyState text="This batch has no samples." />}
          showsBatch={false}
        />
      )}
    </section>
  )
}

function NoBatch({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const text = textOfFailure(failure)
  const isUnknown = failure instanceof CallError && failure.code === 'batch-not-found'
  return (
    <>
      <PageHeader title="Batch" trail={trail} />
      {isUnknown ? (
        <Result status="info" title="No batch found." subTitle={text} extra={<Back />} />
      ) : (
        <LoadError title="No batch found." text={text} onRetry={onRetry} />
      )}
    </>
  )
}

function Back() {
  return (
    <LinkButton to="/batches" icon={<ArrowLeftOutlined aria-hidden />}>
      Back
    </LinkButton>
  )
}

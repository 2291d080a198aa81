import { AppstoreOutlined } from '@ant-design/icons'
import type { Storage } from '@lims/contract/storage.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Card, Skeleton } from 'antd'
import { isGone } from '../../api/not-loaded.tsx'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { OccupancyBar } from '../../entities/storage/occupancy-bar.tsx'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { storageIdOf } from '../../entities/storage/storage-id.ts'
import { StorageLink } from '../../entities/storage/storage-link.tsx'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import { type DetailRow, DetailTable } from '../../ui/detail-table.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { metadataRows } from '../../ui/metadata-rows.tsx'
import { Mono } from '../../ui/mono.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { nominalRows } from './nominal-rows.ts'
import { StorageMissing } from './storage-missing.tsx'
import { StorageSubtitle } from './storage-subtitle.tsx'

export function StorageDetailsScreen() {
  const { storageId } = useParams({ from: '/signed-in/storage/$storageId' })
  const storage = useQuery(storageQuery(storageIdOf(storageId)))

  if (storage.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  if (isGone(storage, 'storage-not-found')) {
    return (
      <StorageMissing failure={storage.error} onRetry={storage.refetch} unknownTitle="No storage found." />
    )
  }
  return <StorageDetails storage={storage.data} />
}

function StorageDetails({ storage }: { storage: Storage }) {
  const params = { storageId: `${storage.id}` }
  const editing = useDeniedProps('storage.edit')
  return (
    <>
      <PageHeader
        title={`Details of ${storage.alias}`}
        heading={storage.alias}
        subtitle={<StorageSubtitle storage={storage} />}
        trail={[{ label: 'Storage', href: '/storage' }]}
        actions={
          <>
            <LinkButton {...editing} to="/storage/$storageId/edit" params={params}>
              Edit
            </LinkButton>
            <LinkButton
              to="/storage/$storageId/enhanced"
              params={params}
              color="primary"
              variant="solid"
              icon={<AppstoreOutlined aria-hidden />}
            >
              Enhanced View
            </LinkButton>
          </>
        }
      />
      <Card>
        <DetailTable label="Storage" rows={rowsOf(storage)} />
      </Card>
    </>
  )
}

const rowsOf = (storage: Storage): DetailRow[] => [
  { label: 'ID', value: <Mono>{storage.id}</Mono> },
  { label: 'Alias', value: storage.alias },
  { label: 'Type', value: formatStorageType(storage.type) },
  { label: 'Capacity', value: storage.capacity },
  { label: 'Cells in use', value: <OccupancyBar {...storage} /> },
  { label: 'Rows', value: storage.numberRows },
  { label: 'Columns', value: storage.numberColumns },
  { label: 'Row Prefix', value: <Mono>{storage.rowPrefix}</Mono> },
  { label: 'Column Prefix', value: <Mono>{storage.columnPrefix}</Mono> },
  { label: 'Position', value: storage.position && <Mono>{storage.position}</Mono> },
  ...nominalRows(storage),
  { label: 'Version', value: storage.version },
  { label: 'Parent Storage', value: <ParentLink {...storage} /> },
  ...metadataRows(storage.metadata),
]

function ParentLink({ parentID, parentAlias }: Pick<Storage, 'parentID' | 'parentAlias'>) {
  if (!parentID) return 'None (top level)'
  return <StorageLink id={parentID} alias={parentAlias ?? `${parentID}`} />
}

import type { Storage } from '@lims/contract/storage.ts'
import { allowedContents } from '@lims/contract/storage-type.ts'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { App, Button, Card, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { isGone } from '../../api/not-loaded.tsx'
import { QueryError } from '../../api/query-error.tsx'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { freshOccupancyQuery, hierarchyQuery, storageQuery } from '../../entities/storage/storage-api.ts'
import { storageIdOf } from '../../entities/storage/storage-id.ts'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import type { Period } from '../../entities/temperature/temperature-api.ts'
import { historyTab } from '../../features/audit-trail/history-tab.tsx'
import { StorageLabelButton } from '../../features/printing/label/storage-label-button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BoxTools } from './box-tools.tsx'
import { StorageEditor } from './editor/storage-editor.tsx'
import { useDisassociateStorage } from './fill/use-associate.ts'
import type { ColourBy } from './grid/cell-paint.ts'
import { AddStoragesButton, CopyStorageButton } from './series/creation-buttons.tsx'
import { StorageMissing } from './storage-missing.tsx'
import { StorageRecord } from './storage-record.tsx'
import { StorageSubtitle } from './storage-subtitle.tsx'

const TemperatureTab = lazyPart(() =>
  import('./temperature/temperature-tab.tsx').then((file) => file.TemperatureTab),
)

const MoveStorageDialog = lazyDialog(() =>
  import('./move-storage-dialog.tsx').then((file) => file.MoveStorageDialog),
)

type Tab = 'details' | 'temperature' | 'history'
const tabs: readonly string[] = ['details', 'temperature', 'history'] satisfies Tab[]
const isTab = (key: string): key is Tab => tabs.includes(key)

type View = {
  tab?: Tab | undefined
  colour?: ColourBy
  beside?: number | undefined
  period?: Period | undefined
}

export function StorageEnhancedScreen() {
  const { storageId } = useParams({ from: '/signed-in/storage/$storageId/enhanced' })
  const {
    tab = 'grid',
    colour = 'status',
    cell,
    beside,
    period = 'week',
  } = useSearch({ from: '/signed-in/storage/$storageId/enhanced' })
  const navigate = useNavigate({ from: '/storage/$storageId/enhanced' })
  const id = storageIdOf(storageId)
  const storage = useQuery(storageQuery(id))
  const hierarchy = useQuery(hierarchyQuery(id))
  const editing = useDeniedProps('storage.edit')
  // Starts before the grid is mounted, which fetches it too.
  usePrefetchQuery(freshOccupancyQuery(id))

  if (storage.isPending) return <Skeleton active paragraph={{ rows: 12 }} />
  if (isGone(storage, 'storage-not-found')) {
    return (
      <StorageMissing failure={storage.error} onRetry={storage.refetch} unknownTitle="Storage Not Found" />
    )
  }
  const setView = (change: View) =>
    navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const ancestors = (hierarchy.data ?? []).slice(0, -1)
  return (
    <BoxTools key={id} storage={storage.data} onStart={() => setView({ tab: undefined })}>
      {({ buttons, layer, panel }) => (
        <>
          <PageHeader
            title={storage.data.alias}
            subtitle={<StorageSubtitle storage={storage.data} />}
            trail={[
              { label: 'Storage', href: '/storage' },
              ...ancestors.map(({ id, alias }) => ({ label: alias, href: `/storage/${id}/enhanced` })),
            ]}
            actions={
              <>
                <LinkButton {...editing} to="/storage/$storageId/edit" params={{ storageId }}>
                  Edit
                </LinkButton>
                {storage.data.type !== 'BOX' && <AddStoragesButton parentId={id} />}
                <CopyStorageButton storage={storage.data} />
                <StorageLabelButton storage={storage.data} />
                <FreezerWorkLinks storage={storage.data} />
                {canBeInside(storage.data) && <MoveStorageButton storage={storage.data} />}
                {storage.data.parentID && <Disassociate storage={storage.data} />}
                {buttons}
              </>
            }
          />
          {hierarchy.isLoadingError && (
            <QueryError title="The way to this storage could not be loaded" query={hierarchy} />
          )}
          <Tabs
            activeKey={tab}
            onChange={(key) => setView({ tab: isTab(key) ? key : undefined })}
            items={[
              {
                key: 'grid',
                label: 'Storage Grid',
                children: (
                  <StorageEditor
                    key={id}
                    storageId={id}
                    besideId={beside}
                    startCell={cell}
                    colourBy={colour}
                    onColourBy={(by) => setView({ colour: by })}
                    onBeside={(storageId) => setView({ beside: storageId })}
                    layer={layer}
                    panel={panel}
                  />
                ),
              },
              {
                key: 'details',
                label: 'Details',
                children: (
                  <Card>
                    <StorageRecord storage={storage.data} />
                  </Card>
                ),
              },
              {
                key: 'temperature',
                label: 'Temperature',
                children: (
                  <TemperatureTab
                    key={id}
                    storageId={id}
                    period={period}
                    onPeriod={(chosen) => setView({ period: chosen })}
                  />
                ),
              },
              historyTab({ entityType: 'storage', entityId: `${id}` }),
            ]}
          />
        </>
      )}
    </BoxTools>
  )
}

/** The ways to count a storage and to empty it. */
function FreezerWorkLinks({ storage: { id, occupied, type } }: { storage: Storage }) {
  const counting = useDeniedProps('stock-take.count')
  const planning = useDeniedProps('move.plan')
  if (occupied === 0) return null
  return (
    <>
      <LinkButton {...counting} to="/stock-takes" search={{ storageId: id }}>
        Count
      </LinkButton>
      {type !== 'BOX' && (
        <LinkButton {...planning} to="/moves/new" search={{ storageId: id }}>
          Evacuate
        </LinkButton>
      )}
    </>
  )
}

const canBeInside = ({ type }: Storage) =>
  Object.values(allowedContents).some((contents) => contents.includes(type))

function MoveStorageButton({ storage }: { storage: Storage }) {
  const [isOpen, setOpen] = useState(false)
  const denied = useDeniedProps('storage.edit')
  return (
    <>
      <Button {...denied} onClick={() => setOpen(true)}>
        {`${storage.parentID ? 'Move' : 'Place'} ${formatStorageType(storage.type).toLowerCase()}…`}
      </Button>
      <MoveStorageDialog storage={storage} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function Disassociate({ storage }: { storage: Storage }) {
  const { modal } = App.useApp()
  const disassociate = useDisassociateStorage()
  const denied = useDeniedProps('storage.edit')
  const confirm = () =>
    modal.confirm({
      title: `Take ${storage.alias} out of ${storage.parentAlias}?`,
      content: 'It keeps its contents. It has no parent until it is associated again.',
      okText: 'Disassociate',
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => disassociate.mutate(storage),
    })
  return (
    <Button {...denied} onClick={confirm} loading={disassociate.isPending}>
      Disassociate from Parent
    </Button>
  )
}

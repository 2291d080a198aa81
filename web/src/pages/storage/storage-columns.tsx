import { AppstoreOutlined } from '@ant-design/icons'
import type { Storage, TubeUsage } from '@lims/contract/storage.ts'
import type { TableColumnsType } from 'antd'
import { useDeniedProps, useRolesOn } from '../../entities/session/use-may.ts'
import { OccupancyBar } from '../../entities/storage/occupancy-bar.tsx'
import { pathText } from '../../entities/storage/path-text.ts'
import { GridLink } from '../../entities/storage/storage-link.tsx'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import { ConfirmedDeleteButton } from '../../forms/confirmed-delete-button.tsx'
import { Mono } from '../../ui/mono.tsx'
import { EditLink, RowActions, RowLink } from '../../ui/row-actions.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import styles from './storage-table.module.css'

/** A row of the list or of the tree. */
export type StorageRow = Pick<Storage, 'id' | 'alias' | 'type' | 'capacity' | 'occupied' | 'position'> &
  Partial<Pick<Storage, 'parentID' | 'parentPath'>> & { children?: StorageRow[] }

type Options = {
  sort: 'alias' | '-alias'
  onDelete: (storage: { id: number; alias: string; reason?: string | undefined }) => void
  usage: UsageById
}

/** Tube places in use, by the id of a storage that holds other storages; not there until it is known. */
export type UsageById = ReadonlyMap<number, TubeUsage>

const order = { alias: 'ascend', '-alias': 'descend' } as const

const name = (sort: Options['sort'], withPlace = false): TableColumnsType<StorageRow>[number] => ({
  title: 'Name',
  key: 'name',
  sorter: true,
  sortOrder: order[sort],
  sortDirections: ['ascend', 'descend', 'ascend'],
  render: (_, row) => (
    <>
      <GridLink id={row.id}>{row.alias}</GridLink>
      {withPlace && <NarrowPlace {...row} />}
    </>
  ),
})

/** On a phone, where the columns of type and parent are not shown: every rack has a Box 1. */
function NarrowPlace(row: StorageRow) {
  const isNarrow = useAtMost('md')
  if (!isNarrow) return null
  return (
    <small className={`${styles.place} muted`}>
      {formatStorageType(row.type)}
      {row.parentPath ? ` in ${placeOf(row)}` : ', top level'}
    </small>
  )
}

const placeOf = ({ parentPath, position }: StorageRow) =>
  [parentPath && pathText(parentPath), position].filter(Boolean).join(', ')

const type: TableColumnsType<StorageRow>[number] = {
  title: 'Type',
  key: 'type',
  width: 110,
  responsive: ['sm'],
  render: (_, row) => formatStorageType(row.type),
}

const parent: TableColumnsType<StorageRow>[number] = {
  title: 'Parent',
  key: 'parent',
  responsive: ['md'],
  render: (_, { parentID, parentPath, position }) =>
    parentID && parentPath ? (
      <>
        <GridLink id={parentID}>{pathText(parentPath)}</GridLink> <Mono isMuted>{position}</Mono>
      </>
    ) : (
      <span className="muted">Top level</span>
    ),
}

const position: TableColumnsType<StorageRow>[number] = {
  title: 'Position',
  key: 'position',
  width: 110,
  responsive: ['sm'],
  render: (_, row) => row.position && <Mono>{row.position}</Mono>,
}

/** The measure of the dashboard: a freezer counts the cells of all boxes inside it, not its own. */
const tubePlaces = (usage: UsageById): TableColumnsType<StorageRow>[number] => ({
  title: 'Tube places in use',
  key: 'usage',
  render: (_, { id, type, occupied, capacity }) => {
    const used = type === 'BOX' ? { tubes: occupied, tubePlaces: capacity } : usage.get(id)
    // Holds the place: the columns must not move when the numbers arrive.
    if (!used) {
      return (
        <div aria-hidden style={{ visibility: 'hidden' }}>
          <OccupancyBar occupied={occupied} capacity={capacity} />
        </div>
      )
    }
    if (used.tubePlaces === 0) return <span className="muted">No boxes yet</span>
    return <OccupancyBar occupied={used.tubes} capacity={used.tubePlaces} />
  },
})

const actions = (onDelete: Options['onDelete']): TableColumnsType<StorageRow>[number] => ({
  title: 'Actions',
  key: 'actions',
  className: 'not-printed',
  width: 116,
  render: (_, row) => <StorageActions row={row} onDelete={onDelete} />,
})

export const listColumns = ({ sort, onDelete, usage }: Options) => [
  name(sort, true),
  type,
  parent,
  tubePlaces(usage),
  actions(onDelete),
]

/** Without the parent: the tree shows it. */
export const treeColumns = ({ sort, onDelete, usage }: Options) => [
  name(sort),
  type,
  position,
  tubePlaces(usage),
  actions(onDelete),
]

type ActionsProps = { row: StorageRow; onDelete: Options['onDelete'] }

const question = 'Are you sure you want to delete this storage? This action cannot be undone.'

function StorageActions({ row, onDelete }: ActionsProps) {
  const { id, alias, parentPath } = row
  const target = { name: alias, params: { storageId: `${id}` } }
  const edit = useDeniedProps('storage.edit')
  const remove = useDeniedProps('storage.delete')
  const isReasonRequired = useRolesOn()
  return (
    <RowActions>
      <EditLink {...target} {...edit} to="/storage/$storageId/edit" />
      <RowLink
        {...target}
        what="Enhanced View of"
        to="/storage/$storageId/enhanced"
        icon={<AppstoreOutlined aria-hidden />}
      />
      <ConfirmedDeleteButton
        {...remove}
        id={id}
        name={alias}
        {...(parentPath && { place: `in ${placeOf(row)}` })}
        question={question}
        isReasonRequired={isReasonRequired}
        onDelete={(reason) => onDelete({ id, alias, reason })}
      />
    </RowActions>
  )
}

import { formatCount } from '@lims/contract/format-count.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import type { ChosenDetails, ChosenSample } from '@lims/contract/sample-bulk.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { Alert, Modal, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { fillOrder, useFillOrder } from '../../entities/storage/fill-order.ts'
import { PlaceText } from '../../entities/storage/place-link.tsx'
import { StorageSelect } from '../../entities/storage/storage-select.tsx'
import { useArrange } from '../../entities/storage/use-arrange.ts'
import { SavedFields } from '../../forms/saved-fields.tsx'
import { Mono } from '../../ui/mono.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { BoxPicture } from './box-picture.tsx'
import styles from './place-dialog.module.css'
import { movesOf, type Placement, type PlacementPlan, placesOf } from './plan-placement.ts'
import { usePlacementPlan } from './use-placement-plan.ts'

type Props = { samples: readonly ChosenSample[]; isOpen: boolean; onClose: () => void }

const orders = [
  { value: 'rows', label: 'Along the rows' },
  { value: 'columns', label: 'Down the columns' },
] as const

const isFull = ({ occupied, capacity }: Storage) => (occupied >= capacity ? 'Full' : undefined)

/** Places the chosen samples into the next free cells of a box, after showing which tube goes to which cell. */
export function PlaceDialog({ samples, isOpen, onClose }: Props) {
  const [boxId, setBoxId] = useState<number>()
  const order = useFillOrder()
  const arrange = useArrange()
  const { plan, isReplanned, box, occupied, failure, refetch } = usePlacementPlan({
    samples,
    boxId,
    order,
    isOpen,
    isSaving: arrange.isPending,
  })
  const canPlace = plan !== undefined && plan.placements.length > 0 && plan.numWithoutCell === 0

  function place() {
    if (!plan || !box || !canPlace) return
    arrange.mutate(
      {
        moves: movesOf(plan, box.id),
        expected: placesOf(plan.placements.map(({ sample }) => sample)),
        notice: `${formatCount(plan.placements.length, 'tube')} placed in ${box.alias}`,
      },
      { onSuccess: onClose },
    )
  }

  return (
    <Modal
      title={`Place ${formatCount(samples.length, 'sample')} in a box`}
      open={isOpen}
      onCancel={onClose}
      onOk={place}
      okText={plan && canPlace ? `Place ${formatCount(plan.placements.length, 'tube')}` : 'Place'}
      okButtonProps={{ disabled: !canPlace }}
      confirmLoading={arrange.isPending}
      afterOpenChange={(opened) => (opened ? document.getElementById('box')?.focus() : setBoxId(undefined))}
      width={720}
      style={{ top: 32 }}
      destroyOnHidden
    >
      <SavedFields isSaving={arrange.isPending}>
        <div className={styles.choices}>
          <label htmlFor="box">Box</label>
          <StorageSelect
            id="box"
            type="BOX"
            placeholder="Choose a box"
            whyNot={isFull}
            onChange={setBoxId}
            {...(boxId !== undefined && { value: boxId })}
          />
          <Segmented
            aria-label="Order of the cells"
            value={order}
            options={[...orders]}
            onChange={(chosen) => fillOrder.set(chosen)}
          />
        </div>
      </SavedFields>
      {failure ? (
        <QueryError title="Failed to fetch the box or the samples" query={{ error: failure, refetch }} />
      ) : boxId === undefined ? (
        <p className="muted">The tubes go into its free cells, in the order of the list.</p>
      ) : plan && box ? (
        <Preview plan={plan} isReplanned={isReplanned} box={box} occupied={occupied} />
      ) : (
        <Skeleton active />
      )}
    </Modal>
  )
}

type PreviewProps = {
  plan: PlacementPlan
  isReplanned: boolean
  box: Storage
  occupied: readonly OccupancyEntry[]
}

function Preview({ plan, isReplanned, box, occupied }: PreviewProps) {
  const { placements, staying, numWithoutCell, free } = plan
  const numOut = placements.filter(({ sample }) => sample.custody === 'CHECKED_OUT').length
  return (
    <div className={styles.preview}>
      {isReplanned && (
        <Alert
          type="warning"
          showIcon
          title={`Others have filled cells of ${box.alias}: tubes now have other cells than before.`}
        />
      )}
      {numWithoutCell > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${box.alias} has ${formatCount(free.size, 'free cell')}: ${formatCount(numWithoutCell, 'tube')} would have no room. Choose another box, or fewer samples.`}
        />
      )}
      {numOut > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${formatCount(numOut, 'tube is', 'tubes are')} checked out on record. Placing records the return.`}
        />
      )}
      {staying.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={`${formatCount(staying.length, `tube is in ${box.alias} already and stays`, `tubes are in ${box.alias} already and stay`)} in place.`}
        />
      )}
      <div className={styles.both}>
        <BoxPicture box={box} occupied={occupied} placements={placements} />
        <VirtualTable<Placement>
          aria-label="Where each tube goes"
          size="small"
          rowKey={({ sample }) => sample.id}
          pagination={false}
          scroll={{ y: 300, x: 300 }}
          dataSource={[...placements]}
          columns={[
            {
              title: 'Tube',
              key: 'tube',
              ellipsis: true,
              render: (_, { sample }) => <Tube sample={sample} />,
            },
            {
              title: 'From',
              key: 'from',
              width: 150,
              ellipsis: true,
              render: (_, { sample }) => from(sample),
            },
            {
              title: 'To',
              key: 'to',
              width: 64,
              render: (_, { cell }) => <Mono>{positionLabel(cell, box)}</Mono>,
            },
          ]}
        />
      </div>
    </div>
  )
}

const from = ({ place }: ChosenDetails) =>
  place ? (
    <PlaceText location={place.position} path={place.path} />
  ) : (
    <span className="muted">not in storage</span>
  )

function Tube({ sample: { name, alias } }: { sample: ChosenDetails }) {
  return (
    <>
      <Mono>{alias}</Mono> <span className="muted">{name}</span>
    </>
  )
}

import { formatNumber } from '@lims/contract/format-count.ts'
import { type PickItem, pickItemTexts } from '@lims/contract/picks.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import { useNavigate } from '@tanstack/react-router'
import { Button, type TableColumnsType } from 'antd'
import { useMemo } from 'react'
import { pickListsTrail } from '../../entities/freezer-work/trails.ts'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { saveSelection } from '../../features/sample-selection/saved-selection.ts'
import { MissedRefusals } from '../../features/scanning/missed-refusals.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { useRoomBelow } from '../../ui/use-room-below.ts'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { signOf } from './pick-items.tsx'
import { PickListActions } from './pick-list-actions.tsx'
import { cameTooLate } from './pick-session.ts'
import { outcomeOf, type PickListContent, pathOf, scansOfPicked } from './pick-walk.ts'
import styles from './picks.module.css'
import { usePicking } from './use-picking.ts'

/** A closed list, with what became of each of its tubes. */
export function ClosedPickList({ content: { pickList, items, boxes } }: { content: PickListContent }) {
  useRerenderDaily()
  const { closedAt, closedByName } = pickList
  // Also sends what was scanned without a connection before the list was closed.
  const { session } = usePicking(pickList.id, { takesScans: false })
  const isOfPicked = useMemo(() => scansOfPicked(items), [items])

  return (
    <div className="not-printed">
      <PageHeader
        title={pickList.name}
        trail={pickListsTrail}
        tag={<span className="muted">for {pickList.personName}</span>}
        subtitle={
          <>
            {pickList.purpose && <div>{pickList.purpose}</div>}
            <div>
              {outcomeOf(pickList.counts)}. Closed {closedAt && formatMoment(closedAt)} by {closedByName}.
            </div>
          </>
        }
        actions={
          <>
            <SelectButtons items={items} />
            <PickListActions pickList={pickList} />
          </>
        }
      />
      <div role="status" className={styles.results}>
        <MissedRefusals
          scans={session.scans.filter((scan) => cameTooLate(scan) && !isOfPicked(scan))}
          title={(count) => `${formatNumber(count)} of your scans came after the list was closed`}
          advice="These tubes are not recorded as taken. Check them out, or put them back."
        />
      </div>
      <OutcomeTable items={items} boxes={boxes} />
    </div>
  )
}

/** Select the tubes that were picked, and those that were not, for what comes next; without those deleted since. */
function SelectButtons({ items }: Pick<PickListContent, 'items'>) {
  const navigate = useNavigate()
  const left = items.filter(({ custody }) => custody !== null)
  const groups = [
    { name: 'picked', tubes: left.filter(({ state }) => state === 'picked') },
    { name: 'not picked', tubes: left.filter(({ state }) => state !== 'picked') },
  ]
  return groups.map(
    ({ name, tubes }) =>
      tubes.length > 0 && (
        <Button
          key={name}
          onClick={() => {
            const list = saveSelection(tubes.map(({ sampleId }) => sampleId))
            void navigate({ to: '/samples/selection', search: { list } })
          }}
        >
          Select {formatNumber(tubes.length)} {name}
        </Button>
      ),
  )
}

/** The tubes with their outcome; on a wide screen also with the reason, their place now, and who picked them. */
function OutcomeTable({ items, boxes }: Pick<PickListContent, 'items' | 'boxes'>) {
  const isNarrow = useAtMost('md')
  const { place, height } = useRoomBelow()
  const paths = useMemo(() => new Map(boxes.map((box) => [box.storageId, pathOf(box)])), [boxes])

  const columns: TableColumnsType<PickItem> = [
    {
      title: 'Tube',
      key: 'tube',
      width: isNarrow ? 190 : 300,
      ellipsis: true,
      render: (_, { sampleId, name, tubeId }) => <SampleLink id={sampleId} name={name} alias={tubeId} />,
    },
    { title: 'Outcome', key: 'outcome', width: 130, render: (_, item) => <Outcome item={item} /> },
  ]
  if (!isNarrow) {
    columns.push(
      { title: 'Reason', key: 'reason', width: 190, ellipsis: true, render: (_, { reason }) => reason },
      {
        title: 'Place now',
        key: 'place',
        width: 320,
        ellipsis: true,
        render: (_, { storageId, position }) =>
          storageId === null ? (
            <span className="muted">not in storage</span>
          ) : (
            joinPath([paths.get(storageId), position])
          ),
      },
      {
        title: 'By',
        key: 'by',
        width: 240,
        ellipsis: true,
        render: (_, { changedByName, changedAt }) => `${changedByName}, ${formatMoment(changedAt)}`,
      },
    )
  }

  return (
    <div ref={place}>
      <TableCard>
        <VirtualTable<PickItem>
          rowKey="sampleId"
          columns={columns}
          dataSource={items}
          pagination={false}
          aria-label="Tubes"
          scroll={{ x: isNarrow ? 320 : 1180, y: height }}
        />
      </TableCard>
    </div>
  )
}

const Outcome = ({ item: { state, custody } }: { item: PickItem }) => (
  <span className={styles.outcome} data-state={state}>
    <span aria-hidden>{signOf(state)}</span> {pickItemTexts[state]}
    {custody === null && <small className="muted"> deleted since</small>}
  </span>
)

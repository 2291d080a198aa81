import { formatCount } from '@lims/contract/format-count.ts'
import type { MovePlan, PlannedStep } from '@lims/contract/moves.ts'
import { Alert, Skeleton, Table, type TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { pathText } from '../../entities/storage/path-text.ts'
import { tablePages } from '../../ui/table-pages.ts'
import { useAtMost } from '../../ui/use-media.ts'
import styles from './moves.module.css'
import { targetText } from './target-text.ts'

const columns: TableColumnType<PlannedStep>[] = [
  {
    title: 'Box',
    key: 'box',
    width: '30%',
    render: (_, { boxAlias, from }) => (
      <>
        {boxAlias}
        <NarrowFrom from={from} />
      </>
    ),
  },
  {
    title: 'Tubes',
    key: 'tubes',
    width: 64,
    align: 'right',
    render: (_, { tubes }) => <span className="numbers">{tubes}</span>,
  },
  {
    title: 'From',
    key: 'from',
    render: (_, { from }) => fromText(from),
    responsive: ['md'],
  },
  {
    title: 'To',
    key: 'to',
    render: (_, { to, kind, note }) =>
      to ? targetText(kind, to) : <span className={styles.note}>{note}</span>,
  },
]

const fromText = (from: PlannedStep['from']) => (from ? pathText(from.path) : 'no place')

/** On a phone, where its column is not shown: every rack has a Box 1. */
function NarrowFrom({ from }: Pick<PlannedStep, 'from'>) {
  const isNarrow = useAtMost('md')
  return isNarrow && <small className={`${styles.from} muted`}>from {fromText(from)}</small>
}

const rowsPerPage = 25

/** Where the boxes would go, which freezers are opened for it, and what does not fit. */
export function PlanPreview({ plan, action }: { plan: MovePlan | undefined; action: ReactNode }) {
  if (!plan) return <Skeleton active />
  const { boxes, tubes, freezers, notFitting, steps, warnings, name } = plan
  const left = steps.filter(({ to }) => to === null)
  return (
    <section className={styles.preview} aria-label="Plan">
      <div className={styles.previewHead}>
        <div>
          <h2>{name}</h2>
          <p>
            {formatCount(boxes, 'box', 'boxes')}, {formatCount(tubes, 'tube')}
            {freezers.length > 0 && ` into ${formatCount(freezers.length, 'freezer')}: `}
            {freezers.map(({ alias, boxes: count }) => `${alias} (${count})`).join(', ')}
          </p>
        </div>
        {action}
      </div>
      {warnings.map((warning) => (
        <Alert key={warning} type="warning" showIcon title={warning} />
      ))}
      {notFitting > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${formatCount(notFitting, 'box stays', 'boxes stay')} without a place`}
          description={
            <ul className={styles.left}>
              {left.slice(0, 5).map(({ boxId, note }) => (
                <li key={boxId}>{note}</li>
              ))}
              {left.length > 5 && <li>and {left.length - 5} more, at the end of the list</li>}
            </ul>
          }
        />
      )}
      <Table<PlannedStep>
        rowKey="boxId"
        size="small"
        columns={columns}
        dataSource={steps}
        locale={{ emptyText: 'There are no boxes to move by this plan.' }}
        pagination={{ pageSize: rowsPerPage, ...tablePages }}
      />
    </section>
  )
}

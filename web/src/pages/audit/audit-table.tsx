import type { AuditEvent } from '@lims/contract/audit-api.ts'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { describeEvent } from '../../features/audit-trail/describe-event.ts'
import { EventDetails } from '../../features/audit-trail/event-details.tsx'
import { fieldRows } from '../../features/audit-trail/event-fields.ts'
import { RecordLink } from '../../features/audit-trail/record-link.tsx'
import { formatSecond } from '../../ui/format-instant.ts'
import { TableCard } from '../../ui/table-card.tsx'
import { useRoomBelow } from '../../ui/use-room-below.ts'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { whenNearEnd } from '../../ui/when-near-end.ts'
import styles from './audit.module.css'

type Props = {
  events: readonly AuditEvent[]
  isLoading: boolean
  /** Whether the server has further events. */
  hasMore: boolean
  /** Called when the last rows come near. */
  onNearEnd: () => void
  empty: ReactNode
}

/** The events, of which only the visible ones are rendered. A row opens to what changed. */
export function AuditTable({ events, isLoading, hasMore, onNearEnd, empty }: Props) {
  const { place, height, isNarrow } = useRoomBelow()

  return (
    <div ref={place}>
      <TableCard>
        {events.length === 0 && !isLoading ? (
          empty
        ) : (
          <VirtualTable<AuditEvent>
            aria-label="Events"
            rowKey="id"
            columns={isNarrow ? narrowColumns : columns}
            dataSource={[...events]}
            numRows={hasMore ? -1 : events.length}
            loading={isLoading}
            pagination={false}
            scroll={{ y: height, x: isNarrow ? 340 : 900 }}
            onScroll={whenNearEnd(onNearEnd)}
            locale={{ emptyText: ' ' }}
            expandable={{
              columnWidth: isNarrow ? 36 : 48,
              columnTitle: <span className="read-aloud-only">Details</span>,
              rowExpandable: (event) => event.erased || event.reason !== null || fieldRows(event).length > 0,
              expandedRowRender: (event) => (
                <div className={styles.details}>
                  <EventDetails event={event} />
                </div>
              ),
            }}
          />
        )}
      </TableCard>
      <p className={styles.paper}>Only the rows on the screen are printed. Export saves all events.</p>
    </div>
  )
}

const Person = ({ event: { person, token } }: { event: AuditEvent }) => (
  <>
    <strong className={styles.person} title={person.id}>
      {person.name}
    </strong>
    {person.owner && <span className="muted"> of {person.owner}</span>}
    {token && <span className="muted"> by token “{token.name}”</span>}
  </>
)

const columns: TableColumnsType<AuditEvent> = [
  {
    title: 'When',
    key: 'at',
    width: 205,
    className: 'numbers',
    render: (_, { at }) => <time dateTime={at}>{formatSecond(at)}</time>,
  },
  {
    title: 'Person',
    key: 'person',
    width: 180,
    className: styles.names ?? '',
    render: (_, event) => <Person event={event} />,
  },
  { title: 'Action', key: 'action', width: 240, render: (_, event) => describeEvent(event) },
  {
    title: 'Record',
    key: 'record',
    className: styles.names ?? '',
    render: (_, event) => <RecordLink event={event} />,
  },
  {
    title: 'Seal',
    key: 'seal',
    width: 96,
    align: 'end',
    className: 'numbers',
    render: (_, { seal }) => seal ?? <span className="muted">pending</span>,
  },
]

const narrowColumns: TableColumnsType<AuditEvent> = [
  {
    title: 'Event',
    key: 'event',
    render: (_, event) => (
      <span className={styles.narrow}>
        <span>
          <Person event={event} /> {describeEvent(event)}
        </span>
        <span>
          <RecordLink event={event} />
        </span>
        <time className="muted numbers" dateTime={event.at}>
          {formatSecond(event.at)}
        </time>
      </span>
    ),
  },
]

import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Card, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { useLoadMore } from '../../api/use-load-more.ts'
import { type EventKind, eventWords } from '../../entities/audit/event-words.ts'
import { useMay } from '../../entities/session/use-may.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { eventsOf, type HistoryOf, historyQuery, useExportEvents } from './audit-api.ts'
import styles from './audit-trail.module.css'
import { describeRelatedEvent } from './describe-event.ts'
import { EventLine } from './event-line.tsx'
import { ProofCard } from './proof-card.tsx'
import { RecordLink } from './record-link.tsx'

type Filter = Exclude<EventKind, 'other'> | 'all'

const filtersOf: Record<HistoryOf['entityType'], readonly Filter[]> = {
  sample: ['all', 'status', 'custody', 'place', 'fields', 'labels'],
  batch: ['all', 'fields', 'labels'],
  storage: [],
}
const names: Record<Filter, string> = {
  all: 'All',
  status: 'Status',
  custody: 'Custody',
  place: 'Place',
  fields: 'Fields',
  labels: 'Labels',
}

/** Every change of a sample, a batch or a storage, with what proves that none was altered. */
export function History(of: HistoryOf) {
  useRerenderDaily()
  const history = useInfiniteQuery(historyQuery(of))
  const { loadMore, isLoadingMore, moreFailure } = useLoadMore(history)
  const events = eventsOf(history.data?.pages)
  const total = history.data?.pages[0]?.totalEvents ?? 0

  if (history.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  if (history.isLoadingError) {
    return <QueryError title="The history could not be loaded" query={history} />
  }
  return (
    <div className={styles.page}>
      <Card>
        <Changes
          of={of}
          events={events}
          total={total}
          hasMore={history.hasNextPage}
          isLoadingMore={isLoadingMore}
          onMore={loadMore}
        />
        {moreFailure && (
          <QueryError
            title="More changes could not be loaded"
            query={{ error: moreFailure, refetch: loadMore }}
          />
        )}
      </Card>
      <div className={styles.side}>
        <ProofCard of={of} events={events} total={total} />
        {!history.hasNextPage && events.length > 0 && <PeopleCard events={events} />}
      </div>
    </div>
  )
}

type ChangesProps = {
  of: HistoryOf
  events: readonly AuditEvent[]
  total: number
  hasMore: boolean
  isLoadingMore: boolean
  onMore: () => void
}

function Changes({ of, events, total, hasMore, isLoadingMore, onMore }: ChangesProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const mayExport = useMay('audit.read')
  const exporting = useExportEvents()
  const shown = events.filter(({ action }) => filter === 'all' || eventWords[action].kind === filter)
  const choices = filtersOf[of.entityType]
  return (
    <section aria-label="Changes">
      <header className={styles.tools}>
        <h2>{formatCount(total, 'change')}</h2>
        {choices.length > 0 && (
          <Segmented
            aria-label="Show"
            value={filter}
            options={choices.map((value) => ({ value, label: names[value] }))}
            onChange={setFilter}
          />
        )}
        {mayExport && (
          <Button
            className={styles.export ?? ''}
            type="text"
            loading={exporting.isPending}
            onClick={() => exporting.mutate({ ...of, history: 'true', format: 'csv' })}
          >
            Export
          </Button>
        )}
      </header>
      {shown.length === 0 ? (
        <EmptyState isCompact text={hasMore ? 'None among those loaded.' : 'No such change.'} />
      ) : (
        <ol className={styles.events}>
          {shown.map((event) =>
            isOwn(event, of) ? (
              <EventLine key={event.id} event={event} />
            ) : (
              <RelatedEventLine key={event.id} event={event} />
            ),
          )}
        </ol>
      )}
      {hasMore && (
        <Button loading={isLoadingMore} onClick={onMore}>
          Load more
        </Button>
      )}
    </section>
  )
}

/** Early versions stored an id as the client had written it, also in capitals. */
const isOwn = ({ entityId }: AuditEvent, of: HistoryOf) =>
  entityId.toLowerCase() === of.entityId.toLowerCase()

/**
 * Event of the sample's batch, parent or print run that concerns the sample. Its fields are those of that record, and
 * are not shown, except for the freeze-thaw cycles that aliquots inherit.
 */
function RelatedEventLine({ event }: { event: AuditEvent }) {
  const words = describeRelatedEvent(event)
  const { thawCount } = event.after ?? {}
  const inherited = event.action === 'sample.add-child' && thawCount !== undefined ? { thawCount } : null
  return (
    <EventLine
      event={{ ...event, before: null, after: inherited }}
      words={words}
      record={words && <RecordLink event={event} />}
    />
  )
}

function PeopleCard({ events }: { events: readonly AuditEvent[] }) {
  const people = [...Map.groupBy(events, ({ person }) => person.id)]
    .map(([id, own]) => ({ id, name: own[0]?.person.name ?? id, count: own.length }))
    .sort((one, other) => other.count - one.count)
  return (
    <Card>
      <h2 className={styles.title}>People</h2>
      <ul className={styles.people}>
        {people.map(({ id, name, count }) => (
          <li key={id}>
            <span className="muted">{name}</span>
            <span className="numbers">{formatCount(count, 'change')}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

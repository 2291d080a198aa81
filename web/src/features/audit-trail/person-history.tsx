import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { QueryError } from '../../api/query-error.tsx'
import { useLoadMore } from '../../api/use-load-more.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { auditListQuery, eventsOf } from './audit-api.ts'
import styles from './audit-trail.module.css'
import { EventLine } from './event-line.tsx'
import { RecordLink } from './record-link.tsx'

/** What a person did, the newest first. */
export function PersonHistory({ personId }: { personId: string }) {
  useRerenderDaily()
  const list = useInfiniteQuery(auditListQuery({ personId }))
  const { loadMore, isLoadingMore, moreFailure } = useLoadMore(list)
  const events = eventsOf(list.data?.pages)
  if (list.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  if (list.isLoadingError) {
    return <QueryError title="The history could not be loaded" query={list} />
  }
  if (events.length === 0) return <EmptyState isCompact text="Nothing yet." />
  return (
    <>
      <ol className={styles.events}>
        {events.map((event) => (
          <EventLine key={event.id} event={event} record={<RecordLink event={event} />} />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button loading={isLoadingMore} onClick={loadMore}>
          Load more
        </Button>
      )}
      {moreFailure && (
        <QueryError
          title="More changes could not be loaded"
          query={{ error: moreFailure, refetch: loadMore }}
        />
      )}
    </>
  )
}

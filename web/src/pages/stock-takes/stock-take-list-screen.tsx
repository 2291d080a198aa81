import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { type StockTake, stockTakeStateTexts, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { App, Button, Card, Pagination, Skeleton, Spin, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { QueryError } from '../../api/query-error.tsx'
import { useWrite } from '../../api/use-write.ts'
import { refetchFreezerWork } from '../../entities/freezer-work/freezer-work-keys.ts'
import { freezerWorkTrail } from '../../entities/freezer-work/trails.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { stockTakeListQuery } from '../../entities/stock-take/stock-take-api.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { StorageSelect } from '../../entities/storage/storage-select.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { tablePages } from '../../ui/table-pages.ts'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { useIsSameVisit } from '../../ui/use-undo-notice.tsx'
import styles from './stock-take-list-screen.module.css'
import { describeResult } from './stock-take-words.ts'

const pageSize = 20

/** All stock-takes, and the start of a new one. */
export function StockTakeListScreen() {
  useRerenderDaily()
  const { page = 1, storageId } = useSearch({ from: '/signed-in/stock-takes' })
  const navigate = useNavigate({ from: '/stock-takes' })
  const list = useQuery(stockTakeListQuery({ pageNumber: page - 1, pageSize }))
  const total = list.data?.totalStockTakes ?? 0
  return (
    <>
      <PageHeader title="Stock-takes" trail={freezerWorkTrail} />
      <div className={styles.page}>
        <StartCard key={storageId} offeredId={storageId} />
        {list.isLoadingError && <QueryError title="The stock-takes could not be loaded" query={list} />}
        {list.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
        {list.data && !list.isPlaceholderData && total === 0 && (
          <EmptyState text="Nothing has been counted yet." />
        )}
        {total > 0 && list.data?.stockTakes.length === 0 && !list.isPlaceholderData && (
          <NoSuchPage onFirst={() => void navigate({ search: { page: 1 } })} />
        )}
        {total > 0 && (
          <Spin spinning={list.isPlaceholderData}>
            <ul className={styles.list} aria-label="Stock-takes">
              {list.data?.stockTakes.map((stockTake) => (
                <Row key={stockTake.id} stockTake={stockTake} />
              ))}
            </ul>
          </Spin>
        )}
        {total > pageSize && (
          <Pagination
            current={page}
            pageSize={pageSize}
            total={total}
            {...tablePages}
            onChange={(next) => void navigate({ search: { page: next } })}
          />
        )}
      </div>
    </>
  )
}

/** `offeredId`: the storage from whose page the person comes. */
function StartCard({ offeredId }: { offeredId: number | undefined }) {
  const [storageId, setStorageId] = useState(offeredId)
  const denied = useDeniedProps('stock-take.count')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const leave = useLeavePage()
  const isSameVisit = useIsSameVisit()
  const start = useWrite({
    isSubmission: true,
    mutationFn: (chosen: number, options) =>
      call(stockTakesApi.start, { body: { storageId: chosen } }, options),
    onSuccess: ({ stockTake }) => {
      if (!isSameVisit()) return
      void message.success(`Stock-take of ${pathText(stockTake.storageName)} started`)
      return leave(() => navigate({ to: '/stock-takes/$stockTakeId', params: { stockTakeId: stockTake.id } }))
    },
    onSettled: () => refetchFreezerWork(queryClient),
    meta: { errorTitle: 'The stock-take was not started' },
  })
  return (
    <Card className="not-printed">
      <section className={styles.start} aria-label="Start a stock-take">
        <div className={styles.choice}>
          <StorageSelect
            aria-label="What to count"
            placeholder="Freezer, shelf, rack, drawer or box"
            value={storageId}
            onChange={setStorageId}
          />
        </div>
        <Button
          {...denied}
          type="primary"
          disabled={denied.disabled === true || storageId === undefined}
          loading={start.isPending}
          onClick={() => storageId !== undefined && start.mutate(storageId)}
        >
          Start stock-take
        </Button>
        {denied.title && <p className={styles.denied}>{denied.title}</p>}
      </section>
    </Card>
  )
}

function Row({ stockTake }: { stockTake: StockTake }) {
  const { id, storageName, state, startedAt, startedBy, counts, numBoxes, numFinishedBoxes } = stockTake
  const differences = (['other-place', 'missing', 'not-recorded', 'unknown-code'] as const).flatMap(
    (result) => (counts[result] > 0 ? [describeResult(result, counts[result])] : []),
  )
  return (
    <li>
      <Link to="/stock-takes/$stockTakeId" params={{ stockTakeId: id }}>
        Stock-take of {pathText(storageName)}
      </Link>
      <Tag color={state === 'open' ? 'blue' : 'default'}>{stockTakeStateTexts[state]}</Tag>
      <span className="muted">
        begun {formatMoment(startedAt)} by {startedBy}
      </span>
      <span className="numbers muted">
        {formatCount(counts['in-place'], 'tube where it should be', 'tubes where they should be')} ·{' '}
        {formatNumber(numFinishedBoxes)} of {formatCount(numBoxes, 'box', 'boxes')} counted
        {differences.length > 0 && ` · ${differences.join(' · ')}`}
      </span>
    </li>
  )
}

import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { type StockTake, stockTakeStateTexts } from '@lims/contract/stock-takes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { Tag } from 'antd'
import { useCallback, useRef } from 'react'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { stockTakesTrail } from '../../entities/freezer-work/trails.ts'
import { useSession } from '../../entities/session/session.ts'
import { stockTakeQuery } from '../../entities/stock-take/stock-take-api.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { MissedRefusals } from '../../features/scanning/missed-refusals.tsx'
import { useScanQueue } from '../../features/scanning/use-scan-queue.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useAtMost, useMedia } from '../../ui/use-media.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { CountingPanel } from './counting-panel.tsx'
import { countingQueueOf, emptyCountingSession, scansTooLate } from './counting-queue.ts'
import { FiveNumbers } from './five-numbers.tsx'
import { FreezerPicture } from './freezer-picture.tsx'
import { NoStockTake } from './no-stock-take.tsx'
import { ReportButton } from './report-button.tsx'
import styles from './stock-take-screen.module.css'
import type { LabelledBox } from './use-count-scans.ts'

/** A stock-take: the picture that fills, the five numbers, and the scan field. */
export function StockTakeScreen() {
  useRerenderDaily()
  const { stockTakeId } = useParams({ from: '/signed-in/stock-takes/$stockTakeId' })
  const { box: boxId } = useSearch({ from: '/signed-in/stock-takes/$stockTakeId' })
  const navigate = useNavigate({ from: '/stock-takes/$stockTakeId' })
  const queue = countingQueueOf(useQueryClient(), useSession()?.user.sub)
  const session = useScanQueue(queue, emptyCountingSession)
  const router = useRouter()
  const isPhone = useAtMost('md')
  const isNarrow = useMedia('(max-width: 1000px)')
  const query = useQuery(stockTakeQuery(stockTakeId))
  // On a phone the box replaces the picture, as a page of its own: Back leads to the picture.
  const isBoxAlone = isPhone && boxId !== undefined
  const wasOpened = useRef(false)
  const labelsAhead = useRef<LabelledBox[]>([])
  const choose = useCallback(
    (storageId: number | undefined) => {
      const replace = storageId === undefined || !isPhone || isBoxAlone
      if (!replace) wasOpened.current = true
      void navigate({ search: { box: storageId }, replace })
    },
    [navigate, isPhone, isBoxAlone],
  )
  const chooseByHand = useCallback(
    (storageId: number | undefined) => {
      labelsAhead.current = []
      if (storageId !== undefined || !isBoxAlone || !wasOpened.current) return choose(storageId)
      // Once, for it takes a moment. Not after a foreign label: the next label would come before it.
      wasOpened.current = false
      router.history.back()
    },
    [choose, router, isBoxAlone],
  )
  if (!query.data) {
    return (
      <>
        <PageHeader title="Stock-take" trail={stockTakesTrail} />
        <NotLoaded
          query={query}
          notFound={['stock-take-not-found']}
          missing={<NoStockTake />}
          failedTitle="The stock-take could not be loaded"
        />
      </>
    )
  }
  const { stockTake, boxes } = query.data
  const box = boxes.find(({ storageId }) => storageId === boxId)
  const isOpen = stockTake.state === 'open'
  // On a phone, one thing at a time: the picture, or the box that is being counted.
  const showsPicture = !isPhone || !box || !isOpen
  const picture = showsPicture && (
    <FreezerPicture
      key="picture"
      stockTake={stockTake}
      boxes={boxes}
      chosenId={box?.storageId}
      onChoose={chooseByHand}
    />
  )
  const counting = isOpen && (
    <CountingPanel
      key={stockTake.id}
      stockTake={stockTake}
      boxes={boxes}
      box={box}
      session={session}
      queue={queue}
      labelsAhead={labelsAhead}
      onChoose={choose}
      onLeave={() => chooseByHand(undefined)}
    />
  )
  return (
    <>
      <PageHeader
        title={`Stock-take of ${pathText(stockTake.storageName)}`}
        trail={stockTakesTrail}
        tag={isOpen ? undefined : <Tag>{stockTakeStateTexts[stockTake.state]}</Tag>}
        subtitle={describeStart(stockTake)}
        actions={showsPicture && <Actions stockTake={stockTake} />}
      />
      <div role="status">
        <MissedRefusals
          scans={scansTooLate(session, stockTake.id)}
          title={(count) => `${formatNumber(count)} of your scans came after the end of the count`}
          advice={
            isOpen
              ? 'These tubes are not counted as found. The count is open again: scan them again.'
              : 'These tubes are not counted as found.'
          }
        />
      </div>
      {showsPicture && <FiveNumbers counts={stockTake.counts} />}
      <div className={styles.page} data-open={isOpen}>
        {/* In one column the scan field comes before the picture, for the tab key too. */}
        {isNarrow ? [counting, picture] : [picture, counting]}
      </div>
    </>
  )
}

function describeStart({ startedAt, startedBy, closedAt, closedBy, counterNames }: StockTake): string {
  const people = formatCount(counterNames.length, 'person', 'people')
  return [
    `begun ${formatMoment(startedAt)} by ${startedBy}`,
    closedAt ? `closed ${formatMoment(closedAt)} by ${closedBy}` : `${people} counting`,
  ].join(' · ')
}

function Actions({ stockTake: { id, counts, state } }: { stockTake: StockTake }) {
  const differences = counts['other-place'] + counts.missing + counts['not-recorded'] + counts['unknown-code']
  const isOpen = state === 'open'
  return (
    <>
      {isOpen && (
        <LinkButton to="/stock-takes" title="Everything is stored: go on at any time">
          Pause
        </LinkButton>
      )}
      <ReportButton id={id} />
      <LinkButton
        to="/stock-takes/$stockTakeId/differences"
        params={{ stockTakeId: id }}
        color="primary"
        variant="solid"
      >
        {isOpen ? 'Review' : 'Show'} {formatCount(differences, 'difference')}
      </LinkButton>
    </>
  )
}

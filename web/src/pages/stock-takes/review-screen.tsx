import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import {
  AcceptableResult,
  type AcceptBody,
  type StockTake,
  type StockTakeDifference,
} from '@lims/contract/stock-takes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Alert, App, Button, Checkbox } from 'antd'
import { useEffect } from 'react'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { stockTakesTrail } from '../../entities/freezer-work/trails.ts'
import { useSession } from '../../entities/session/session.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { differencesQuery, stockTakeQuery } from '../../entities/stock-take/stock-take-api.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { isPending } from '../../features/scanning/scan-list.ts'
import { useAfterScans } from '../../features/scanning/use-after-scans.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { chosenIn, shownChoice, toggleDifference, toggleResult, withoutChanged } from './choice.ts'
import { countingQueueOf } from './counting-queue.ts'
import { DifferenceList } from './difference-list.tsx'
import { NoStockTake } from './no-stock-take.tsx'
import { ReportButton } from './report-button.tsx'
import styles from './review-screen.module.css'
import { describeResult } from './stock-take-words.ts'
import { useCloseStockTake } from './use-close-stock-take.ts'
import { useKeptDifferences } from './use-kept-differences.ts'

/** The differences side by side, of which a person chooses what to accept. */
export function ReviewScreen() {
  const { stockTakeId } = useParams({ from: '/signed-in/stock-takes/$stockTakeId/differences' })
  const stockTake = useQuery(stockTakeQuery(stockTakeId))
  const differences = useQuery(differencesQuery(stockTakeId))
  if (stockTake.data && differences.data) {
    return (
      <Review
        key={stockTakeId}
        stockTake={stockTake.data.stockTake}
        differences={differences.data.differences}
        total={differences.data.totalDifferences}
        toPutAway={differences.data.missingToPutAway}
      />
    )
  }
  return (
    <>
      <PageHeader title="Differences" trail={stockTakesTrail} />
      <NotLoaded
        query={{
          error: stockTake.error ?? differences.error,
          refetch: () => void Promise.all([stockTake.refetch(), differences.refetch()]),
        }}
        notFound={['stock-take-not-found']}
        missing={<NoStockTake />}
        failedTitle="The differences could not be loaded"
      />
    </>
  )
}

type Props = {
  stockTake: StockTake
  /** The first of them. */
  differences: readonly StockTakeDifference[]
  /** How many there are. */
  total: number
  /** Number of missing tubes of the stock-take that were returned and wait to be put away. */
  toPutAway: number
}

function Review({ stockTake, differences, total, toPutAway }: Props) {
  const { id, counts, numBoxes, numFinishedBoxes } = stockTake
  const storageName = pathText(stockTake.storageName)
  const isOpen = stockTake.state === 'open'
  const denied = useDeniedProps('stock-take.apply')
  const isChoosable = isOpen && denied.title === undefined
  const { choice, setChoice, keepCells, setKeepCells } = useKeptDifferences(id, isOpen)
  const isAll = differences.length === total
  const offered = AcceptableResult.options.filter((result) => counts[result] > 0)
  const chosen = chosenIn(choice, differences, counts)
  const unchanged = withoutChanged(choice, differences)
  const numChanged = choice.single.size - unchanged.single.size
  const accept = {
    results: [...choice.results],
    expected: Object.fromEntries(choice.results.map((result) => [result, counts[result]])),
    differences: shownChoice(choice, differences),
    differenceIds: [],
  }
  return (
    <>
      <PageHeader
        title="Differences"
        heading={`Differences in ${storageName}`}
        trail={[...stockTakesTrail, { label: `Stock-take of ${storageName}`, href: `/stock-takes/${id}` }]}
        subtitle={`${formatCount(total, 'difference')} · ${formatNumber(numFinishedBoxes)} of ${formatCount(numBoxes, 'box', 'boxes')} counted`}
        actions={<Actions stockTake={stockTake} accept={accept} chosen={chosen} keepCells={keepCells} />}
      />
      <div className={styles.page}>
        {isOpen && numFinishedBoxes < numBoxes && (
          <Alert
            type="info"
            showIcon
            title="Not all boxes are finished: in the others, nothing is judged as missing yet."
          />
        )}
        {isOpen && toPutAway > 0 && (
          <Alert
            type="warning"
            showIcon
            title={`${formatCount(toPutAway, 'missing tube was returned and waits', 'missing tubes were returned and wait')} to be put away: check the returned tubes first.`}
          />
        )}
        {isOpen && numChanged > 0 && (
          <Alert
            type="warning"
            showIcon
            closable={{ 'aria-label': 'Close this note', onClose: () => setChoice(unchanged) }}
            title={`${formatCount(numChanged, 'difference')} that you chose ${numChanged === 1 ? 'has' : 'have'} changed and will not be accepted: other people are still counting.`}
          />
        )}
        {total === 0 && <EmptyState text="Nothing differs from the record." />}
        {isOpen && denied.title && <p className="muted not-printed">{denied.title}</p>}
        {isChoosable && offered.length > 0 && (
          <fieldset className={`${styles.kinds} not-printed`}>
            <legend>Accept all of a kind</legend>
            {offered.map((result) => (
              <Checkbox
                key={result}
                checked={choice.results.includes(result)}
                onChange={() => setChoice(toggleResult(choice, result))}
              >
                {describeResult(result, counts[result])}
              </Checkbox>
            ))}
            {counts.missing > 0 && (
              <Checkbox checked={keepCells} onChange={({ target }) => setKeepCells(target.checked)}>
                Missing tubes keep their cells
              </Checkbox>
            )}
          </fieldset>
        )}
        <DifferenceList
          differences={differences}
          choice={choice}
          isOpen={isOpen}
          isChoosable={isChoosable}
          onToggle={(difference) => setChoice(toggleDifference(choice, difference, isAll ? differences : []))}
        />
        {!isAll && (
          <p className="muted">
            The first {formatNumber(differences.length)} are shown. The report has all of them.
          </p>
        )}
      </div>
    </>
  )
}

type ActionsProps = Pick<AcceptBody, 'accept' | 'keepCells'> & { stockTake: StockTake; chosen: number }

function Actions({
  stockTake: { id, storageName: path, state, closedAt },
  accept,
  chosen,
  keepCells,
}: ActionsProps) {
  const denied = useDeniedProps('stock-take.apply')
  const storageName = pathText(path)
  const { apply, undo, cancel } = useCloseStockTake(id, storageName)
  const { modal } = App.useApp()
  const queue = countingQueueOf(useQueryClient(), useSession()?.user.sub)
  const countUnsent = () =>
    queue.session.get().scans.filter((scan) => scan.stockTakeId === id && isPending(scan)).length
  const confirmCancel = useAfterScans(
    countUnsent,
    () =>
      void modal.confirm({
        title: `Cancel the stock-take of ${storageName}?`,
        content: 'Nothing is changed, and what was counted stays in the report.',
        okText: 'Cancel the stock-take',
        cancelText: 'Go on counting',
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => cancel.mutateAsync().catch(() => undefined),
      }),
  )
  const finish = useAfterScans(countUnsent, () => apply.mutate({ accept, keepCells }))
  const { newSubmission } = apply
  // Once it was accepted, only an undo opens it again: the same choice is another acceptance then.
  useEffect(() => {
    if (state === 'applied') newSubmission()
  }, [state, newSubmission])
  return (
    <>
      <ReportButton id={id} />
      {state === 'open' && (
        <>
          <Button {...denied} danger onClick={confirmCancel}>
            Cancel stock-take…
          </Button>
          <Button {...denied} type="primary" loading={apply.isPending} onClick={finish}>
            {chosen === 0
              ? 'Finish without changes'
              : `Accept ${formatCount(chosen, 'difference')} and finish`}
          </Button>
        </>
      )}
      {state === 'applied' && (
        <Button {...denied} loading={undo.isPending} onClick={() => undo.mutate(closedAt)}>
          Undo
        </Button>
      )}
    </>
  )
}

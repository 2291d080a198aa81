import type { Batch } from '@lims/contract/batches.ts'
import type { ReplyOf } from '@lims/contract/endpoint.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import type { printRunsApi } from '@lims/contract/print-runs.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { createStore, useStore } from '../../../api/create-store.ts'
import { QueryError } from '../../../api/query-error.tsx'
import { useStoppedNavigation } from '../../../forms/use-stopped-navigation.ts'
import { promptNextQuery } from '../printer/confirm-access.ts'
import { AccessPanel } from './access-panel.tsx'
import { type LabelSource, openRunOfChosenQuery, openRunQuery, printRunKeys } from './print-run-api.ts'
import { isBusy, type PrintRunState } from './print-run-state.ts'
import { ResumePanel } from './resume-panel.tsx'
import { RunPanel } from './run-panel.tsx'
import { StartPanel } from './start-panel.tsx'
import { usePrintRun } from './use-print-run.ts'

type Props = {
  batch: Pick<Batch, 'id' | 'name' | 'numSamples'>
  /** Resumes the unfinished run as soon as the printer is found, unless another window may be printing it. */
  resumesAtOnce?: boolean
  onClose: () => void
}

/** Prints the labels of a batch, from the check of the printer to the last label. */
export function PrintDialog({ batch, resumesAtOnce = false, onClose }: Props) {
  return (
    <RunDialog
      title={`Print labels of ${batch.name}`}
      unfinished="This batch has an unfinished print run"
      whereToResume="on the page of the batch"
      source={{ batchId: batch.id }}
      numSamples={batch.numSamples}
      openRun={useQuery(openRunQuery(batch.id))}
      resumesAtOnce={resumesAtOnce}
      onClose={onClose}
    />
  )
}

/** Prints the labels of chosen samples. An unfinished run of chosen samples is resumed or ended first. */
export function PrintChosenDialog({
  sampleIds,
  onClose,
}: {
  sampleIds: readonly string[]
  onClose: () => void
}) {
  const count = sampleIds.length
  return (
    <RunDialog
      title={
        count === 1 ? 'Print the label of 1 sample' : `Print the labels of ${formatNumber(count)} samples`
      }
      unfinished="You have an unfinished print run of chosen samples"
      whereToResume="by printing labels of chosen samples again"
      source={{ sampleIds }}
      numSamples={count}
      openRun={useQuery(openRunOfChosenQuery)}
      resumed={{
        title: 'Unfinished print run of chosen samples',
        goOn:
          count === 1 ? 'Go on to the chosen sample' : `Go on to the ${formatNumber(count)} chosen samples`,
      }}
      onClose={onClose}
    />
  )
}

type RunDialogProps = {
  title: string
  /** The title of the question about an unfinished run. */
  unfinished: string
  whereToResume: string
  source: LabelSource
  numSamples: number
  openRun: Pick<UseQueryResult<ReplyOf<typeof printRunsApi.open>>, 'data' | 'error' | 'isError' | 'refetch'>
  resumesAtOnce?: boolean
  /**
   * The title while the unfinished run is printed, and the button that goes on after it, if that run may be of other
   * samples.
   */
  resumed?: { title: string; goOn: string }
  onClose: () => void
}

function RunDialog({
  title,
  unfinished,
  whereToResume,
  source,
  numSamples,
  openRun,
  resumesAtOnce = false,
  resumed,
  onClose,
}: RunDialogProps) {
  const [isOpen, setOpen] = useState(true)
  const queryClient = useQueryClient()
  const { queue, isResumed, start, takeOver, end, putAway } = usePrintRun(source, isOpen)
  const state = useStore<PrintRunState | undefined>(queue?.state ?? noRun)
  const { data: isPromptNext = false, isPending: isAccessUnknown } = useQuery(promptNextQuery)
  const [isExplained, setExplained] = useState(false)
  const hasOpenRun = Boolean(openRun.data?.run)
  const forgetStart = start.reset

  // The mutation outlives the panel: a start that was refused because of this run is over when the run has ended.
  useEffect(() => {
    if (hasOpenRun) return forgetStart
  }, [hasOpenRun, forgetStart])

  const canClose = !state || !isBusy(state)
  const close = () => setOpen(false)

  function handleClosed() {
    queryClient.invalidateQueries({ queryKey: printRunKeys.all })
    onClose()
  }

  return (
    <Modal
      title={isResumed && resumed ? resumed.title : title}
      open={isOpen}
      onCancel={close}
      afterClose={handleClosed}
      closable={canClose}
      keyboard={canClose}
      footer={null}
      width={600}
      style={{ top: 32 }}
    >
      <LeaveWarning
        isPrinting={state?.phase === 'printing' || state?.phase === 'cancelling'}
        whereToResume={whereToResume}
      />
      {queue ? (
        <RunPanel
          queue={queue}
          next={isResumed && resumed ? { label: resumed.goOn, run: putAway } : undefined}
          onClose={close}
        />
      ) : openRun.isError ? (
        <QueryError title="Failed to fetch the print run" query={openRun} />
      ) : !openRun.data || isAccessUnknown ? (
        <Skeleton active />
      ) : isPromptNext && !isExplained ? (
        <AccessPanel onContinue={() => setExplained(true)} onClose={close} />
      ) : openRun.data.run ? (
        <ResumePanel
          title={unfinished}
          run={openRun.data.run}
          quietSeconds={openRun.data.quietSeconds ?? 0}
          takeOver={takeOver}
          end={end}
          resumesAtOnce={resumesAtOnce}
          onClose={close}
        />
      ) : (
        <StartPanel source={source} numSamples={numSamples} start={start} onClose={close} />
      )}
    </Modal>
  )
}

const noRun = createStore<PrintRunState | undefined>(undefined)

/** Asks for confirmation before a person leaves the page while labels are being printed. */
function LeaveWarning({ isPrinting, whereToResume }: { isPrinting: boolean; whereToResume: string }) {
  const { isStopped, proceed, stay } = useStoppedNavigation({
    stops: () => isPrinting,
    warnsBeforeReload: () => isPrinting,
  })
  return (
    <Modal
      title="Labels are being printed"
      open={isStopped}
      onOk={proceed}
      onCancel={stay}
      okText="Leave and stop printing"
      cancelText="Stay"
      width={440}
    >
      Printing stops when you leave. The run is kept: it can be resumed {whereToResume}.
    </Modal>
  )
}

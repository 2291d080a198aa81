import type { Batch } from '@lims/contract/batches.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { Modal, Skeleton } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { textOfFailure } from '../../../api/call-error.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import { isBusy, type PrintProgress } from './print-progress.ts'
import type { PrintQueue } from './print-queue.ts'
import { openRunQuery, printRunKeys } from './print-run-api.ts'
import { ResumePanel } from './resume-panel.tsx'
import { RunPanel } from './run-panel.tsx'
import { StartPanel } from './start-panel.tsx'
import { usePrinting } from './use-print-run.ts'

type Props = {
  batch: Pick<Batch, 'id' | 'name' | 'numSamples'>
  /** Goes on with the unfinished run as soon as the printer is found, unless another window may be printing it. */
  resumesAtOnce?: boolean
  onClosed: () => void
}

/** Prints the labels of a batch, from the check of the printer to the last label. */
export function PrintDialog({ batch, resumesAtOnce = false, onClosed }: Props) {
  const [isOpen, setOpen] = useState(true)
  const queryClient = useQueryClient()
  const openRun = useQuery(openRunQuery(batch.id))
  const { queue, start, takeOver, end } = usePrinting(batch.id)
  const phase = useProgress(queue, (progress) => progress.phase)
  const canLeave = useProgress(queue, (progress) => !isBusy(progress)) ?? true
  const close = () => setOpen(false)

  function closed() {
    queryClient.invalidateQueries({ queryKey: printRunKeys.all })
    onClosed()
  }

  return (
    <Modal
      title={`Print labels of ${batch.name}`}
      open={isOpen}
      onCancel={close}
      afterClose={closed}
      closable={canLeave}
      keyboard={canLeave}
      mask={{ closable: false }}
      footer={null}
      width={600}
      style={{ top: 32 }}
    >
      <LeaveWarning isBusy={phase === 'printing' || phase === 'cancelling'} />
      {queue ? (
        <RunPanel queue={queue} onClose={close} />
      ) : openRun.isError ? (
        <LoadError
          title="Failed to fetch the print run"
          text={textOfFailure(openRun.error)}
          onRetry={openRun.refetch}
        />
      ) : !openRun.data ? (
        <Skeleton active />
      ) : openRun.data.run ? (
        <ResumePanel
          run={openRun.data.run}
          quietSeconds={openRun.data.quietSeconds ?? 0}
          takeOver={takeOver}
          end={end}
          resumesAtOnce={resumesAtOnce}
          onClose={close}
        />
      ) : (
        <StartPanel batch={batch} start={start} onClose={close} />
      )}
    </Modal>
  )
}

const nothing = () => () => {}

const useProgress = <T,>(queue: PrintQueue | undefined, read: (progress: PrintProgress) => T) =>
  useSyncExternalStore(queue?.subscribe ?? nothing, () => queue && read(queue.progress()))

/** Whoever leaves while labels come out is asked first. */
function LeaveWarning({ isBusy }: { isBusy: boolean }) {
  const { proceed, reset } = useBlocker({
    shouldBlockFn: () => isBusy,
    enableBeforeUnload: () => isBusy,
    withResolver: true,
  })
  return (
    <Modal
      title="Labels are being printed"
      open={proceed !== undefined}
      onOk={() => proceed?.()}
      onCancel={() => reset?.()}
      okText="Leave and stop printing"
      cancelText="Stay"
      width={440}
    >
      Printing stops when you leave. The run is kept: it can be resumed on the page of its batch.
    </Modal>
  )
}

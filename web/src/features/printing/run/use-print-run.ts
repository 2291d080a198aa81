import type { PrintRun } from '@lims/contract/print-runs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { presentSender } from '../../../api/stored-token.ts'
import { useReportedMutation } from '../../../api/use-reported-mutation.ts'
import { openPrintQueue } from './open-print-queue.ts'
import type { PrintQueue } from './print-queue.ts'
import {
  finishRun,
  type LabelSelection,
  type LabelSource,
  printRunKeys,
  startRun,
  takeOverRun,
} from './print-run-api.ts'

/**
 * Starts, takes over or ends the recorded run of a batch or of chosen samples, and keeps its queue while the dialog is
 * open.
 */
export function usePrintRun(source: LabelSource, isOpen: boolean) {
  const queryClient = useQueryClient()
  const [queue, setQueue] = useState<PrintQueue>()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The queue is outside React. Strict mode unmounts and mounts again at once, which is not leaving.
  useEffect(() => {
    clearTimeout(leaving.current)
    return () => {
      leaving.current = setTimeout(() => queue?.leave())
    }
  }, [queue])

  // Read by replies that come late: closed from the click on, not only after the animation.
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = !isOpen
    return () => {
      isClosed.current = true
    }
  }, [isOpen])

  const refetch = () => queryClient.invalidateQueries({ queryKey: printRunKeys.all })

  const start = useMutation({
    mutationFn: async (selection: LabelSelection) => {
      const sender = presentSender()
      return openPrintQueue(await startRun(source, selection, sender), queryClient, sender)
    },
    onSuccess: (opened) => {
      // Nothing is printed without the dialog: the page shows the run, to be resumed or ended.
      if (isClosed.current) return refetch()
      setQueue(opened)
      void opened.start()
    },
    onError: refetch,
    meta: { handlesErrors: true },
  })

  const takeOver = useReportedMutation({
    mutationFn: async ({ id }: PrintRun) => {
      const sender = presentSender()
      const opened = openPrintQueue(await takeOverRun(id, sender), queryClient, sender)
      await opened.load()
      return opened
    },
    onSuccess: (opened) => {
      if (isClosed.current) {
        opened.leave()
        return refetch()
      }
      setQueue(opened)
      if (opened.state.get().inDoubt.length === 0) void opened.start()
    },
    onError: refetch,
    taskOf: ({ id }) => id,
    meta: { errorTitle: 'The print run could not be resumed' },
  })

  const isResumed = queue !== undefined && takeOver.data === queue

  const end = useReportedMutation({
    mutationFn: ({ id }: PrintRun) => finishRun(id, presentSender()),
    onSettled: refetch,
    taskOf: ({ id }) => id,
    meta: { errorTitle: 'The print run could not be ended' },
  })

  /** Puts a run that has ended away, once it is known which run is open now. */
  async function putAway() {
    await refetch()
    setQueue(undefined)
  }

  return { queue, isResumed, start, takeOver, end, putAway }
}

import type { PrintRun } from '@lims/contract/print-runs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PrintQueue } from './print-queue.ts'
import { finishRun, printRunKeys, queueOf, startRun, takeOverRun, type WhichLabels } from './print-run-api.ts'

/** Begins, takes over or ends the recorded run of a batch, and keeps its queue while the dialog is open. */
export function usePrinting(batchId: string) {
  const queryClient = useQueryClient()
  const [queue, setQueue] = useState<PrintQueue>()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The queue is outside of React. A component that is only mounted anew, as in strict mode, has not left it.
  useEffect(() => {
    clearTimeout(leaving.current)
    return () => {
      leaving.current = setTimeout(() => queue?.leave())
    }
  }, [queue])

  const lookAgain = () => queryClient.invalidateQueries({ queryKey: printRunKeys.all })

  const start = useMutation({
    mutationFn: (which: WhichLabels) => startRun(batchId, which),
    onSuccess: (run) => {
      const begun = queueOf(run, queryClient)
      setQueue(begun)
      void begun.start()
    },
    onError: lookAgain,
    meta: { handlesErrors: true },
  })

  const takeOver = useMutation({
    mutationFn: async ({ id }: PrintRun) => {
      const taken = queueOf(await takeOverRun(id), queryClient)
      await taken.load()
      return taken
    },
    onSuccess: (taken) => {
      setQueue(taken)
      if (taken.progress().inDoubt.length === 0) void taken.start()
    },
    onError: lookAgain,
    meta: { errorTitle: 'The print run could not be resumed' },
  })

  const end = useMutation({
    mutationFn: ({ id }: PrintRun) => finishRun(id),
    onSettled: lookAgain,
    meta: { errorTitle: 'The print run could not be ended' },
  })

  return { queue, start, takeOver, end }
}

import { formatCount } from '@lims/contract/format-count.ts'
import type { ImportProgress } from '@lims/contract/imports.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { randomKey } from '../../api/idempotency-keys.ts'
import { useDeleteBatch } from '../../entities/deletion/use-delete-batch.ts'
import { refetchSamples } from '../../entities/sample/sample-api.ts'
import { useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { applyFile, type ChosenFile, type Plan } from './import-api.ts'

/**
 * Imports a file, with its progress. Repeated calls have the same Idempotency-Key until `reset`.
 * Undo deletes the batch that the import has made.
 */
export function useApplyFile() {
  const queryClient = useQueryClient()
  const { notification } = App.useApp()
  const [key, setKey] = useState(randomKey)
  const [progress, setProgress] = useState<ImportProgress>()
  const isMounted = useRef(false)
  const offerUndo = useUndoNotice()
  const undo = useDeleteBatch({
    leave: reset,
    titleOf: (name, samples) => `Import undone: ${name} deleted with ${samples}`,
    errorTitle: 'The import could not be undone',
  })

  // Synchronises with the page: while it is open it shows the result itself, and no notification is needed.
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const apply = useMutation({
    mutationFn: ({ file, plan, importAgain }: { file: ChosenFile; plan: Plan; importAgain: boolean }) =>
      applyFile(file, plan, { key, importAgain, onProgress: setProgress }),
    onMutate: () => setProgress(undefined),
    onSuccess: ({ batch, numSamples }, { plan }) => {
      const title = `${formatCount(numSamples, 'sample is', 'samples are')} in ${batch.name} now`
      if ('batchName' in plan.target) offerUndo(title, () => undo.mutate(batch))
      else if (!isMounted.current) {
        notification.success({ key: batch.id, title: 'File imported', description: `${title}.` })
      }
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'Import failed' },
  })
  function reset() {
    apply.reset()
    setKey(randomKey())
  }
  return { apply, progress, reset }
}

import { formatCount } from '@lims/contract/format-count.ts'
import { type ImportProgress, importsApi, type ReadFileReply } from '@lims/contract/imports.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { randomKey } from '../../api/idempotency-keys.ts'
import { presentSender } from '../../api/stored-token.ts'
import { useDelete } from '../../entities/deletion/use-delete.ts'
import { refetchSamples } from '../../entities/sample/sample-api.ts'
import { undoScope, useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { applyFile, type ChosenFile, type Plan } from './import-api.ts'
import { forgetPlanOf } from './kept-plan.ts'

type Import = { file: ChosenFile; read: ReadFileReply; plan: Plan; importAgain: boolean }

/**
 * Imports a file, with its progress. Repeated calls have the same Idempotency-Key until `reset`.
 * Undo deletes the batch that the import has made, unless something has happened to its samples since.
 */
export function useApplyFile() {
  const queryClient = useQueryClient()
  const { notification } = App.useApp()
  const [key, setKey] = useState(randomKey)
  const [progress, setProgress] = useState<ImportProgress>()
  const isMounted = useRef(false)
  const offerUndo = useUndoNotice()
  const undo = useDelete({
    deleteRecord: ({ id }: { id: string; name: string }, options) =>
      call(importsApi.undo, { body: { batchId: id } }, options),
    nameOf: ({ name }) => name,
    titleOf: ({ name }, { numSamples }) =>
      `Import undone: ${name} deleted with ${formatCount(numSamples, 'sample')}`,
    leave: reset,
    errorTitle: 'The import could not be undone',
    scope: undoScope,
  })

  // Synchronises with the page: while it is open it shows the outcome itself, and no notification is needed.
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const apply = useMutation({
    mutationFn: ({ file, plan, importAgain }: Import) =>
      applyFile(file, plan, { ...presentSender(), key, importAgain, onProgress: setProgress }),
    onMutate: () => setProgress(undefined),
    onSuccess: ({ batch, numSamples }, { file, read, plan }) => {
      forgetPlanOf(file, read)
      const title = `${formatCount(numSamples, 'sample is', 'samples are')} in ${batch.name} now`
      if ('batchName' in plan.target) offerUndo(title, undo.retryable(batch))
      else if (!isMounted.current) {
        notification.success({ key: batch.id, title: 'File imported', description: `${title}.` })
      }
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'Import failed', handlesErrors: () => isMounted.current },
  })
  function reset() {
    apply.reset()
    setKey(randomKey())
  }
  return { apply, progress, reset }
}

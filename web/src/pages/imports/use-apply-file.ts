import type { ImportProgress } from '@lims/contract/imports.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { randomKey } from '../../api/idempotency-keys.ts'
import { batchKeys } from '../../entities/batch/batch-api.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'
import { useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { applyFile, type ChosenFile, type Plan } from './import-api.ts'
import { useUndoImport } from './use-undo-import.ts'

/** Imports a file under one key for as long as the screen does not ask for another, and shows how far it is. */
export function useApplyFile() {
  const queryClient = useQueryClient()
  const { notification } = App.useApp()
  const [key, setKey] = useState(randomKey)
  const [progress, setProgress] = useState<ImportProgress>()
  const isWatched = useRef(false)
  const offerUndo = useUndoNotice()
  const undo = useUndoImport(startAnew)

  // In step with the screen: whoever still looks at it needs no notice.
  useEffect(() => {
    isWatched.current = true
    return () => {
      isWatched.current = false
    }
  }, [])

  const apply = useMutation({
    mutationFn: ({ file, plan, importAgain }: { file: ChosenFile; plan: Plan; importAgain: boolean }) =>
      applyFile(file, plan, { key, importAgain, onProgress: setProgress }),
    onMutate: () => setProgress(undefined),
    onSuccess: ({ batch, numSamples }, { plan }) => {
      const said = `${numSamples.toLocaleString('en')} ${numSamples === 1 ? 'sample is' : 'samples are'} in ${batch.name} now`
      if ('batchName' in plan.target) offerUndo(said, () => undo.mutate(batch))
      else if (!isWatched.current) {
        notification.success({ key: batch.id, title: 'File imported', description: `${said}.` })
      }
      return Promise.all(
        [sampleKeys.all, batchKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
    },
    meta: { errorTitle: 'Import failed' },
  })
  function startAnew() {
    apply.reset()
    setKey(randomKey())
  }
  return { apply, progress, startAnew }
}

import { formatCount } from '@lims/contract/format-count.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect } from 'react'
import { hasCode } from '../../api/call-error.ts'
import { useWrite } from '../../api/use-write.ts'
import { fetchChosen } from '../../entities/sample/chosen-api.ts'
import type { ChosenSamples } from './use-chosen-samples.ts'

/**
 * Deselects chosen samples that another person has deleted, once the server refuses an action because of them. Their
 * rows are gone from the list, so that the person could not deselect them.
 */
export function useDropDeleted({ samples, remove }: Pick<ChosenSamples, 'samples' | 'remove'>) {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const { mutate: dropDeleted } = useWrite({
    mutationFn: (sampleIds: readonly string[]) => fetchChosen(sampleIds),
    onSuccess: (found, sampleIds) => {
      const existing = new Set(found.map(({ id }) => id))
      const deleted = sampleIds.filter((id) => !existing.has(id))
      if (deleted.length === 0) return
      remove(...deleted)
      const [were, are] = deleted.length === 1 ? ['was', 'is'] : ['were', 'are']
      message.info(
        `${formatCount(deleted.length, 'sample')} ${were} deleted since and ${are} no longer chosen`,
      )
    },
    meta: { errorTitle: 'The chosen samples could not be checked' },
  })

  // Synchronises with the calls of all dialogs, those of other features too.
  useEffect(() => {
    const check = (failure: unknown) => {
      if (samples.length > 0 && hasCode(failure, 'sample-not-found')) dropDeleted(samples.map(({ id }) => id))
    }
    const stopFollowing = [
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') check(event.action.error)
      }),
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') check(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stopFollowing) stop()
    }
  }, [queryClient, samples, dropDeleted])
}

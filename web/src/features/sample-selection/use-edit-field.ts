import { formatCount } from '@lims/contract/format-count.ts'
import { type EditFieldBody, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { sampleFields } from '@lims/contract/sample-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { refetchSamples } from '../../entities/sample/sample-api.ts'
import { undoScope, useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { formatFieldValue } from './format-field-value.ts'

/** Edits one field of samples, and offers to undo it. */
export function useEditField(onSaved: () => void) {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refetch = () => refetchSamples(queryClient)

  const undo = useWrite({
    mutationFn: (body: EditFieldBody, options) => call(sampleBulkApi.editField, { body }, options),
    onSuccess: ({ count }) => void message.success(`${formatCount(count, 'sample')} changed back`),
    onSettled: refetch,
    scope: undoScope,
    meta: { errorTitle: 'The change could not be undone' },
  })
  return useWrite({
    isSubmission: true,
    mutationFn: (body: EditFieldBody, options) => call(sampleBulkApi.editField, { body }, options),
    onSuccess: ({ count, undo: body }, { field, values }) => {
      onSaved()
      const value = formatFieldValue(field, values[0] ?? null)
      const title = `${sampleFields[field].caption} of ${formatCount(count, 'sample')} is now ${value}`
      if (body) offerUndo(title, undo.retryable(body))
    },
    onSettled: refetch,
    meta: { errorTitle: 'The samples were not changed' },
  })
}

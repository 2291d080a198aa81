import type { ErrorCode } from '@lims/contract/errors.ts'
import {
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Form, type FormInstance } from 'antd'
import { useState } from 'react'
import { type CallError, hasCode } from '../api/call-error.ts'
import { useLeavePage } from '../ui/use-leave-page.ts'
import { useDismissedNotice } from './form-failure.ts'
import { type Conflicts, mergeSavedChanges } from './merge-saved-changes.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useFocusAfterSaving } from './use-focus-after-saving.ts'
import type { SavingWrite } from './use-may-be-saved.ts'

type Query<R, Key extends QueryKey> = UseQueryOptions<R, Error, R, Key>

/**
 * Reads the record that a form edits. It is read anew each time the page opens: a form that started from
 * a cached, older version could never be saved. `record` is undefined until then, and after a failure.
 */
export function useRecordToEdit<R, Key extends QueryKey>(query: Query<R, Key>) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({ ...query, staleTime: 0 })
  const isFresh = !isFetching || isFetchedAfterMount
  return {
    record: isFresh ? data : undefined,
    failure: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}

type Options<R, V extends object, Body, Reply, Key extends QueryKey> = {
  /** As read by `useRecordToEdit`. */
  record: R
  query: Query<R, Key>
  /** Names the draft in storage: `sample.<id>`. */
  draftName: string
  toValues: (record: R) => V
  /** What is sent; `record` is the version that the person saw, `reason` why they save it, where one is needed. */
  toBody: (values: V, record: R, reason?: string) => Body
  update: SavingWrite & {
    mutateAsync: (body: Body, options: { onSuccess: (reply: Reply) => void }) => Promise<Reply>
    reset: () => void
  }
  /** The code of the refusal when the record was deleted. */
  deletedCode: ErrorCode
} & (
  | {
      /** Leads to the next page. It is not called once the person has left for another. */
      onSaved: () => Promise<void>
    }
  | {
      /** For a form that stays open: returns the saved record of a reply, from which the form continues. */
      savedRecord: (reply: Reply) => R
    }
)

export type EditForm<R = unknown, V extends object = object> = {
  form: FormInstance<V>
  /** The version of the record that the form started from. */
  record: R
  draft: Draft<V>
  conflicts: Conflicts<V>
  /** While it is true, the form must be disabled: what is typed then would not be saved. */
  isSaving: boolean
  isDeleted: boolean
  /** The refusal of a save because another person has changed the record. */
  staleFailure: CallError | undefined
  /** Merges the newest version into the form. */
  loadNewest: () => void
  isLoadingNewest: boolean
  submit: (values: V, reason?: string) => void
}

/**
 * The state of a form that edits a saved record: it keeps a draft, recognises a record that was changed
 * or deleted by another person, and merges the newest version into what was typed.
 */
export function useEditForm<R, V extends object, Body, Reply, Key extends QueryKey>({
  record: opened,
  query,
  draftName,
  toValues,
  toBody,
  update,
  deletedCode,
  ...saved
}: Options<R, V, Body, Reply, Key>): EditForm<R, V> {
  const queryClient = useQueryClient()
  const [form] = Form.useForm<V>()
  const [record, setRecord] = useState(opened)
  const draft = useDraft<V>(form, draftName, toValues(record))
  const [hasSaved, setHasSaved] = useState(false)
  const [conflicts, setConflicts] = useState(draft.conflicts)
  useDismissedNotice(update.error)
  useFocusAfterSaving(form, update)
  const leave = useLeavePage()

  function startFrom(newest: R, values: V, conflicts: Conflicts<V>) {
    // antd's type wants plain partial values, which a generic V cannot promise.
    form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])
    setConflicts(conflicts)
    setRecord(newest)
  }

  function submit(values: V, reason?: string) {
    if (update.isPending) return
    const save = update.mutateAsync(toBody(values, record, reason), {
      onSuccess: (reply) => {
        if ('savedRecord' in saved) {
          const newest = saved.savedRecord(reply)
          startFrom(newest, toValues(newest), {})
          setHasSaved(true)
        } else {
          draft.discard()
          void leave(saved.onSaved)
        }
      },
    })
    draft.keepUntil(save)
  }

  // A mutation, so that a failure is shown: those of the query are for the page that opens.
  const loadNewest = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    onSuccess: (newest) => {
      const typed: V = form.getFieldsValue(true)
      const { merged, conflicts } = mergeSavedChanges(toValues(record), typed, toValues(newest))
      startFrom(newest, merged, conflicts)
      update.reset()
    },
    meta: {
      errorTitle: 'The newest version could not be loaded',
      handlesErrors: (failure) => hasCode(failure, deletedCode),
    },
  })
  useDismissedNotice(loadNewest.error)
  const isDeleted = hasCode(update.error, deletedCode) || hasCode(loadNewest.error, deletedCode)

  return {
    form,
    record,
    draft: { ...draft, isRestored: draft.isRestored && !hasSaved },
    conflicts,
    isSaving: update.isPending,
    isDeleted,
    staleFailure: !isDeleted && hasCode(update.error, 'version-stale') ? update.error : undefined,
    loadNewest: () => loadNewest.mutate(),
    isLoadingNewest: loadNewest.isPending,
    submit,
  }
}

import type { FormInstance } from 'antd'
import { showFieldError, useDismissedNotice } from './form-failure.ts'
import { useDraft } from './use-draft.ts'

type Options<V extends object, Body> = {
  form: FormInstance<V>
  /** Names the draft in storage: `new-batch`. */
  draftName: string
  /** What the empty form holds. */
  initialValues: Partial<NoInfer<V>>
  create: {
    mutate: (body: Body, options: { onSuccess: () => void; onError: (failure: Error) => void }) => void
    isPending: boolean
    error: Error | null
  }
  onCreated: () => void
}

/** The state of a form that creates a record: it keeps a draft, and shows a refusal at the field that it names. */
export function useCreateForm<V extends object, Body>({
  form,
  draftName,
  initialValues,
  create,
  onCreated,
}: Options<V, Body>) {
  useDismissedNotice(create.error)
  const draft = useDraft(form, draftName, initialValues, create)

  function submit(body: Body) {
    if (create.isPending) return
    create.mutate(body, {
      onSuccess: () => {
        draft.discard()
        onCreated()
      },
      onError: (failure) => showFieldError(form, failure),
    })
  }

  return { draft, isSaving: create.isPending, submit }
}

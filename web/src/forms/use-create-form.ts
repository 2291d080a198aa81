import type { FormInstance } from 'antd'
import { useLeavePage } from '../ui/use-leave-page.ts'
import { useDismissedNotice } from './form-failure.ts'
import { useDraft } from './use-draft.ts'
import { useFocusAfterSaving } from './use-focus-after-saving.ts'
import type { SavingWrite } from './use-may-be-saved.ts'

type Options<V extends object, Body> = {
  form: FormInstance<V>
  /** Names the draft in storage: `new-batch`. */
  draftName: string
  /** What the empty form holds. */
  initialValues: Partial<NoInfer<V>>
  create: SavingWrite & {
    mutateAsync: (body: Body, options: { onSuccess: () => void }) => Promise<unknown>
  }
  /** Leads to the next page. It is not called once the person has left for another, such as by the notice's link. */
  onCreated: () => Promise<void>
}

/**
 * The state of a form that creates a record: it keeps a draft, and shows a refusal at the field that it names.
 * While `isSaving`, the form must be disabled: what is typed then would not be created.
 */
export function useCreateForm<V extends object, Body>({
  form,
  draftName,
  initialValues,
  create,
  onCreated,
}: Options<V, Body>) {
  useDismissedNotice(create.error)
  const draft = useDraft(form, draftName, initialValues, create)
  useFocusAfterSaving(form, create)
  const leave = useLeavePage()

  function submit(body: Body) {
    if (create.isPending) return
    const creation = create.mutateAsync(body, {
      onSuccess: () => {
        draft.discard()
        void leave(onCreated)
      },
    })
    draft.keepUntil(creation)
  }

  return { draft, isSaving: create.isPending, submit }
}

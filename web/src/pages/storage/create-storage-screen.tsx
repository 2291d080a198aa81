import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card, Form } from 'antd'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { DraftNotices } from '../../forms/draft-notices.tsx'
import { showFieldError, useDismissedNotice } from '../../forms/form-failure.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './storage-form.module.css'
import { StorageForm } from './storage-form.tsx'
import { bodyOf, newStorage, type StorageValues } from './storage-values.ts'
import { useCreateStorage } from './use-save-storage.ts'

export function CreateStorageScreen() {
  const { parentId } = useSearch({ from: '/signed-in/storage/create' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [form] = Form.useForm<StorageValues>()
  const create = useCreateStorage()
  useDismissedNotice(create.error)
  const draft = useDraft(form, 'new-storage', newStorage(parentId), create)

  function submit(values: StorageValues) {
    if (create.isPending) return
    const parent = queryClient.getQueryData(storageQuery(values.place.parentID ?? 0).queryKey)
    create.mutate(bodyOf(values, parent), {
      onSuccess: () => {
        draft.discard()
        navigate({ to: '/storage' })
      },
      onError: (failure) => showFieldError(form, failure),
    })
  }

  return (
    <>
      <PageHeader title="Create Storage" trail={[{ label: 'Storage', href: '/storage' }]} />
      <div className={styles.form}>
        <Card>
          <DraftNotices draft={draft} />
          <StorageForm
            form={form}
            initialValues={draft.initialValues}
            submitText="Create"
            isSaving={create.isPending}
            onSubmit={submit}
            onCancel={draft.discard}
          />
        </Card>
      </div>
    </>
  )
}

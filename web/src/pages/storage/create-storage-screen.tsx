import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card, Form } from 'antd'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { DraftNotices } from '../../forms/draft-notices.tsx'
import { useCreateForm } from '../../forms/use-create-form.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './storage-form.module.css'
import { StorageForm } from './storage-form.tsx'
import { bodyOf, newStorage, type StorageValues } from './storage-values.ts'
import { useCreateStorage } from './use-save-storage.tsx'

export function CreateStorageScreen() {
  const { parentId } = useSearch({ from: '/signed-in/storage/create' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [form] = Form.useForm<StorageValues>()
  const create = useCreateStorage()
  const { draft, isSaving, submit } = useCreateForm({
    form,
    draftName: 'new-storage',
    initialValues: newStorage(parentId),
    create,
    onCreated: () => navigate({ to: '/storage', search: { page: 1 } }),
  })
  const parentOf = ({ place }: StorageValues) =>
    queryClient.getQueryData(storageQuery(place.parentID ?? 0).queryKey)

  return (
    <>
      <PageHeader title="Create Storage" trail={[{ label: 'Storage', href: '/storage' }]} />
      <div className={styles.form}>
        <Card>
          <DraftNotices draft={draft} isSaving={isSaving} />
          <StorageForm
            form={form}
            initialValues={draft.initialValues}
            submitText="Create"
            isSaving={isSaving}
            onSubmit={(values) => submit(bodyOf(values, parentOf(values)))}
            onCancel={draft.discard}
          />
        </Card>
      </div>
    </>
  )
}

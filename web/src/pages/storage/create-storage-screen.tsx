import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card, Form } from 'antd'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { showRefusal } from '../../forms/show-refusal.ts'
import { TypedWorkNotices } from '../../forms/typed-work-notices.tsx'
import { useSettledNotice } from '../../forms/use-settled-notice.ts'
import { useTypedWork } from '../../forms/use-typed-work.ts'
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
  useSettledNotice(create.error)
  const work = useTypedWork(form, 'new-storage', newStorage(parentId))

  function submit(values: StorageValues) {
    if (create.isPending) return
    const parent = queryClient.getQueryData(storageQuery(values.parentID ?? 0).queryKey)
    create.mutate(bodyOf(values, parent), {
      onSuccess: () => {
        work.forget()
        navigate({ to: '/storage' })
      },
      onError: (failure) => showRefusal(form, failure),
    })
  }

  return (
    <>
      <PageHeader title="Create Storage" trail={[{ label: 'Storage', href: '/storage' }]} />
      <div className={styles.form}>
        <Card>
          <TypedWorkNotices work={work} />
          <StorageForm
            form={form}
            initialValues={work.begin}
            submitText="Create"
            isSaving={create.isPending}
            onSubmit={submit}
            onCancel={work.forget}
          />
        </Card>
      </div>
    </>
  )
}

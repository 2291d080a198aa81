import type { Storage } from '@lims/contract/storage.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Card, Form, Skeleton } from 'antd'
import { useState } from 'react'
import { showRefusal } from '../forms/show-refusal.ts'
import { StaleNotice } from '../forms/stale-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { mergeNewer } from './merge-newer.ts'
import { storageQuery } from './storage-api.ts'
import styles from './storage-form.module.css'
import { StorageForm } from './storage-form.tsx'
import { storageIdOf } from './storage-id.ts'
import { StorageMissing } from './storage-missing.tsx'
import { changeOf, type StorageValues, valuesOf } from './storage-values.ts'
import { useUpdateStorage } from './use-save-storage.ts'

export function EditStorageScreen() {
  const { storageId } = useParams({ from: '/signed-in/storage/$storageId/edit' })
  // What is remembered may be old, and a form that begins from it could never be saved.
  const storage = useQuery({ ...storageQuery(storageIdOf(storageId)), staleTime: 0 })

  if (storage.isError && !storage.data) {
    return (
      <StorageMissing failure={storage.error} onRetry={storage.refetch} unknownTitle="Storage Not Found" />
    )
  }
  if (!storage.data || (storage.isFetching && !storage.isFetchedAfterMount)) {
    return <Skeleton active paragraph={{ rows: 8 }} />
  }
  return <EditStorage key={storage.data.id} storage={storage.data} />
}

function EditStorage({ storage }: { storage: Storage }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [form] = Form.useForm<StorageValues>()
  const [base, setBase] = useState(storage)
  const [newer, setNewer] = useState<Partial<Record<keyof StorageValues, string>>>({})
  const update = useUpdateStorage()

  function submit(values: StorageValues) {
    if (update.isPending) return
    const parent = queryClient.getQueryData(storageQuery(values.parentID ?? 0).queryKey)
    update.mutate(changeOf(values, parent, base), {
      onSuccess: () => navigate({ to: '/storage' }),
      onError: (failure) => showRefusal(form, failure),
    })
  }

  async function loadNewer() {
    const newest = await queryClient.fetchQuery({ ...storageQuery(base.id), staleTime: 0 })
    const { merged, newer: changed } = mergeNewer(base, form.getFieldsValue(true), newest)
    form.setFieldsValue(merged)
    setNewer(changed)
    setBase(newest)
    update.reset()
  }

  return (
    <>
      <PageHeader
        title={`Edit ${base.alias}`}
        trail={[
          { label: 'Storage', href: '/storage' },
          { label: base.alias, href: `/storage/${base.id}` },
        ]}
      />
      <div className={styles.form}>
        <Card>
          <StaleNotice failure={update.error} onLoadNewer={loadNewer} />
          <StorageForm
            form={form}
            initialValues={valuesOf(base)}
            submitText="Save"
            isSaving={update.isPending}
            onSubmit={submit}
            ownId={base.id}
            newer={newer}
          />
        </Card>
      </div>
    </>
  )
}

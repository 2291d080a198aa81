import type { Storage } from '@lims/contract/storage.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Card, Form, Skeleton } from 'antd'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { storageIdOf } from '../../entities/storage/storage-id.ts'
import { DraftNotices } from '../../forms/draft-notices.tsx'
import { useDismissedNotice } from '../../forms/failure-notice.ts'
import { GoneNotice } from '../../forms/gone-notice.tsx'
import { type Conflicts, mergeSavedChanges } from '../../forms/merge-saved-changes.ts'
import { showFieldError } from '../../forms/show-field-error.ts'
import { StaleNotice } from '../../forms/stale-notice.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './storage-form.module.css'
import { StorageForm } from './storage-form.tsx'
import { StorageMissing } from './storage-missing.tsx'
import { changeOf, parentByName, type StorageValues, valuesOf } from './storage-values.ts'
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
  const draft = useDraft(form, `storage.${storage.id}`, valuesOf(base))
  const [newer, setNewer] = useState<Conflicts<StorageValues>>(draft.conflicts)
  const update = useUpdateStorage()
  useDismissedNotice(update.error)
  const isGone = update.error instanceof CallError && update.error.code === 'storage-not-found'

  function submit(values: StorageValues) {
    if (update.isPending) return
    const parent = queryClient.getQueryData(storageQuery(values.parentID ?? 0).queryKey)
    update.mutate(changeOf(values, parent, base), {
      onSuccess: () => {
        draft.discard()
        navigate({ to: '/storage' })
      },
      onError: (failure) => showFieldError(form, failure),
    })
  }

  async function loadNewer() {
    const newest = await queryClient.fetchQuery({ ...storageQuery(base.id), staleTime: 0 })
    const typed: StorageValues = form.getFieldsValue(true)
    const both = mergeSavedChanges(valuesOf(base), typed, valuesOf(newest))
    form.setFieldsValue(both.merged)
    setNewer(both.conflicts)
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
          <DraftNotices draft={draft} />
          {isGone && <GoneNotice name={base.alias} />}
          <StaleNotice failure={update.error} onLoadNewer={loadNewer} />
          <StorageForm
            form={form}
            initialValues={draft.initialValues}
            submitText="Save"
            isSaving={update.isPending}
            isGone={isGone}
            onSubmit={submit}
            onCancel={draft.discard}
            ownId={base.id}
            newer={parentByName(newer, base)}
          />
        </Card>
      </div>
    </>
  )
}

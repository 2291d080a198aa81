import { type Storage, storageFields } from '@lims/contract/storage.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Card, Skeleton } from 'antd'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { storageIdOf } from '../../entities/storage/storage-id.ts'
import { EditNotices } from '../../forms/edit-notices.tsx'
import { useEditForm, useRecordToEdit } from '../../forms/use-edit-form.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './storage-form.module.css'
import { StorageForm } from './storage-form.tsx'
import { StorageMissing } from './storage-missing.tsx'
import { changeOf, nameConflicts, type StorageValues, valuesOf } from './storage-values.ts'
import { useUpdateStorage } from './use-save-storage.tsx'

const captions = {
  ...Object.fromEntries(Object.entries(storageFields).map(([field, { caption }]) => [field, caption])),
  parentId: storageFields.parentID.caption,
  position: 'Cell',
}

export function EditStorageScreen() {
  const { storageId } = useParams({ from: '/signed-in/storage/$storageId/edit' })
  const { record, failure, retry } = useRecordToEdit(storageQuery(storageIdOf(storageId)))
  if (failure) return <StorageMissing failure={failure} onRetry={retry} unknownTitle="Storage Not Found" />
  if (!record) return <Skeleton active paragraph={{ rows: 8 }} />
  return <EditStorage key={record.id} storage={record} />
}

function EditStorage({ storage }: { storage: Storage }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const edit = useEditForm({
    record: storage,
    query: storageQuery(storage.id),
    draftName: `storage.${storage.id}`,
    toValues: valuesOf,
    toBody: (values: StorageValues, record) => {
      const parent = queryClient.getQueryData(storageQuery(values.place.parentID ?? 0).queryKey)
      return changeOf(values, parent, record)
    },
    update: useUpdateStorage(),
    deletedCode: 'storage-not-found',
    onSaved: () => navigate({ to: '/storage' }),
  })
  const { id, alias } = edit.record

  return (
    <>
      <PageHeader
        title={`Edit ${alias}`}
        trail={[
          { label: 'Storage', href: '/storage' },
          { label: alias, href: `/storage/${id}` },
        ]}
      />
      <div className={styles.form}>
        <Card>
          <EditNotices edit={edit} name={alias} captions={captions} />
          <StorageForm
            form={edit.form}
            initialValues={edit.draft.initialValues}
            submitText="Save"
            isSaving={edit.isSaving}
            isDeleted={edit.isDeleted}
            onSubmit={edit.submit}
            onCancel={edit.draft.discard}
            edited={edit.record}
            conflicts={nameConflicts(edit.conflicts, edit.record)}
          />
        </Card>
      </div>
    </>
  )
}

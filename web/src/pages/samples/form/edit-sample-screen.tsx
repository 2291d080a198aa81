import { sampleFields } from '@lims/contract/sample-fields.ts'
import { displayName, isEarlierStatus, SampleStatus } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Card, Skeleton } from 'antd'
import { useRef } from 'react'
import { isOutcomeUnknown } from '../../../api/call-error.ts'
import { sampleInfoQuery, sampleQuery } from '../../../entities/sample/sample-api.ts'
import { earlierStatusText } from '../../../entities/sample/sample-text.ts'
import { useRolesOn } from '../../../entities/session/use-may.ts'
import { EditNotices } from '../../../forms/edit-notices.tsx'
import { isSame } from '../../../forms/is-same.ts'
import { useConfirmWithReason } from '../../../forms/use-confirm-with-reason.tsx'
import { useEditForm, useRecordToEdit } from '../../../forms/use-edit-form.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { onPlainClick } from '../../../ui/on-plain-click.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SampleMissing } from '../sample-missing.tsx'
import { AlsoChildren, changedForChildren } from './also-children.tsx'
import styles from './sample-form.module.css'
import { SampleForm } from './sample-form.tsx'
import { changeOf, formFields, nameConflicts, type SampleValues, valuesOf } from './sample-values.ts'
import { useUpdateSample } from './use-save-sample.ts'

const captions = Object.fromEntries(formFields.map((field) => [field, sampleFields[field].caption]))

/** The choice is a value of the form, so that the draft keeps it. */
const valuesWithChoice = (sample: Sample): SampleValues => ({ ...valuesOf(sample), alsoChildren: true })

export function EditSampleScreen() {
  const { sampleId } = useParams({ from: '/signed-in/samples/$sampleId/edit' })
  const { record, failure, retry } = useRecordToEdit(sampleQuery(sampleId))
  if (failure) return <SampleMissing sampleId={sampleId} failure={failure} onRetry={retry} />
  if (!record) return <Skeleton active paragraph={{ rows: 8 }} />
  return <EditSample key={record.id} sample={record} />
}

function EditSample({ sample }: { sample: Sample }) {
  const navigate = useNavigate()
  const isReasonRequired = useRolesOn()
  const confirm = useConfirmWithReason({ isReasonRequired })
  const params = { sampleId: sample.id }
  const update = useUpdateSample()
  const lastTry = useRef<{ values: SampleValues; reason: string | undefined }>(undefined)
  const children = useQuery(sampleInfoQuery(sample.id)).data?.children
  const edit = useEditForm({
    record: sample,
    query: sampleQuery(sample.id),
    draftName: `sample.${sample.id}`,
    toValues: valuesWithChoice,
    toBody: (values, before, reason) => ({
      ...changeOf(values, before),
      // The server knows which children: one may have been created since.
      ...(values.alsoChildren !== false &&
        changedForChildren(values, before).length > 0 && { alsoChildren: true }),
      ...(reason !== undefined && { reason }),
    }),
    update,
    deletedCode: 'sample-not-found',
    onSaved: () => navigate({ to: '/samples/$sampleId', params }),
  })
  const { name, status } = edit.record

  function submit(values: SampleValues) {
    const next = SampleStatus.safeParse(values.status)
    const last = lastTry.current
    if (last && isOutcomeUnknown(update.error) && isSame(last.values, values))
      return edit.submit(values, last.reason)
    if (!isReasonRequired || !next.success || !isEarlierStatus(next.data, status)) return edit.submit(values)
    confirm({
      title: `Move ${name} back to ${displayName(next.data)}?`,
      content: earlierStatusText,
      okText: 'Save',
      draftId: sample.id,
      onOk: (reason) => {
        lastTry.current = { values, reason }
        edit.submit(values, reason)
        return undefined
      },
    })
  }

  return (
    <>
      <PageHeader
        title={`Edit ${name}`}
        trail={[
          { label: 'Samples', href: '/samples' },
          { label: name, href: `/samples/${sample.id}` },
        ]}
      />
      <div className={styles.page}>
        <Card>
          <EditNotices edit={edit} name={name} captions={captions} />
          <SampleForm
            form={edit.form}
            fields={formFields}
            initialValues={edit.draft.initialValues}
            submitText="Save"
            isSaving={edit.isSaving}
            isDeleted={edit.isDeleted}
            onSubmit={submit}
            currentStatus={status}
            isMasked={edit.record.masked === true}
            conflicts={nameConflicts(edit.conflicts, edit.record)}
            furtherChoice={<AlsoChildren form={edit.form} samples={children} parent={edit.record} />}
            cancel={
              <LinkButton
                to="/samples/$sampleId"
                params={params}
                disabled={edit.isSaving}
                onClick={onPlainClick(edit.draft.discard)}
              >
                Cancel
              </LinkButton>
            }
          />
        </Card>
      </div>
    </>
  )
}

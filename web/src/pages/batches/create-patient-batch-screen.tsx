import { AddPatientBatchBody, kitSize, noTubesChosen } from '@lims/contract/batches.ts'
import { defaultKit } from '@lims/contract/tube-types.ts'
import { useNavigate } from '@tanstack/react-router'
import { App, Card, Form, Input } from 'antd'
import { useEffect } from 'react'
import { useRolesOn } from '../../entities/session/use-may.ts'
import { DraftNotices } from '../../forms/draft-notices.tsx'
import { NumberField, numberRule } from '../../forms/number-field.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useCreateForm } from '../../forms/use-create-form.ts'
import { useSubmittable } from '../../forms/use-submittable.ts'
import { zodRule } from '../../forms/zod-rule.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { notCorrected } from '../../ui/not-corrected.ts'
import { onPlainClick } from '../../ui/on-plain-click.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './batch-form.module.css'
import { CreationProgress } from './creation-progress.tsx'
import { KitFields } from './kit-fields.tsx'
import { batchSummary, type PatientBatchForm, patientBatchBody } from './patient-batch.ts'
import { PatientBatchSummary } from './patient-batch-summary.tsx'
import { PatientSubjectsNote } from './patient-subjects-note.tsx'
import { useCreatePatientBatch } from './use-save-batch.ts'

const initialValues = { tubes: defaultKit }
const validateTrigger = ['onChange', 'onBlur']
const { name, description, numPatients, samplePrefix, siteId, visitId } = AddPatientBatchBody.shape

export function CreatePatientBatchScreen() {
  const [form] = Form.useForm<PatientBatchForm>()
  const { notification } = App.useApp()
  const navigate = useNavigate()
  const { incomplete, submitProps } = useSubmittable(form)
  const create = useCreatePatientBatch()
  const rolesOn = useRolesOn()
  const { draft, isSaving, submit } = useCreateForm({
    form,
    draftName: 'new-patient-batch',
    initialValues,
    create,
    onCreated: () => navigate({ to: '/batches', search: { page: 1 } }),
  })
  const patients = Form.useWatch('numPatients', form)
  const summary = batchSummary(patients, Form.useWatch('tubes', form))

  // Synchronises with antd's notifications, which are outside the form.
  useEffect(() => () => notification.destroy(noTubesChosen.title), [notification])

  function checkAndSubmit(values: PatientBatchForm) {
    notification.destroy(noTubesChosen.title)
    const checked = AddPatientBatchBody.safeParse(patientBatchBody(values))
    if (checked.success) submit(checked.data)
    else showIssue(checked.error.issues)
  }

  function showIssue([issue]: readonly { path: readonly PropertyKey[]; message: string }[]) {
    if (issue?.path[0] === 'numPatients') {
      form.setFields([{ name: 'numPatients', errors: [issue.message] }])
    } else {
      const { title, text } = noTubesChosen
      notification.error({ key: title, title, description: text, duration: 0 })
    }
  }

  return (
    <>
      <PageHeader title="Create Patient Batch" trail={[{ label: 'Batches', href: '/batches' }]} />
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={validateTrigger}
        initialValues={draft.initialValues}
        disabled={isSaving}
        aria-busy={isSaving}
        {...submitProps}
        onFinish={checkAndSubmit}
      >
        <div className={styles.withSummary}>
          <Card>
            <DraftNotices draft={draft} isSaving={isSaving} />
            <Form.Item name="name" label="Batch Name" rules={[zodRule(name)]}>
              <Input autoFocus {...notCorrected} placeholder="Nordic study 4" />
            </Form.Item>
            <Form.Item name="description" label="Description" rules={[zodRule(description)]}>
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} placeholder="Baseline visits, autumn" />
            </Form.Item>
            <div className={styles.pair}>
              <Form.Item name="numPatients" label="Number of Patients" rules={[numberRule(numPatients)]}>
                <NumberField isCount min={1} />
              </Form.Item>
              <Form.Item
                name="samplePrefix"
                label="Sample Prefix (optional)"
                rules={[zodRule(samplePrefix)]}
                extra={
                  rolesOn
                    ? 'Names of the tubes begin with the subject ID, which everybody sees there. To hide it, import the tubes with other names.'
                    : undefined
                }
              >
                <Input {...notCorrected} placeholder="NB" />
              </Form.Item>
              <Form.Item name="siteId" label="Site ID (optional)" rules={[zodRule(siteId)]}>
                <Input {...notCorrected} placeholder="SITE007" />
              </Form.Item>
              <Form.Item name="visitId" label="Visit ID (optional)" rules={[zodRule(visitId)]}>
                <Input {...notCorrected} placeholder="V1" />
              </Form.Item>
            </div>
            <PatientSubjectsNote
              samplePrefix={Form.useWatch('samplePrefix', form)}
              numPatients={patients}
              visitId={Form.useWatch('visitId', form)}
            />
            <KitFields />
            <div className={styles.buttons}>
              <SubmitButton incomplete={incomplete} isSaving={isSaving}>
                Create
              </SubmitButton>
              <LinkButton to="/batches" disabled={isSaving} onClick={onPlainClick(draft.discard)}>
                Cancel
              </LinkButton>
            </div>
            {create.isPending && (
              <CreationProgress
                samples={kitSize(create.variables.tubeTypes) * create.variables.numPatients}
              />
            )}
          </Card>
          {summary && <PatientBatchSummary summary={summary} />}
        </div>
      </Form>
    </>
  )
}

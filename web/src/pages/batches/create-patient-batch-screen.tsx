import { AddPatientBatchBody, kitSize, noTubesChosen } from '@lims/contract/batches.ts'
import { defaultKit } from '@lims/contract/tube-types.ts'
import { useNavigate } from '@tanstack/react-router'
import { App, Button, Card, Form, Input } from 'antd'
import { useEffect } from 'react'
import { NumberField } from '../../forms/number-field.tsx'
import { numberRule } from '../../forms/number-rule.ts'
import { showRefusal } from '../../forms/show-refusal.ts'
import { TypedWorkNotices } from '../../forms/typed-work-notices.tsx'
import { useSettledNotice } from '../../forms/use-settled-notice.ts'
import { useSubmittable } from '../../forms/use-submittable.ts'
import { useTypedWork } from '../../forms/use-typed-work.ts'
import { zodRule } from '../../forms/zod-rule.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './batch-form.module.css'
import { batchSummary, type PatientBatchForm, patientBatchBody } from './batch-form.ts'
import { CreationProgress } from './creation-progress.tsx'
import { KitFields } from './kit-fields.tsx'
import { PatientBatchSummary } from './patient-batch-summary.tsx'
import { useCreatePatientBatch } from './use-create-patient-batch.ts'

const usual = { tubes: defaultKit }
const touched = ['onChange', 'onBlur']
const { name, description, numPatients, samplePrefix, siteId } = AddPatientBatchBody.shape

export function CreatePatientBatchScreen() {
  const [form] = Form.useForm<PatientBatchForm>()
  const { notification } = App.useApp()
  const navigate = useNavigate()
  const isSubmittable = useSubmittable(form)
  const create = useCreatePatientBatch()
  useSettledNotice(create.error)
  const work = useTypedWork(form, 'new-patient-batch', usual)
  const summary = batchSummary(Form.useWatch('numPatients', form), Form.useWatch('tubes', form))

  // In step with the notices, which stand outside the form.
  useEffect(() => () => notification.destroy(noTubesChosen.title), [notification])

  function submit(values: PatientBatchForm) {
    if (create.isPending) return
    notification.destroy(noTubesChosen.title)
    const checked = AddPatientBatchBody.safeParse(patientBatchBody(values))
    if (!checked.success) return refuse(checked.error.issues)
    create.mutate(checked.data, {
      onSuccess: () => {
        work.forget()
        navigate({ to: '/batches', search: { page: 1 } })
      },
      onError: (failure) => showRefusal(form, failure),
    })
  }

  function refuse([issue]: readonly { path: readonly PropertyKey[]; message: string }[]) {
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
        validateTrigger={touched}
        initialValues={work.begin}
        onFinish={submit}
      >
        <div className={styles.withSummary}>
          <Card>
            <TypedWorkNotices work={work} />
            <Form.Item name="name" label="Batch Name" rules={[zodRule(name)]}>
              <Input autoFocus autoComplete="off" placeholder="Nordic study 4" />
            </Form.Item>
            <Form.Item name="description" label="Description" rules={[zodRule(description)]}>
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} placeholder="Baseline visits, autumn" />
            </Form.Item>
            <div className={styles.three}>
              <Form.Item name="numPatients" label="Number of Patients" rules={[numberRule(numPatients)]}>
                <NumberField min={1} />
              </Form.Item>
              <Form.Item name="samplePrefix" label="Sample Prefix (optional)" rules={[zodRule(samplePrefix)]}>
                <Input autoComplete="off" placeholder="NB" />
              </Form.Item>
              <Form.Item name="siteId" label="Site ID (optional)" rules={[zodRule(siteId)]}>
                <Input autoComplete="off" placeholder="SITE007" />
              </Form.Item>
            </div>
            <KitFields />
            <div className={styles.buttons}>
              <Button type="primary" htmlType="submit" disabled={!isSubmittable} loading={create.isPending}>
                Create
              </Button>
              <LinkButton to="/batches" onClick={work.forget}>
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

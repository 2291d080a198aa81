import type { ReplyOf, RequestOf } from '@lims/contract/endpoint.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { subjectsApi } from '@lims/contract/subjects.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, App, Button, Form, type FormInstance, Input, Modal, Radio } from 'antd'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { saveFile } from '../../api/save-file.ts'
import { useWrite } from '../../api/use-write.ts'
import { resolveCodes } from '../../features/sample-selection/resolve-codes.ts'
import { saveSelection } from '../../features/sample-selection/saved-selection.ts'
import { showFieldError, useDismissedNotice } from '../../forms/form-failure.ts'
import { LeaveDialogQuestion, LeaveQuestion } from '../../forms/leave-question.tsx'
import { ReasonItem } from '../../forms/reason-item.tsx'
import { SavedFields } from '../../forms/saved-fields.tsx'
import { zodRule } from '../../forms/zod-rule.ts'
import { notCorrected } from '../../ui/not-corrected.ts'
import styles from './people.module.css'

type Body = RequestOf<typeof subjectsApi.erase>['body']
type Erasure = ReplyOf<typeof subjectsApi.erase>
type Props = { isOpen: boolean; onClose: () => void }

const { subjectId: subjectRule } = subjectsApi.erase.body.shape

/** Erases a subject, and then saves the certificate as a file. */
export function EraseSubjectDialog({ isOpen, onClose }: Props) {
  const [form] = Form.useForm<Body>()
  const erase = useEraseSubject()
  useDismissedNotice(erase.error)
  const done = erase.data
  // Not while it runs: the certificate is shown only once, and so it stays until Done.
  const close = () => !erase.isPending && onClose()

  function submit(body: Body) {
    if (!erase.isPending) erase.mutate(body, { onError: (failure) => showFieldError(form, failure) })
  }

  return (
    <Modal
      title={done ? 'The subject is erased' : 'Erase a subject'}
      open={isOpen}
      onCancel={close}
      closable={!done}
      keyboard={!done}
      afterClose={erase.reset}
      width={560}
      destroyOnHidden
      footer={
        done
          ? [
              <Button key="save" onClick={() => saveCertificate(done)}>
                Save certificate again
              </Button>,
              done.toDestroy.length > 0 && <SelectTubes key="select" tubeIds={done.toDestroy} />,
              <Button key="done" type="primary" onClick={onClose}>
                Done
              </Button>,
            ]
          : [
              <Button key="cancel" onClick={close}>
                Cancel
              </Button>,
              <Button key="erase" type="primary" danger loading={erase.isPending} onClick={form.submit}>
                Erase
              </Button>,
            ]
      }
    >
      {done ? (
        <ErasureResult erasure={done} />
      ) : (
        <ErasureForm form={form} isSaving={erase.isPending} onSubmit={submit} />
      )}
    </Modal>
  )
}

function useEraseSubject() {
  const queryClient = useQueryClient()
  // A certificate whose reply was lost comes with the next try: a second erasure would find nothing.
  return useWrite({
    isSubmission: true,
    mutationFn: (body: Body, options) => call(subjectsApi.erase, { body }, options),
    onSuccess: (erasure) => {
      saveCertificate(erasure)
      void queryClient.invalidateQueries()
    },
    meta: { errorTitle: 'The subject was not erased' },
  })
}

const fileNameOf = ({ erasureId }: Erasure) => `erasure-${erasureId}.txt`

const saveCertificate = (erasure: Erasure) =>
  saveFile({
    name: fileNameOf(erasure),
    content: new Blob([erasure.certificate], { type: 'text/plain;charset=utf-8' }),
  })

/** What was removed, what is left to do by hand, and the certificate. */
function ErasureResult({ erasure }: { erasure: Erasure }) {
  const { numSamples, numEvents, numDeletedRows, toDestroy, namesLeft, certificate } = erasure
  const result = useRef<HTMLParagraphElement>(null)

  // Synchronises with the focus, which was in the form: a screen reader reads what was done.
  useEffect(() => result.current?.focus(), [])

  return (
    <>
      <p ref={result} tabIndex={-1}>
        {formatCount(numSamples, 'sample')}, {formatCount(numEvents, 'event')} and{' '}
        {formatCount(numDeletedRows, 'deleted record')} no longer contain it.
      </p>
      {toDestroy.length > 0 && <p>Destroy these tubes: {toDestroy.join(', ')}</p>}
      {namesLeft > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`The ID is still in ${formatCount(namesLeft, 'name')} of samples, batches or storages. The certificate lists them: please rename them.`}
        />
      )}
      <p>
        The certificate was saved as {fileNameOf(erasure)}. Check that you have the file: it cannot be shown
        again.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard */}
      <section className={styles.certificate} aria-label="Certificate" tabIndex={0}>
        {certificate}
      </section>
      <LeaveQuestion
        title="Leave the certificate?"
        text="The certificate is not shown again. If you do not have the file, stay."
        losesInput={() => true}
        isInDialog
        losesByReload={() => true}
      />
    </>
  )
}

/** Closes the dialog and shows where the tubes to be destroyed are, and which are checked out or reserved. */
function SelectTubes({ tubeIds }: { tubeIds: readonly string[] }) {
  const navigate = useNavigate()
  const { notification } = App.useApp()
  const find = useWrite({
    mutationFn: () => resolveCodes(tubeIds),
    onSuccess: ({ found, ambiguous }) => {
      // The tube ID of one may be the name of another.
      const named = ambiguous.flatMap(({ code, candidates }) =>
        candidates.filter(({ alias }) => alias === code),
      )
      const samples = [...found.map(({ sample }) => sample), ...named]
      const selected = new Set(samples.map(({ alias }) => alias))
      const left = tubeIds.filter((tubeId) => !selected.has(tubeId))
      if (left.length > 0) {
        notification.warning({
          title: `${left.length} of ${formatCount(tubeIds.length, 'tube')} could not be selected`,
          description: `Destroy them too: ${left.join(', ')}`,
          duration: 0,
        })
      }
      const ids = samples.map(({ id }) => id)
      void navigate({ to: '/samples/selection', search: { list: saveSelection(ids) } })
    },
    meta: { errorTitle: 'The tubes could not be selected' },
  })
  return (
    <Button loading={find.isPending} onClick={() => find.mutate()}>
      Done, select the tubes
    </Button>
  )
}

type FormProps = { form: FormInstance<Body>; isSaving: boolean; onSubmit: (body: Body) => void }

const ErasureForm = ({ form, isSaving, onSubmit }: FormProps) => (
  <Form
    form={form}
    layout="vertical"
    requiredMark={false}
    preserve={false}
    initialValues={{ samples: 'keep' }}
    validateTrigger="onSubmit"
    onFinish={onSubmit}
  >
    <Form.Item>
      <Alert
        type="warning"
        showIcon
        title="The subject ID, visits and notes of its samples are removed wherever they are kept. This cannot be undone. Rename samples whose names contain the ID first: names stay."
      />
    </Form.Item>
    <SavedFields isSaving={isSaving}>
      <Form.Item name="subjectId" label="Subject ID, in full" rules={[zodRule(subjectRule)]}>
        <Input autoFocus {...notCorrected} />
      </Form.Item>
      <ReasonItem extra={null} />
      <Form.Item name="samples" label="Its samples are">
        <Radio.Group
          aria-label="Its samples are"
          vertical
          options={[
            { value: 'keep', label: 'kept, as anonymous samples' },
            { value: 'destroy', label: 'listed for destruction' },
          ]}
        />
      </Form.Item>
    </SavedFields>
    <FilledInQuestion />
    <button type="submit" hidden />
  </Form>
)

/** What was entered is not kept: it names a subject. */
function FilledInQuestion() {
  const { subjectId, reason }: Partial<Body> = Form.useWatch([]) ?? {}
  return <LeaveDialogQuestion hasInput={Boolean(subjectId || reason)} />
}

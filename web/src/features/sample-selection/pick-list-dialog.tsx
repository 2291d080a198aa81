import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import {
  CreatePickListBody,
  maxPickListNameLength,
  maxPickListPurposeLength,
  type UnavailableSample,
} from '@lims/contract/picks.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Checkbox, Form, type FormInstance, Input, type InputRef, Modal, Select, Skeleton } from 'antd'
import { type RefObject, useRef, useState } from 'react'
import { isOutcomeUnknown } from '../../api/call-error.ts'
import { QueryError } from '../../api/query-error.tsx'
import { ExpectedReturnItem } from '../../entities/custody/expected-return-item.tsx'
import { pickPeopleQuery, reservableQuery, useCreatePickList } from '../../entities/pick/pick-api.ts'
import { useSession } from '../../entities/session/session.ts'
import { draftIdOf } from '../../forms/draft-storage.ts'
import { KeptFormInput } from '../../forms/kept-form-input.tsx'
import { SavedFields } from '../../forms/saved-fields.tsx'
import type { SavingWrite } from '../../forms/use-may-be-saved.ts'
import { zodRule } from '../../forms/zod-rule.ts'
import { chooseByTyping } from '../../ui/choose-by-typing.ts'
import { Mono } from '../../ui/mono.tsx'
import { notCorrected } from '../../ui/not-corrected.ts'
import { takesWords } from '../../ui/reason-text.tsx'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import styles from './pick-list-dialog.module.css'

type Props = {
  sampleIds: readonly string[]
  isOpen: boolean
  onClose: () => void
  /** Called when the list was created, before its page opens. */
  onDone?: () => void
}

type Values = {
  name: string
  purpose?: string
  personId: string
  expectedReturn?: string
  thawed?: boolean
  withoutUnavailable?: boolean
}

/** Reserves samples for a person and a purpose as a pick list, and opens its page. */
export function PickListDialog({ sampleIds, isOpen, onClose, onDone = () => {} }: Props) {
  const [form] = Form.useForm<Values>()
  const nameField = useRef<InputRef>(null)
  const navigate = useNavigate()
  const leave = useLeavePage()
  const check = useQuery({ ...reservableQuery(sampleIds), enabled: isOpen })
  const create = useCreatePickList()
  // A list that may exist is tried again as it was: its own tubes are reserved by then.
  const [submitted, setSubmitted] = useState(check.data)
  const mayExist = create.isPending || isOutcomeUnknown(create.error)
  const shown = mayExist ? submitted : check.data
  const { unavailable = [], numAvailable = 0 } = shown ?? {}
  const isPartial = unavailable.length > 0 && numAvailable > 0

  function submit({ name, purpose, personId, expectedReturn, thawed, withoutUnavailable }: Values) {
    setSubmitted(shown)
    create.mutate(
      {
        name,
        purpose,
        personId,
        // In an order of their own: that of the list may change, and a further try must be the same request.
        sampleIds: sampleIds.toSorted(),
        thawed: thawed ?? false,
        withoutUnavailable: withoutUnavailable ?? false,
        ...(withoutUnavailable && { unavailableSampleIds: unavailable.map(({ sampleId }) => sampleId) }),
        ...(expectedReturn !== undefined && { expectedReturn }),
      },
      {
        onSuccess: ({ pickList }) => {
          onClose()
          onDone()
          void leave(() => navigate({ to: '/picks/$pickListId', params: { pickListId: pickList.id } }))
        },
        onError: () => void check.refetch(),
      },
    )
  }

  return (
    <Modal
      title={`Pick list of ${formatCount(sampleIds.length, 'sample')}`}
      open={isOpen}
      onCancel={onClose}
      afterOpenChange={(opened) => opened && nameField.current?.focus()}
      afterClose={create.reset}
      onOk={form.submit}
      okText={isPartial ? `Reserve ${formatCount(numAvailable, 'tube')}` : 'Create pick list'}
      okButtonProps={{ disabled: numAvailable === 0 }}
      confirmLoading={create.isPending}
      width={560}
      destroyOnHidden
    >
      {check.isError ? (
        <QueryError title="The samples could not be checked" query={check} />
      ) : check.isPending ? (
        <Skeleton active paragraph={{ rows: 1 }} title={false} />
      ) : (
        <Availability numAvailable={numAvailable} unavailable={unavailable} />
      )}
      <PickListForm
        form={form}
        nameField={nameField}
        draftName={`pick-list.${draftIdOf(sampleIds)}`}
        creation={create}
        isPartial={isPartial}
        onSubmit={submit}
      />
    </Modal>
  )
}

type FormProps = {
  form: FormInstance<Values>
  nameField: RefObject<InputRef | null>
  draftName: string
  creation: SavingWrite
  /** Some of the tubes cannot be reserved: the person must confirm that they are left out. */
  isPartial: boolean
  onSubmit: (values: Values) => void
}

function PickListForm({ form, nameField, draftName, creation, isPartial, onSubmit }: FormProps) {
  const me = useSession()?.user
  const people = useQuery(pickPeopleQuery)
  const choices = people.data?.people ?? (me ? [{ id: me.sub, name: me.name }] : [])
  return (
    <Form<Values>
      form={form}
      className={styles.form ?? ''}
      layout="vertical"
      requiredMark={false}
      preserve={false}
      initialValues={{ personId: me?.sub }}
      onFinish={onSubmit}
    >
      <KeptFormInput name={draftName} creation={creation} />
      <SavedFields isSaving={creation.isPending}>
        {isPartial && (
          <Form.Item
            name="withoutUnavailable"
            valuePropName="checked"
            rules={[
              {
                validator: (_rule, checked) =>
                  checked
                    ? Promise.resolve()
                    : Promise.reject(new Error('Confirm that these tubes are left out')),
              },
            ]}
          >
            <Checkbox>Create the list without them</Checkbox>
          </Form.Item>
        )}
        <Form.Item name="name" label="Name" rules={[zodRule(CreatePickListBody.shape.name)]}>
          <Input
            ref={nameField}
            {...takesWords}
            {...notCorrected}
            maxLength={maxPickListNameLength}
            placeholder="C2N shipment"
          />
        </Form.Item>
        <Form.Item name="purpose" label="Purpose (optional)">
          <Input {...takesWords} autoComplete="off" maxLength={maxPickListPurposeLength} />
        </Form.Item>
        <div className={styles.days}>
          <Form.Item name="personId" label="For">
            <Select
              showSearch={chooseByTyping}
              loading={people.isPending}
              options={choices.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
          <ExpectedReturnItem label="Expected return (optional)" />
        </div>
        <Form.Item name="thawed" valuePropName="checked">
          <Checkbox>The tubes will be thawed: each pick counts one freeze-thaw cycle</Checkbox>
        </Form.Item>
      </SavedFields>
      {/* Lets Enter in the field submit the form: its buttons are outside it. */}
      <button type="submit" hidden />
    </Form>
  )
}

const maxListed = 500

function Availability({
  numAvailable,
  unavailable,
}: {
  numAvailable: number
  unavailable: readonly UnavailableSample[]
}) {
  if (unavailable.length === 0) {
    return <p role="status">{formatCount(numAvailable, 'tube')} can be reserved.</p>
  }
  return (
    <Alert
      type={numAvailable === 0 ? 'error' : 'warning'}
      showIcon
      title={
        numAvailable === 0
          ? 'None of these tubes can be reserved.'
          : `${formatCount(numAvailable, 'tube')} can be reserved, ${formatNumber(unavailable.length)} cannot.`
      }
      description={
        <section aria-label="Cannot be reserved">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard */}
          <ul className={styles.unavailable} tabIndex={0}>
            {unavailable.slice(0, maxListed).map(({ sampleId, name, tubeId, reason }) => (
              <li key={sampleId}>
                {name} <Mono isMuted>{tubeId}</Mono>: {reason}
              </li>
            ))}
            {unavailable.length > maxListed && (
              <li>and {formatNumber(unavailable.length - maxListed)} more</li>
            )}
          </ul>
        </section>
      }
    />
  )
}

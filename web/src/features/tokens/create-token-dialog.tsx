import { dayMs } from '@lims/contract/durations.ts'
import { type Permission, permissions, permissionTexts } from '@lims/contract/permissions.ts'
import { addDays } from '@lims/contract/time-zone.ts'
import { maxTokenDays, maxTokenNameLength, tokensApi } from '@lims/contract/tokens.ts'
import { Alert, Button, Checkbox, Form, Input, type InputRef, Modal, Typography } from 'antd'
import { useEffect, useRef } from 'react'
import { useMayAny } from '../../entities/session/use-may.ts'
import { KeptFormInput } from '../../forms/kept-form-input.tsx'
import { LeaveQuestion } from '../../forms/leave-question.tsx'
import { SavedFields } from '../../forms/saved-fields.tsx'
import { zodRule } from '../../forms/zod-rule.ts'
import { clock } from '../../ui/clock.ts'
import { DayField } from '../../ui/day-field.tsx'
import { notCorrected } from '../../ui/not-corrected.ts'
import { takesWords } from '../../ui/reason-text.tsx'
import { useCreateToken } from './token-api.ts'
import styles from './tokens.module.css'

type Values = { name: string; permissions: Permission[]; expiresAt: string | undefined }

type Props = {
  isOpen: boolean
  onClose: () => void
  /** The service account that the token is for; without it, the caller. */
  service?: { id: string; name: string } | undefined
}

const { name: nameRule, permissions: permissionsRule } = tokensApi.create.body.shape
const usualDays = 90

/** The midnight that ends the day this many days from now. */
function endAfter(days: number): string {
  const today = clock().dayOf(new Date())
  return clock()
    .startOfDay(addDays(today, days + 1))
    .toISOString()
}

const endRule = {
  validator: async (_rule: unknown, end: string | undefined): Promise<void> => {
    const time = end === undefined ? Number.NaN : new Date(end).getTime()
    if (Number.isNaN(time)) throw new Error('Please choose the last day')
    if (time <= Date.now()) throw new Error('The last day must not be in the past')
    if (time > Date.now() + maxTokenDays * dayMs) throw new Error('A token lasts at most a year')
  },
}

/** Creates a token in two steps: what it may do, and then the token itself, shown once. */
export function CreateTokenDialog({ isOpen, onClose, service }: Props) {
  const create = useCreateToken()
  const [form] = Form.useForm<Values>()
  const nameField = useRef<InputRef>(null)
  const token = create.data?.token
  // Not while it is being created: the token is shown only once.
  const close = () => !create.isPending && onClose()
  return (
    <Modal
      title={token ? 'Copy the token now' : service ? `Create a token for ${service.name}` : 'Create token'}
      open={isOpen}
      onCancel={close}
      afterOpenChange={(opened) => opened && nameField.current?.focus()}
      afterClose={create.reset}
      // Neither a stray click nor a key must close what is shown only once.
      closable={token === undefined}
      keyboard={token === undefined}
      footer={
        token ? (
          <Button type="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          [
            <Button key="cancel" onClick={close}>
              Cancel
            </Button>,
            <Button key="create" type="primary" loading={create.isPending} onClick={form.submit}>
              Create token
            </Button>,
          ]
        )
      }
      width={560}
      destroyOnHidden
    >
      {token ? (
        <NewToken token={token} />
      ) : (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          preserve={false}
          initialValues={{ name: '', permissions: [], expiresAt: endAfter(usualDays) }}
          validateTrigger="onSubmit"
          onFinish={({ expiresAt, ...values }) =>
            expiresAt &&
            create.mutate({
              ...values,
              expiresAt: earlier(expiresAt, Date.now() + maxTokenDays * dayMs),
              ...(service && { personId: service.id }),
            })
          }
        >
          <KeptFormInput name={`token.${service?.id ?? ''}`} creation={create} />
          <SavedFields isSaving={create.isPending}>
            <Form.Item name="name" label="Name" rules={[zodRule(nameRule)]}>
              <Input
                {...takesWords}
                ref={nameField}
                autoFocus
                {...notCorrected}
                placeholder="Nightly export"
                maxLength={maxTokenNameLength}
              />
            </Form.Item>
            <Form.Item name="permissions" label="It may" rules={[zodRule(permissionsRule)]}>
              <PermissionChoice />
            </Form.Item>
            <Form.Item name="expiresAt" label="Last day" rules={[endRule]} extra="At most a year from today.">
              <LastDay />
            </Form.Item>
          </SavedFields>
          <button type="submit" hidden />
        </Form>
      )}
    </Modal>
  )
}

const earlier = (instant: string, limit: number) =>
  new Date(Math.min(new Date(instant).getTime(), limit)).toISOString()

type Field<T> = { id?: string; value?: T; onChange?: (value: T) => void }

/** Only what the person may do: a token never may do more than its owner. */
function PermissionChoice({ id = '', value = [], onChange = () => {} }: Field<Permission[]>) {
  const may = useMayAny()
  const options = permissions.filter(may).map((permission) => ({
    value: permission,
    label: permissionTexts[permission],
  }))
  return (
    <fieldset id={id} aria-label="It may" className={styles.permissions}>
      <Checkbox.Group className={styles.choices ?? ''} options={options} value={value} onChange={onChange} />
    </fieldset>
  )
}

const LastDay = ({ id = '', value, onChange = () => {} }: Field<string | undefined>) => (
  <DayField id={id} value={value} onChange={onChange} isEnd />
)

function NewToken({ token }: { token: string }) {
  const shown = useRef<HTMLElement>(null)

  // Synchronises with the focus, which was in the form. Not on a button: Enter that is still held down would press it.
  useEffect(() => shown.current?.focus(), [])

  return (
    <>
      <Alert
        type="warning"
        showIcon
        title="This is the only time that the token is shown. Keep it like a password: who has it can do what it may do."
      />
      <Typography.Paragraph
        ref={shown}
        tabIndex={-1}
        className={styles.secret ?? ''}
        copyable={{ tooltips: ['Copy token', 'Copied'] }}
      >
        {token}
      </Typography.Paragraph>
      <LeaveQuestion
        title="Leave the token?"
        text="The token is not shown again. If you have not copied it, stay."
        losesInput={() => true}
        isInDialog
        losesByReload={() => true}
      />
      <p className="muted">
        Send it with each request as <span className="mono">Authorization: Bearer …</span>
      </p>
    </>
  )
}

import { maxServiceNameLength, type Person, peopleApi } from '@lims/contract/people.ts'
import { Form, Input } from 'antd'
import { useCreateService } from '../../entities/person/people-api.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { zodRule } from '../../forms/zod-rule.ts'
import { notCorrected } from '../../ui/not-corrected.ts'
import { takesWords } from '../../ui/reason-text.tsx'

type Props = {
  isOpen: boolean
  onClose: () => void
  onCreated: (account: Person) => void
}

const { name: nameRule } = peopleApi.createService.body.shape

/** Creates an account for an instrument or a script. Without a token it can do nothing, so a token is the next step. */
export function CreateServiceDialog({ isOpen, onClose, onCreated }: Props) {
  const [form] = Form.useForm<{ name: string }>()
  const create = useCreateService()

  // After the closing motion: a closing dialog would take the focus from the next one.
  function handleClosed() {
    const account = create.data?.person
    create.reset()
    if (account) onCreated(account)
  }
  return (
    <FormDialog
      form={form}
      title="Create service account"
      isOpen={isOpen}
      onClose={onClose}
      afterClose={handleClosed}
      okText="Create"
      isWorking={create.isPending}
      width={480}
      draftName="service"
      creation={create}
      intro={
        <p className="muted">
          For an instrument or a script. Nobody signs in with it: it acts by its tokens, and you own it.
        </p>
      }
      validateTrigger="onSubmit"
      onSubmit={(body) => create.mutate(body, { onSuccess: onClose })}
    >
      <Form.Item name="name" label="Name" rules={[zodRule(nameRule)]}>
        <Input
          {...takesWords}
          autoFocus
          {...notCorrected}
          placeholder="Hamilton deck 2"
          maxLength={maxServiceNameLength}
        />
      </Form.Item>
    </FormDialog>
  )
}

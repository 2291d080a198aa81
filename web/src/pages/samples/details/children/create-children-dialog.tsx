import { ChildQuantity, ChildType, childrenPerRequest } from '@lims/contract/sample-changes.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { Form, Modal, Select } from 'antd'
import { NumberField, numberRule } from '../../../../forms/number-field.tsx'
import { zodRule } from '../../../../forms/zod-rule.ts'

type Wanted = { count: number; type: SampleType }

type Props = {
  parentName: string
  isOpen: boolean
  isSaving: boolean
  onCreate: (wanted: Wanted) => void
  onClose: () => void
}

const typeChoices = SampleType.options.map((value) => ({ value, label: displayName(value) }))

/** Asks for the number and type of the children. */
export function CreateChildrenDialog({ parentName, isOpen, isSaving, onCreate, onClose }: Props) {
  const [form] = Form.useForm<Wanted>()
  const type = Form.useWatch('type', form)
  return (
    <Modal
      title={`Create Children of ${parentName}`}
      open={isOpen}
      onCancel={onClose}
      onOk={form.submit}
      okText="Create"
      confirmLoading={isSaving}
      width={460}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        initialValues={{ count: childrenPerRequest.default }}
        onFinish={onCreate}
      >
        <Form.Item name="count" label="Quantity" rules={[numberRule(ChildQuantity)]}>
          <NumberField autoFocus onFocus={({ target }) => target.select()} min={childrenPerRequest.min} />
        </Form.Item>
        <Form.Item
          name="type"
          label="Sample type"
          rules={[zodRule(ChildType)]}
          extra={
            type
              ? `Named ${parentName}-${type === 'UNKNOWN_SAMPLE_TYPE' ? 'UNKNOWN' : type}-n, where n counts on.`
              : undefined
          }
        >
          <Select options={typeChoices} placeholder="Choose a type" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

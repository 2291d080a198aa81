import { ChildQuantity, ChildType, childrenPerRequest } from '@lims/contract/sample-changes.ts'
import { VolumeMl } from '@lims/contract/sample-fields.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { formatMillilitres, takeOff, toMillilitres, tooLittleVolume } from '@lims/contract/volume.ts'
import { Checkbox, Form, type FormInstance, type InputRef, Modal, Select } from 'antd'
import { type Ref, useRef } from 'react'
import { NumberField, numberRule } from '../../forms/number-field.tsx'
import { zodRule } from '../../forms/zod-rule.ts'
import styles from './create-children-dialog.module.css'
import { VolumeField } from './volume-field.tsx'

/** What the dialog starts with. */
export type ChildPreset = { count?: number; type?: SampleType }

type Values = {
  count: number
  type: SampleType
  volume?: number | null
  takeFromParent?: boolean
  loss?: number | null
}

export type WantedChildren = {
  count: number
  type: SampleType
  volume?: number
  takeFromParent?: true
  loss?: number
}

type Parent = Pick<Sample, 'name' | 'type' | 'volume'>

type Props = {
  parent: Parent
  preset: ChildPreset
  isOpen: boolean
  isSaving: boolean
  onCreate: (wanted: WantedChildren) => void
  onClose: () => void
}

const typeChoices = SampleType.options.map((value) => ({ value, label: displayName(value) }))

/** Asks for the number and type of the children, and if wished for their volume and what becomes of the parent's. */
export function CreateChildrenDialog({ parent, preset, isOpen, isSaving, onCreate, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const first = useRef<InputRef>(null)
  return (
    <Modal
      title={`Create Children of ${parent.name}`}
      open={isOpen}
      onCancel={onClose}
      onOk={form.submit}
      afterOpenChange={(opened) => opened && first.current?.focus({ cursor: 'all' })}
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
        initialValues={initialValuesOf(parent, preset)}
        onFinish={(values) => onCreate(wantedOf(values))}
        onValuesChange={({ type }: Partial<Values>) => {
          if (type && !form.isFieldTouched('takeFromParent'))
            form.setFieldValue('takeFromParent', isAliquot(parent, type))
        }}
      >
        <Fields form={form} parent={parent} first={first} startsWithVolume={preset.count !== undefined} />
        {/* Makes Enter submit the form: the visible buttons are outside of it. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

type FieldsProps = {
  form: FormInstance<Values>
  parent: Parent
  /** The field that gets the focus: the volume if the rest is known. */
  first: Ref<InputRef>
  startsWithVolume: boolean
}

function Fields({ form, parent, first, startsWithVolume }: FieldsProps) {
  const type = Form.useWatch('type', form)
  const volume = Form.useWatch('volume', form)
  const takesOff = Form.useWatch('takeFromParent', form) === true && Boolean(volume)

  /** Children that need more than the parent holds are refused before they are sent. */
  const enoughVolume = {
    validator: async () => {
      const share = shareOf(form.getFieldsValue())
      if (share && takeOff(parent.volume, share).leftNl < 0) {
        throw new Error(tooLittleVolume(parent.name, parent.volume, share))
      }
    },
  }

  return (
    <>
      <div className={styles.pair}>
        <Form.Item name="count" label="Quantity" rules={[numberRule(ChildQuantity)]}>
          <NumberField
            ref={startsWithVolume ? null : first}
            onFocus={({ target }) => target.select()}
            min={childrenPerRequest.min}
          />
        </Form.Item>
        <Form.Item name="type" label="Sample type" rules={[zodRule(ChildType)]}>
          <Select options={typeChoices} placeholder="Choose a type" />
        </Form.Item>
      </div>
      {type && (
        <p className={`muted ${styles.naming}`}>
          Named {parent.name}-{type === 'UNKNOWN_SAMPLE_TYPE' ? 'UNKNOWN' : type}-n, where n counts on.
        </p>
      )}
      <Form.Item
        name="volume"
        label="Volume of each (optional)"
        dependencies={['count', 'takeFromParent', 'loss']}
        validateFirst
        rules={[numberRule(VolumeMl.nullish()), enoughVolume]}
      >
        <VolumeField isOptional ref={startsWithVolume ? first : null} />
      </Form.Item>
      <Form.Item name="takeFromParent" valuePropName="checked" className={styles.takeOff ?? ''}>
        <Checkbox disabled={parent.volume === 0}>
          Take it off the parent, which has {formatMillilitres(parent.volume).replace(' ', '\u00a0')}
        </Checkbox>
      </Form.Item>
      {takesOff && (
        <>
          <Form.Item name="loss" label="Loss (optional)" rules={[numberRule(VolumeMl.nullish())]}>
            <VolumeField isOptional placeholder="What stays in tips and tubes, in all" />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {() => <Rest parent={parent} values={form.getFieldsValue()} />}
          </Form.Item>
        </>
      )}
    </>
  )
}

/** '0.5 mL left of 2 mL', or nothing while it cannot be computed. */
function Rest({ parent, values }: { parent: Parent; values: Values }) {
  const share = shareOf(values)
  const leftNl = share ? takeOff(parent.volume, share).leftNl : -1
  return (
    <p className={`numbers ${styles.rest}`} role="status">
      {leftNl >= 0 &&
        `${formatMillilitres(toMillilitres(leftNl))} left of ${formatMillilitres(parent.volume)}`}
    </p>
  )
}

/** A portion of the same type usually comes off the parent; a product of another type has a volume of its own. */
const isAliquot = (parent: Parent, type: SampleType | undefined) => parent.volume > 0 && type === parent.type

const initialValuesOf = (parent: Parent, { count = childrenPerRequest.default, type }: ChildPreset) => ({
  count,
  ...(type && { type }),
  takeFromParent: isAliquot(parent, type),
})

/** What is to be taken off the parent; undefined if nothing is, or if a field is not valid. */
function shareOf({ count, volume, takeFromParent, loss }: Values) {
  if (!takeFromParent || !volume) return undefined
  const isValid =
    ChildQuantity.safeParse(count).success &&
    VolumeMl.safeParse(volume).success &&
    VolumeMl.nullish().safeParse(loss).success
  return isValid ? { count, volume, loss: loss ?? 0 } : undefined
}

const wantedOf = ({ count, type, volume, takeFromParent, loss }: Values): WantedChildren => ({
  count,
  type,
  ...(volume ? { volume } : {}),
  ...(volume && takeFromParent ? { takeFromParent: true, ...(loss ? { loss } : {}) } : {}),
})

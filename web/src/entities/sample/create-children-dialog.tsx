import { formatCount } from '@lims/contract/format-count.ts'
import { maxChildren } from '@lims/contract/sample-bulk.ts'
import { ChildQuantity, ChildType, childrenPerRequest } from '@lims/contract/sample-changes.ts'
import { VolumeMl } from '@lims/contract/sample-fields.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { formatMillilitres, takeOff, toMillilitres, tooLittleVolume } from '@lims/contract/volume.ts'
import { Checkbox, Form, type FormInstance, type InputRef, Select } from 'antd'
import { type Ref, useRef } from 'react'
import { draftIdOf } from '../../forms/draft-storage.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { NumberField, numberRule } from '../../forms/number-field.tsx'
import type { SavingWrite } from '../../forms/use-may-be-saved.ts'
import { zodRule } from '../../forms/zod-rule.ts'
import { useOpenings } from '../../ui/use-openings.ts'
import styles from './create-children-dialog.module.css'
import { typeChoices } from './sample-choices.ts'
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

type Parent = Pick<Sample, 'id' | 'name' | 'type' | 'volume'>

type Props = {
  /** At least one; each gets the same children. */
  parents: readonly Parent[]
  preset: ChildPreset
  isOpen: boolean
  creation: SavingWrite
  onCreate: (wanted: WantedChildren) => void
  onClose: () => void
  afterClose?: () => void
}

const nameOf = (parents: readonly Parent[]) =>
  parents.length === 1 ? parents[0]?.name : formatCount(parents.length, 'sample')

/** Asks for the number and type of the children, and if wished for their volume and what becomes of the parents'. */
export const CreateChildrenDialog = (props: Props) => (
  <OpenDialog key={useOpenings(props.isOpen)} {...props} />
)

function OpenDialog({ parents, preset, isOpen, creation, onCreate, onClose, afterClose = () => {} }: Props) {
  const [form] = Form.useForm<Values>()
  const first = useRef<InputRef>(null)
  return (
    <FormDialog
      form={form}
      title={`Create Children of ${nameOf(parents)}`}
      isOpen={isOpen}
      onClose={onClose}
      afterClose={afterClose}
      onOpened={() => first.current?.focus({ cursor: 'all' })}
      okText="Create"
      isWorking={creation.isPending}
      draftName={`children.${draftIdOf(parents.map(({ id }) => id))}`}
      creation={creation}
      initialValues={initialValuesOf(parents, preset)}
      onSubmit={(values) => onCreate(wantedOf(values))}
      onValuesChange={({ type }: Partial<Values>) => {
        if (type && !form.isFieldTouched('takeFromParent'))
          form.setFieldValue('takeFromParent', areAliquots(parents, type))
      }}
    >
      <Fields form={form} parents={parents} first={first} startsWithVolume={preset.count !== undefined} />
    </FormDialog>
  )
}

type FieldsProps = {
  form: FormInstance<Values>
  parents: readonly Parent[]
  /** The field that gets the focus: the volume if the rest is known. */
  first: Ref<InputRef>
  startsWithVolume: boolean
}

function Fields({ form, parents, first, startsWithVolume }: FieldsProps) {
  const type = Form.useWatch('type', form)
  const volume = Form.useWatch('volume', form)
  const isTicked = Form.useWatch('takeFromParent', form) === true
  const takesOff = isTicked && Boolean(volume)
  // Ticked, it can be unticked also if others have taken the rest of a parent since.
  const isImpossible = parents.some(({ volume }) => volume === 0) && !isTicked

  /** Children that need more than a parent holds are refused before they are sent. */
  const enoughVolume = {
    validator: async () => {
      const share = shareOf(form.getFieldsValue())
      const poor = share && parents.find(({ volume }) => takeOff(volume, share).leftNl < 0)
      if (poor) throw new Error(tooLittleVolume(poor.name, poor.volume, share))
    },
  }
  const notTooMany = {
    validator: async (_: unknown, count: number) => {
      if (count * parents.length > maxChildren) {
        throw new Error(`At most ${formatCount(maxChildren, 'child sample')} are created together`)
      }
    },
  }

  return (
    <>
      <div className={styles.pair}>
        <Form.Item
          name="count"
          label="Quantity"
          validateFirst
          rules={[numberRule(ChildQuantity), notTooMany]}
        >
          <NumberField
            ref={startsWithVolume ? null : first}
            onFocus={({ target }) => target.select()}
            min={childrenPerRequest.min}
            isCount
          />
        </Form.Item>
        <Form.Item name="type" label="Sample type" rules={[zodRule(ChildType)]}>
          <Select options={typeChoices} placeholder="Choose a type" />
        </Form.Item>
      </div>
      {type && (
        <p className={`muted ${styles.naming}`}>
          Named {parents[0]?.name}-{type === 'UNKNOWN_SAMPLE_TYPE' ? 'UNKNOWN' : type}-n, where n counts on
          {parents.length > 1 && ', and so on for each sample'}.
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
        {/* With false it would be enabled while the dialog is saved. */}
        <Checkbox {...(isImpossible && { disabled: true })}>
          Take it off the {parents.length === 1 ? 'parent, which has' : 'parents, which have'}{' '}
          {volumesOf(parents)}
        </Checkbox>
      </Form.Item>
      {takesOff && (
        <>
          <Form.Item name="loss" label="Loss (optional)" rules={[numberRule(VolumeMl.nullish())]}>
            <VolumeField
              isOptional
              placeholder={`What stays in tips and tubes, ${parents.length === 1 ? 'in all' : 'of each parent'}`}
            />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {() => <Rest parents={parents} values={form.getFieldsValue()} />}
          </Form.Item>
        </>
      )}
    </>
  )
}

/** '0.5 mL left of 2 mL', of many parents of the one with the least; nothing while it cannot be computed. */
function Rest({ parents, values }: { parents: readonly Parent[]; values: Values }) {
  const share = shareOf(values)
  const smallest = parents.reduce((one, other) => (other.volume < one.volume ? other : one))
  const leftNl = share ? takeOff(smallest.volume, share).leftNl : -1
  return (
    <p className={`numbers ${styles.rest}`} role="status">
      {leftNl >= 0 &&
        `${parents.length > 1 ? 'At least ' : ''}${formatMillilitres(toMillilitres(leftNl))} left of ${formatMillilitres(smallest.volume)}`}
    </p>
  )
}

/** '2 mL', or '0.5 mL to 2 mL' */
function volumesOf(parents: readonly Parent[]): string {
  const volumes = parents.map(({ volume }) => volume)
  const [least, most] = [Math.min(...volumes), Math.max(...volumes)]
  const format = (volume: number) => formatMillilitres(volume).replace(' ', '\u00a0')
  return least === most ? format(least) : `${format(least)} to ${format(most)}`
}

/** A portion of the same type usually comes off its parent; a product of another type has a volume of its own. */
const areAliquots = (parents: readonly Parent[], type: SampleType | undefined) =>
  parents.every((parent) => parent.volume > 0 && type === parent.type)

const initialValuesOf = (
  parents: readonly Parent[],
  { count = childrenPerRequest.default, type }: ChildPreset,
) => ({
  count,
  ...(type && { type }),
  takeFromParent: areAliquots(parents, type),
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

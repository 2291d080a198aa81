import { absoluteZeroC } from '@lims/contract/bounds.ts'
import { isCountable, nameSeries, nextName } from '@lims/contract/name-series.ts'
import { maxAxisPrefixLength } from '@lims/contract/positions.ts'
import { defaultAxes, StorageInput, storageFields } from '@lims/contract/storage.ts'
import { maxNewStorages } from '@lims/contract/storage-series.ts'
import {
  allowedContents,
  gridSize,
  type StorageType,
  selectableStorageTypes,
} from '@lims/contract/storage-type.ts'
import { Form, Input, Select } from 'antd'
import { z } from 'zod'
import { FirstCorner } from '../../../entities/storage/first-corner.tsx'
import { StorageSelect } from '../../../entities/storage/storage-select.tsx'
import { countStorages, formatStorageType } from '../../../entities/storage/storage-text.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { NumberField, numberRule } from '../../../forms/number-field.tsx'
import type { SavingWrite } from '../../../forms/use-may-be-saved.ts'
import { zodRule } from '../../../forms/zod-rule.ts'
import { notCorrected } from '../../../ui/not-corrected.ts'
import { useOpenings } from '../../../ui/use-openings.ts'
import { whyNotIn } from '../why-not-in.ts'
import { CreationPreview } from './creation-preview.tsx'
import { previewCreation, type Target } from './preview-creation.ts'
import styles from './series.module.css'
import { useAddStorages } from './use-create-storages.ts'
import { useSuggestedName } from './use-suggested-name.ts'
import { useTarget } from './use-target.ts'

type Values = {
  /** 0: top level. */
  parentID: number
  type?: StorageType
  count: number
  first: string
  numberRows: number
  numberColumns: number
  rowPrefix: string
  columnPrefix: string
  nominalTemperatureC: number | null
}

type Props = {
  /** The storage that new ones go into, unless another one is chosen; 0: the top level. */
  parentId: number
  isOpen: boolean
  onClose: () => void
}

const initialCount = 5
const range = `must be a whole number from 1 to ${maxNewStorages.series}`
const Count = z.number({ error: range }).int(range).min(1, range).max(maxNewStorages.series, range)
const { shape } = StorageInput

/** Creates many storages of one kind at once, with names that go on from the first. */
export function AddStoragesDialog({ parentId, isOpen, onClose }: Props) {
  const create = useAddStorages()
  const openings = useOpenings(isOpen)
  const close = () => {
    // What was created without a reply may be deleted before the same is created again.
    create.newSubmission()
    onClose()
  }
  return (
    <OpenDialog
      key={openings}
      parentId={parentId}
      isOpen={isOpen}
      creation={create}
      onCreate={(body) => create.mutate(body, { onSuccess: onClose })}
      onClose={close}
    />
  )
}

/** The name after the last storage of this type that is there, such as 'Lund D' after 'Lund C'; else 'Box 1'. */
function suggestName(type: StorageType, target: Target, names: readonly string[]): string {
  const last = target?.occupancy.findLast(({ storage }) => storage?.type === type)?.contentName
  return nextName(last && isCountable(last, names) ? last : `${formatStorageType(type)} 0`, names)
}

type OpenProps = Props & {
  creation: SavingWrite
  onCreate: (body: Parameters<ReturnType<typeof useAddStorages>['mutate']>[0]) => void
}

function OpenDialog({ parentId, isOpen, creation, onCreate, onClose }: OpenProps) {
  const [form] = Form.useForm<Values>()
  const values = Form.useWatch([], form)
  const { parentID = parentId, type, count = initialCount, first = '' } = values ?? {}
  const { target, names, error } = useTarget(parentID, type ? formatStorageType(type) : '')
  useSuggestedName(form, type && target !== undefined ? suggestName(type, target, names) : undefined)

  const types = target ? allowedContents[target.parent.type] : selectableStorageTypes
  const isCounted = Count.safeParse(count).success
  const aliases = isCounted && first.trim() ? nameSeries(first, count, names) : []
  const preview =
    type && aliases.length > 0 && target !== undefined
      ? previewCreation({ aliases, type }, target)
      : undefined
  const canCreate = preview?.obstacle === undefined

  function submit({ parentID, count, first, ...shape }: Values) {
    if (!preview || preview.obstacle !== undefined) return
    onCreate({
      ...StorageInput.omit({ alias: true }).parse(shape),
      parentID,
      aliases: nameSeries(first, count, names),
    })
  }

  return (
    <FormDialog
      form={form}
      title="Add several storages"
      isOpen={isOpen}
      onClose={onClose}
      onOpened={() => form.focusField('type')}
      okText={type && isCounted ? `Create ${countStorages(count, type)}` : 'Create'}
      isDisabled={!canCreate}
      isWorking={creation.isPending}
      creation={creation}
      width={560}
      style={{ top: 32 }}
      draftName={`storages.${parentId}`}
      initialValues={{
        parentID: parentId,
        count: initialCount,
        first: '',
        numberRows: 1,
        numberColumns: 1,
        ...defaultAxes,
        nominalTemperatureC: null,
      }}
      onSubmit={submit}
    >
      <Form.Item name="parentID" label="In">
        <StorageSelect none="None (top level)" whyNot={(storage) => whyNotIn(storage, type)} />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item name="type" label={storageFields.type.caption} rules={[zodRule(shape.type)]}>
          <Select
            placeholder="Choose a type"
            options={types
              .filter((held) => held !== 'SAMPLE')
              .map((value) => ({ value, label: formatStorageType(value) }))}
          />
        </Form.Item>
        <Form.Item name="count" label="How many" rules={[numberRule(Count)]}>
          <NumberField isCount min={1} onFocus={({ target }) => target.select()} />
        </Form.Item>
      </div>
      <Form.Item
        name="first"
        label="First name"
        extra="The others go on from it: 'Box 1' gives Box 2 …, 'Rack A' gives Rack B …"
        rules={[zodRule(shape.alias)]}
      >
        <Input {...notCorrected} placeholder="Box 1" />
      </Form.Item>
      <div className={styles.sizes}>
        {(['numberRows', 'numberColumns'] as const).map((field) => (
          <Form.Item
            key={field}
            name={field}
            label={storageFields[field].caption}
            rules={[numberRule(shape[field])]}
          >
            <NumberField isCount min={gridSize.min} />
          </Form.Item>
        ))}
        {(['rowPrefix', 'columnPrefix'] as const).map((field) => (
          <Form.Item
            key={field}
            name={field}
            label={storageFields[field].caption}
            rules={[zodRule(shape[field])]}
          >
            <Input {...notCorrected} placeholder={defaultAxes[field]} maxLength={maxAxisPrefixLength} />
          </Form.Item>
        ))}
      </div>
      <FirstCorner />
      <Form.Item
        name="nominalTemperatureC"
        label={storageFields.nominalTemperatureC.caption}
        extra="Empty: that of the storage around it."
        rules={[numberRule(shape.nominalTemperatureC)]}
      >
        <NumberField min={absoluteZeroC} placeholder="-80" unit="°C" />
      </Form.Item>
      <CreationPreview
        lines={
          error
            ? [{ obstacle: 'The storage that they go into could not be loaded.' }]
            : preview
              ? [preview]
              : []
        }
        hint={type ? 'Enter a name, and how many.' : 'Choose a type to see what will be created, and where.'}
      />
    </FormDialog>
  )
}

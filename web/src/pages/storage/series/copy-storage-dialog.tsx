import { nameSeries, nextName } from '@lims/contract/name-series.ts'
import { type Storage, StorageInput } from '@lims/contract/storage.ts'
import { maxNewStorages } from '@lims/contract/storage-series.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { z } from 'zod'
import { storagesInsideQuery } from '../../../entities/storage/storage-api.ts'
import { StorageSelect } from '../../../entities/storage/storage-select.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { NumberField, numberRule } from '../../../forms/number-field.tsx'
import type { SavingWrite } from '../../../forms/use-may-be-saved.ts'
import { zodRule } from '../../../forms/zod-rule.ts'
import { notCorrected } from '../../../ui/not-corrected.ts'
import { useOpenings } from '../../../ui/use-openings.ts'
import { whyNotIn } from '../why-not-in.ts'
import { CreationPreview } from './creation-preview.tsx'
import { previewCreation, previewInside } from './preview-creation.ts'
import styles from './series.module.css'
import { useCopyStorage } from './use-create-storages.ts'
import { useSuggestedName } from './use-suggested-name.ts'
import { useTarget } from './use-target.ts'

type Values = {
  count: number
  first: string
  /** 0: top level. */
  parentID: number
}

type Props = { storage: Storage; isOpen: boolean; onClose: () => void }

const range = `must be a whole number from 1 to ${maxNewStorages.copies}`
const Count = z.number({ error: range }).int(range).min(1, range).max(maxNewStorages.copies, range)

/** Copies a storage with the storages inside it, under new names. */
export function CopyStorageDialog({ storage, isOpen, onClose }: Props) {
  const copy = useCopyStorage()
  const openings = useOpenings(isOpen)
  const close = () => {
    // What was created without a reply may be deleted before the same is created again.
    copy.newSubmission()
    onClose()
  }
  return (
    <OpenDialog
      key={openings}
      storage={storage}
      isOpen={isOpen}
      creation={copy}
      onCopy={(wanted) => copy.mutate(wanted, { onSuccess: onClose })}
      onClose={close}
    />
  )
}

type OpenProps = Props & {
  creation: SavingWrite
  onCopy: (wanted: Parameters<ReturnType<typeof useCopyStorage>['mutate']>[0]) => void
}

function OpenDialog({ storage, isOpen, creation, onCopy, onClose }: OpenProps) {
  const [form] = Form.useForm<Values>()
  const values = Form.useWatch([], form)
  const { count = 1, first = '', parentID = storage.parentID ?? 0 } = values ?? {}
  const { target, names, error } = useTarget(parentID, storage.alias.replace(/[\s\d]+$/, ''))
  const taken = [...names, storage.alias]
  const inside = useQuery({ ...storagesInsideQuery(storage.id), enabled: isOpen })
  useSuggestedName(form, target === undefined ? undefined : nextName(storage.alias, taken))

  const aliases = Count.safeParse(count).success && first.trim() ? nameSeries(first, count, taken) : []
  const isLoaded = target !== undefined && inside.data !== undefined
  const lines =
    isLoaded && aliases.length > 0
      ? [
          previewInside(storage.type, aliases.length, inside.data),
          previewCreation({ aliases, type: storage.type }, target),
        ]
      : []
  const canCopy = lines.every(({ obstacle }) => obstacle === undefined)
  const failure = error ?? inside.error

  function submit({ parentID }: Values) {
    const made = lines[0]?.text
    if (made === undefined || !canCopy) return
    onCopy({ body: { storageId: storage.id, aliases, parentID }, made })
  }

  return (
    <FormDialog
      form={form}
      title={`Copy ${storage.alias}`}
      isOpen={isOpen}
      onClose={onClose}
      onOpened={() => form.focusField('count')}
      okText={aliases.length > 1 ? `Create ${aliases.length} copies` : 'Create copy'}
      isDisabled={!canCopy}
      isWorking={creation.isPending}
      creation={creation}
      width={520}
      draftName={`copies.${storage.id}`}
      intro={
        <p className="muted">
          Copies the storages inside too, each in its cell with its name and size, and no tubes.
        </p>
      }
      initialValues={{ count: 1, first: '', parentID: storage.parentID ?? 0 }}
      onSubmit={submit}
    >
      <div className={styles.pair}>
        <Form.Item
          name="first"
          label={count > 1 ? 'First name' : 'Name'}
          rules={[zodRule(StorageInput.shape.alias)]}
        >
          <Input {...notCorrected} />
        </Form.Item>
        <Form.Item name="count" label="How many" rules={[numberRule(Count)]}>
          <NumberField isCount min={1} onFocus={({ target }) => target.select()} />
        </Form.Item>
      </div>
      <Form.Item name="parentID" label="In">
        <StorageSelect none="None (top level)" whyNot={(parent) => whyNotIn(parent, storage.type)} />
      </Form.Item>
      <CreationPreview
        lines={
          failure
            ? [{ obstacle: 'What is inside, or the storage that the copies go into, could not be loaded.' }]
            : lines
        }
        hint="Enter a name, and how many."
      />
    </FormDialog>
  )
}

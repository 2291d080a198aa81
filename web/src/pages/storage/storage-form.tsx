import { absoluteZeroC } from '@lims/contract/bounds.ts'
import { keysOf } from '@lims/contract/keys-of.ts'
import { maxAxisPrefixLength, parsePositionLabel } from '@lims/contract/positions.ts'
import { type Storage, StorageInput, storageFields } from '@lims/contract/storage.ts'
import { gridSize, selectableStorageTypes } from '@lims/contract/storage-type.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, type FormInstance, Input, Select } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { z } from 'zod'
import { FirstCorner } from '../../entities/storage/first-corner.tsx'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { StorageSelect } from '../../entities/storage/storage-select.tsx'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import type { Conflicts } from '../../forms/merge-saved-changes.ts'
import { NumberField, numberRule } from '../../forms/number-field.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useSubmittable } from '../../forms/use-submittable.ts'
import { zodRule } from '../../forms/zod-rule.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { notCorrected } from '../../ui/not-corrected.ts'
import { onPlainClick } from '../../ui/on-plain-click.ts'
import { CellSelect, cellGone, firstFreeCell, startCell } from './cell-select.tsx'
import styles from './storage-form.module.css'
import { type StorageValues, topLevel } from './storage-values.ts'
import { isStorageGone, whyNotIn, whyNotLoaded } from './why-not-in.ts'

type Field = keyof typeof storageFields

type Props = {
  form: FormInstance<StorageValues>
  initialValues: Partial<StorageValues>
  submitText: string
  isSaving: boolean
  /** Another person has deleted the storage: it cannot be saved. */
  isDeleted?: boolean
  onSubmit: (values: StorageValues) => void
  onCancel: () => void
  /** The storage that is edited, as last read: it cannot be its own parent. */
  edited?: Storage
  /** What another person has saved in a field that is changed here. */
  conflicts?: Conflicts<StorageValues>
}

const rules: Record<Field, z.ZodType> = {
  ...StorageInput.shape,
  parentID: z.number({ error: `Please input ${storageFields.parentID.caption}!` }),
}
const numbers: readonly Field[] = ['numberRows', 'numberColumns', 'nominalTemperatureC']
const fields = keysOf(storageFields)
const typeChoices = selectableStorageTypes.map((value) => ({ value, label: formatStorageType(value) }))

/** The form of a storage: every field of the contract except id, metadata and capacity. */
export function StorageForm({
  form,
  initialValues,
  submitText,
  isSaving,
  isDeleted = false,
  onSubmit,
  onCancel,
  edited,
  conflicts,
}: Props) {
  const { incomplete, submitProps } = useSubmittable(form)
  const parentID = Form.useWatch(['place', 'parentID'], form) ?? initialValues.place?.parentID
  const type = Form.useWatch('type', form)
  const cell = Form.useWatch(['place', 'cell'], form) ?? firstFreeCell
  const parentQuery = useQuery({ ...storageQuery(parentID ?? 0), enabled: (parentID ?? 0) > 0 })
  const parent = parentQuery.data
  const notLoaded = parentID && parentQuery.error ? whyNotLoaded(parentQuery.error) : undefined
  const whyNot = parentID ? parent && whyNotIn(parent, type) : undefined
  const obstacle = isStorageGone(parentQuery.error) ? notLoaded : whyNot
  // Another person has changed the grid of the parent: sent without a cell, it would go to the first free one.
  const isCellChosen =
    parentID !== undefined && cell !== firstFreeCell && cell !== startCell(parentID, edited)
  const isCellUnknown = isCellChosen && !(parent && parsePositionLabel(cell, parent))
  const parentProblem = isCellUnknown && !parent && notLoaded ? notLoaded : obstacle
  const inputs: Record<Field, ReactNode> = {
    alias: <Input autoFocus {...notCorrected} placeholder="Box 3" />,
    type: <Select options={typeChoices} placeholder="Choose a type" />,
    parentID: (
      <StorageSelect
        none={topLevel}
        placeholder="Choose a parent"
        whyNot={(storage) => {
          if (storage.id === edited?.id) return 'A storage cannot contain itself'
          return whyNotIn(storage, type)
        }}
      />
    ),
    numberRows: <NumberField isCount min={gridSize.min} />,
    numberColumns: <NumberField isCount min={gridSize.min} />,
    rowPrefix: <Input {...notCorrected} placeholder="1" maxLength={maxAxisPrefixLength} />,
    columnPrefix: <Input {...notCorrected} placeholder="A" maxLength={maxAxisPrefixLength} />,
    nominalTemperatureC: <NumberField min={absoluteZeroC} placeholder="-80" unit="°C" />,
  }

  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initialValues}
      validateTrigger={['onChange', 'onBlur']}
      disabled={isSaving}
      aria-busy={isSaving}
      {...submitProps}
      onFinish={onSubmit}
      onValuesChange={({ place }) =>
        place?.parentID !== undefined &&
        form.setFieldsValue({ place: { cell: startCell(place.parentID, edited) } })
      }
    >
      <div className={styles.fields}>
        {fields.map((name) => (
          <Fragment key={name}>
            <Form.Item
              name={name === 'parentID' ? ['place', name] : name}
              label={storageFields[name].caption}
              rules={[numbers.includes(name) ? numberRule(rules[name]) : zodRule(rules[name])]}
              extra={
                conflicts?.[name === 'parentID' ? 'place' : name] ??
                (name === 'nominalTemperatureC' && 'Empty: that of the storage around it.')
              }
              {...(name === 'parentID' && parentProblem && { validateStatus: 'error', help: parentProblem })}
              {...(name === 'parentID' &&
                (!parentID || obstacle) &&
                styles.wide && { className: styles.wide })}
            >
              {inputs[name]}
            </Form.Item>
            {name === 'parentID' && (
              <Form.Item
                name={['place', 'cell']}
                label="Cell"
                hidden={!parentID || obstacle !== undefined}
                {...(isCellUnknown &&
                  parent && {
                    validateStatus: 'error',
                    help: cellGone(cell, parent),
                  })}
              >
                {parentID ? <CellSelect storageId={parentID} edited={edited} /> : <Input {...notCorrected} />}
              </Form.Item>
            )}
          </Fragment>
        ))}
      </div>
      <FirstCorner />
      <div className={styles.buttons}>
        <SubmitButton
          incomplete={incomplete}
          isSaving={isSaving}
          isDisabled={isDeleted || obstacle !== undefined || isCellUnknown}
        >
          {submitText}
        </SubmitButton>
        <LinkButton to="/storage" disabled={isSaving} onClick={onPlainClick(onCancel)}>
          Cancel
        </LinkButton>
      </div>
    </Form>
  )
}

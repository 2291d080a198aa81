import { parseDecimal } from '@lims/contract/decimal.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { isPersonalField } from '@lims/contract/personal.ts'
import { BulkField, type ChosenSample, isClearable, parseFieldValue } from '@lims/contract/sample-bulk.ts'
import { isInheritedField, UpdateSampleBody } from '@lims/contract/sample-changes.ts'
import { sampleFields } from '@lims/contract/sample-fields.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, Modal, Select, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { chosenQuery } from '../../entities/sample/chosen-api.ts'
import { typeChoices } from '../../entities/sample/sample-choices.ts'
import { VolumeField } from '../../entities/sample/volume-field.tsx'
import { useMay } from '../../entities/session/use-may.ts'
import { draftIdOf } from '../../forms/draft-storage.ts'
import { KeptInput } from '../../forms/kept-input.tsx'
import { LeaveDialogQuestion } from '../../forms/leave-question.tsx'
import type { NumberFieldValue } from '../../forms/number-field.tsx'
import { SavedFields } from '../../forms/saved-fields.tsx'
import { notCorrected } from '../../ui/not-corrected.ts'
import { takesCode } from '../../ui/reason-text.tsx'
import styles from './edit-field-dialog.module.css'
import type { FieldValue } from './format-field-value.ts'
import { OldValues } from './old-values.tsx'
import { useEditField } from './use-edit-field.ts'

type Props = { samples: readonly ChosenSample[]; isOpen: boolean; onClose: () => void }

const fieldChoices = BulkField.options.map((field) => ({ value: field, label: sampleFields[field].caption }))

/** What is typed into the dialog. `isClearing` empties the field, which an empty input does not. */
type Draft = { field: BulkField; input: NumberFieldValue; isClearing: boolean; alsoChildren: boolean }

const emptyDraft = (field: BulkField): Draft => ({
  field,
  input: null,
  isClearing: false,
  alsoChildren: true,
})
const isUntouched = ({ input, isClearing }: Draft) => !isClearing && (input ?? '') === ''

/** Sets one field of the chosen samples, after showing the values that it replaces. */
export function EditFieldDialog({ samples, isOpen, onClose }: Props) {
  const maySeeSubjects = useMay('subject.read')
  // A person who may not see these fields cannot tell which values they would replace.
  const choices = maySeeSubjects ? fieldChoices : fieldChoices.filter(({ value }) => !isPersonalField(value))
  const [wanted, setDraft] = useState(() => emptyDraft('siteId'))
  // That the field is hidden may become known while the dialog is open.
  const draft = maySeeSubjects || !isPersonalField(wanted.field) ? wanted : emptyDraft('volume')
  const ids = useMemo(() => samples.map(({ id }) => id), [samples])
  const details = useQuery({ ...chosenQuery(ids), enabled: isOpen })
  const edit = useEditField(onClose)
  const { field, alsoChildren } = draft
  const isInherited = isInheritedField(field)
  const { value, refusal } = readDraft(draft)
  const changing = value === undefined ? [] : (details.data ?? []).filter((sample) => sample[field] !== value)

  function save() {
    if (value === undefined || changing.length === 0) return
    edit.mutate({
      field,
      sampleIds: changing.map(({ id }) => id),
      versions: changing.map(({ version }) => version),
      values: [value],
      ...(isInherited && alsoChildren && { alsoChildren }),
    })
  }

  return (
    <Modal
      title={`Edit a field of ${formatCount(samples.length, 'sample')}`}
      open={isOpen}
      onCancel={onClose}
      onOk={save}
      okText={
        changing.length > 0
          ? `${value === null ? 'Clear the field of' : 'Change'} ${formatCount(changing.length, 'sample')}`
          : 'Change'
      }
      okButtonProps={{ disabled: changing.length === 0, danger: value === null }}
      confirmLoading={edit.isPending}
      afterOpenChange={(opened) => !opened && setDraft(emptyDraft(field))}
      width={520}
      destroyOnHidden
    >
      <Form
        className={styles.form ?? ''}
        layout="vertical"
        requiredMark={false}
        onFinish={() => value !== null && save()}
      >
        <KeptInput
          name={`edit-field.${draftIdOf(ids)}`}
          values={isUntouched(draft) ? undefined : draft}
          // An earlier version kept no choice for the children.
          onRestore={(kept) => setDraft({ ...emptyDraft(kept.field), ...kept })}
        />
        <LeaveDialogQuestion hasInput={!isUntouched(draft)} />
        <SavedFields isSaving={edit.isPending}>
          <Form.Item label="Field" htmlFor="bulk-field">
            <Select
              id="bulk-field"
              autoFocus
              value={field}
              options={choices}
              onChange={(chosen) => setDraft({ ...emptyDraft(chosen), alsoChildren })}
            />
          </Form.Item>
          {details.isError ? (
            <QueryError title="Failed to fetch the samples" query={details} />
          ) : details.data ? (
            <OldValues samples={details.data} field={field} />
          ) : (
            <Skeleton active paragraph={{ rows: 2 }} title={false} />
          )}
          <NewValue
            draft={draft}
            refusal={refusal}
            note={value === undefined ? undefined : explain(value, changing.length, details.data?.length)}
            onChange={setDraft}
          />
          {isInherited && (
            <div>
              <Checkbox
                checked={alsoChildren}
                onChange={({ target }) => setDraft({ ...draft, alsoChildren: target.checked })}
              >
                Also change their children that have the former value
              </Checkbox>
            </div>
          )}
        </SavedFields>
        {/* Makes Enter submit the form: the visible buttons are outside of it. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

/** Returns the value that is to be saved, null to clear the field, undefined without an input; or why it is refused. */
function readDraft(draft: Draft): { value?: FieldValue; refusal?: string | undefined } {
  const { field, input } = draft
  const number = field === 'volume' && typeof input === 'string' ? parseDecimal(input) : undefined
  if (number && 'problem' in number) return { refusal: number.problem }
  const checked = UpdateSampleBody.shape[field].safeParse(input ?? undefined)
  if (!checked.success) return { refusal: checked.error.issues[0]?.message }
  if (isUntouched(draft)) return {}
  return { value: parseFieldValue(field, input) }
}

type NewValueProps = {
  draft: Draft
  refusal: string | undefined
  note: string | undefined
  onChange: (draft: Draft) => void
}

function NewValue({ draft, refusal, note, onChange }: NewValueProps) {
  const { field, input, isClearing } = draft
  return (
    <>
      <Form.Item
        label="New value"
        htmlFor="bulk-value"
        validateStatus={refusal ? 'error' : ''}
        help={(refusal ?? note) && <span id="bulk-value-help">{refusal ?? note}</span>}
      >
        <ValueInput
          field={field}
          value={input}
          isDisabled={isClearing}
          isRefused={refusal !== undefined}
          onChange={(typed) => onChange({ ...draft, input: typed })}
        />
      </Form.Item>
      {isClearable(field) && (
        <Checkbox
          checked={isClearing}
          onChange={({ target }) => onChange({ ...draft, input: null, isClearing: target.checked })}
        >
          Clear the field
        </Checkbox>
      )}
    </>
  )
}

type ValueInputProps = {
  field: BulkField
  value: NumberFieldValue
  isDisabled: boolean
  isRefused: boolean
  onChange: (value: NumberFieldValue) => void
}

function ValueInput({ field, value, isDisabled, isRefused, onChange }: ValueInputProps) {
  const explained = { 'aria-invalid': isRefused, 'aria-describedby': 'bulk-value-help' }
  if (field === 'volume') {
    return <VolumeField isOptional id="bulk-value" value={value} onChange={onChange} {...explained} />
  }
  if (field === 'type') {
    return (
      <Select
        id="bulk-value"
        placeholder="Choose a type"
        options={typeChoices}
        value={value as SampleType | null}
        onChange={onChange}
      />
    )
  }
  return (
    <Input
      {...takesCode}
      {...notCorrected}
      id="bulk-value"
      {...explained}
      value={`${value ?? ''}`}
      // False would enable it while the dialog is saved.
      {...(isDisabled && { disabled: true })}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** How many of the samples have the value already. */
function explain(value: FieldValue, changing: number, total: number | undefined) {
  const same = total === undefined ? 0 : total - changing
  if (same === 0) return undefined
  return `${formatCount(same, 'sample')} ${same === 1 ? 'has' : 'have'} ${value === null ? 'no value' : 'this value'} already.`
}

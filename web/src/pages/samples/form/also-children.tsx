import { formatCount } from '@lims/contract/format-count.ts'
import { inheritedFields } from '@lims/contract/sample-changes.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { Checkbox, Form, type FormInstance } from 'antd'
import { type SampleValues, valuesOf } from './sample-values.ts'

/** Counts the children that have the former subject, site or visit, where this is changed. */
export function countChildrenToChange(
  children: readonly Sample[],
  values: SampleValues,
  parent: Sample,
): number {
  const before = valuesOf(parent)
  const changed = inheritedFields.filter(
    (field) => field in values && (values[field] ?? '') !== before[field],
  )
  return children.filter((child) => changed.some((field) => (child[field] ?? '') === before[field])).length
}

type Props = {
  form: FormInstance<SampleValues>
  /** All children of the parent. */
  samples: readonly Sample[]
  parent: Sample
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** Offers to change the subject, site or visit of the children too: they were copied from the parent. */
export function AlsoChildren({ form, samples, parent, isChosen, onChoose }: Props) {
  const values = Form.useWatch((all: SampleValues) => all, form) ?? {}
  const count = countChildrenToChange(samples, values, parent)
  if (count === 0) return null
  return (
    <Form.Item>
      <Checkbox checked={isChosen} onChange={({ target }) => onChoose(target.checked)}>
        {`Also change its ${formatCount(count, 'child that has', 'children that have')} the former value`}
      </Checkbox>
    </Form.Item>
  )
}

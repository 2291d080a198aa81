import { formatCount } from '@lims/contract/format-count.ts'
import { inheritedFields } from '@lims/contract/sample-changes.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { Checkbox, Form, type FormInstance } from 'antd'
import { type SampleValues, valuesOf } from './sample-values.ts'

/** Returns which of subject, site and visit are changed: children have copies of them. */
export function changedForChildren(values: SampleValues, parent: Sample) {
  const before = valuesOf(parent)
  return inheritedFields.filter((field) => field in values && (values[field] ?? '') !== before[field])
}

type Props = {
  form: FormInstance<SampleValues>
  /** All children of the parent; undefined while they are not known. */
  samples: readonly Sample[] | undefined
  parent: Sample
}

/** Offers to change the subject, site or visit of the children too: they were copied from the parent. */
export function AlsoChildren({ form, samples, parent }: Props) {
  const values = Form.useWatch((all: SampleValues) => all, form) ?? {}
  const changed = changedForChildren(values, parent)
  const before = valuesOf(parent)
  const count = samples?.filter((child) =>
    changed.some((field) => (child[field] ?? '') === before[field]),
  ).length
  const isOffered = changed.length > 0 && count !== 0
  const children = count ? formatCount(count, 'child that has', 'children that have') : 'children that have'
  // Always a value of the form: a draft without it would differ from what is saved.
  return (
    <Form.Item name="alsoChildren" valuePropName="checked" hidden={!isOffered}>
      <Checkbox>{`Also change its ${children} the former value`}</Checkbox>
    </Form.Item>
  )
}

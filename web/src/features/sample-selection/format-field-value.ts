import type { BulkField } from '@lims/contract/sample-bulk.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import { formatMillilitres } from '@lims/contract/volume.ts'

/** A value of a field that many samples can get at once; null is an empty field. */
export type FieldValue = string | number | null

export function formatFieldValue(field: BulkField, value: FieldValue): string {
  if (value === null || value === '') return 'empty'
  if (field === 'volume') return formatMillilitres(Number(value))
  return field === 'type' ? displayName(value as SampleType) : `${value}`
}

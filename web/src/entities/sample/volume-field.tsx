import { VolumeMl } from '@lims/contract/sample-fields.ts'
import { formatMicrolitres, formatMillilitres } from '@lims/contract/volume.ts'
import type { InputRef } from 'antd'
import type { Ref } from 'react'
import { NumberField, type NumberFieldValue } from '../../forms/number-field.tsx'

/** The form item around it passes these. */
type Props = {
  id?: string
  value?: NumberFieldValue
  onChange?: (value: NumberFieldValue) => void
  ref?: Ref<InputRef>
  placeholder?: string
  /** True: an empty field means no volume, and no text is shown below it. */
  isOptional?: boolean
}

/** A field for a volume in millilitres. The volume that will be stored is shown below it. */
export function VolumeField({ isOptional = false, ...field }: Props) {
  const describe = (volumeMl: number | null) =>
    isOptional && volumeMl === null ? undefined : inBothUnits(volumeMl)
  return <NumberField {...field} step={0.1} unit="mL" describe={describe} />
}

function inBothUnits(volumeMl: number | null): string | undefined {
  const stored = volumeMl ?? 0
  return VolumeMl.safeParse(stored).success
    ? `Stored as ${formatMillilitres(stored)} (${formatMicrolitres(stored)})`
    : undefined
}

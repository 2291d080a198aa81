import { formatMicrolitres, formatMillilitres, toNanolitres } from '@lims/contract/volume.ts'
import { NumberField, type NumberFieldValue } from '../../forms/number-field.tsx'

/** The form item around it passes these. */
type Props = { id?: string; value?: NumberFieldValue; onChange?: (value: NumberFieldValue) => void }

/** A field for a volume in millilitres. The volume that will be stored is shown below it. */
export function VolumeField(props: Props) {
  return <NumberField {...props} step={0.1} unit="mL" describe={inBothUnits} />
}

function inBothUnits(volumeMl: number | null): string | undefined {
  const stored = volumeMl ?? 0
  return isStorable(stored)
    ? `Stored as ${formatMillilitres(stored)} (${formatMicrolitres(stored)})`
    : undefined
}

function isStorable(volumeMl: number): boolean {
  try {
    return toNanolitres(volumeMl) >= 0
  } catch {
    return false
  }
}

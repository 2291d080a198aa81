import { formatCelsius } from '@lims/contract/format-celsius.ts'
import type { Storage } from '@lims/contract/storage.ts'
import type { DetailRow } from '../../ui/detail-table.tsx'

/** The nominal temperature of a storage, and whether it is that of a storage around it; no row where there is none. */
export function nominalRows({ nominalTemperatureC, effectiveTemperatureC }: Storage): DetailRow[] {
  if (effectiveTemperatureC === null) return []
  const source = nominalTemperatureC === null ? ', of the storage around it' : ''
  return [{ label: 'Nominal Temperature', value: `${formatCelsius(effectiveTemperatureC)}${source}` }]
}

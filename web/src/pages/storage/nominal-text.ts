import type { Storage } from '@lims/contract/storage.ts'
import { formatCelsius } from '../../entities/temperature/celsius.ts'

/** The nominal temperature of a storage, and whether it is that of a storage around it. */
export function nominalText({ nominalTemperatureC, effectiveTemperatureC }: Storage): string | null {
  if (nominalTemperatureC !== null) return formatCelsius(nominalTemperatureC)
  return effectiveTemperatureC === null
    ? null
    : `${formatCelsius(effectiveTemperatureC)}, of the storage around it`
}

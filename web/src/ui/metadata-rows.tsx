import { isPersonalName } from '@lims/contract/personal.ts'
import type { DetailRow } from './detail-table.tsx'
import { formatInstant } from './format-instant.ts'
import { Masked } from './masked.tsx'

/**
 * The metadata of a record as rows. Keys that end in 'At' or 'Timestamp' are times. With `isMasked` the reader may not
 * see the values of personal keys.
 */
export function metadataRows(
  metadata: Record<string, unknown>,
  { isMasked = false }: { isMasked?: boolean } = {},
): DetailRow[] {
  return Object.entries(metadata).map(([key, value]) => ({
    label: labelOf(key),
    value: isMasked && isPersonalName(key) ? <Masked /> : formatValue(key, value),
  }))
}

const formatValue = (key: string, value: unknown) =>
  /(At|Timestamp)$/.test(key) ? formatInstant(asInstant(value)) : asText(value)

/** 'Created at' for 'createdAt'. */
function labelOf(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])(?=[a-z])/g, (_match, before, first) => `${before} ${first.toLowerCase()}`)
    .replaceAll('_', ' ')
  return (words.charAt(0).toUpperCase() + words.slice(1))
    .replace(/^Num /, 'Number of ')
    .replace(/ id$/, ' ID')
}

const asInstant = (value: unknown) =>
  typeof value === 'number' || value === null || value === undefined ? value : String(value)

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(asText).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

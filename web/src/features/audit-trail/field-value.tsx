import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { Custody } from '@lims/contract/custody.ts'
import { Permission, permissionTexts, Role, roles } from '@lims/contract/permissions.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import { displayName, SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { StorageType } from '@lims/contract/storage-type.ts'
import { formatMillilitres } from '@lims/contract/volume.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { hasCode } from '../../api/call-error.ts'
import { batchQuery } from '../../entities/batch/batch-api.ts'
import { custodyName } from '../../entities/custody/custody-tag.tsx'
import { pathTextOf } from '../../entities/storage/path-text.ts'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { formatLastDay } from '../../ui/format-moment.ts'

const isInstant = z.iso.datetime({ offset: true })
const Cell = z.object({ storageId: z.number(), row: z.number(), column: z.number() })

type RecordNames = NonNullable<AuditEvent['recordNames']>
type Props = { field: string; value: unknown; recordNames?: RecordNames | undefined }

/** A value of an event as the forms show it. `recordNames` are those that the event knows. */
export function FieldValue({ field, value, recordNames = {} }: Props) {
  if (value === null || value === undefined || value === '')
    return field === 'place' || field === 'location' ? 'not in storage' : 'empty'
  if (field === 'batchId') return <BatchName id={String(value)} recordNames={recordNames} />
  if (field === 'parentSampleId') return recordNames[`sample ${value}`] ?? String(value)
  if (field === 'parentID' && typeof value === 'number')
    return <StorageName id={value} recordNames={recordNames} />
  const cell = field === 'place' ? Cell.safeParse(value).data : undefined
  if (cell) return <CellName {...cell} recordNames={recordNames} />
  return asText(field, value)
}

type IdProps<Id> = { id: Id; recordNames: RecordNames }

function BatchName({ id, recordNames }: IdProps<string>) {
  const { data, error } = useQuery(batchQuery(id))
  return data?.name ?? lastName(recordNames[`batch ${id}`], hasCode(error, 'batch-not-found')) ?? id
}

function StorageName({ id, recordNames }: IdProps<number>) {
  const { data, error } = useQuery(storageQuery(id))
  return data?.alias ?? lastStorageName(id, recordNames, error)
}

function CellName({
  storageId,
  row,
  column,
  recordNames,
}: z.infer<typeof Cell> & { recordNames: RecordNames }) {
  const { data, error } = useQuery(storageQuery(storageId))
  if (!data) return `${lastStorageName(storageId, recordNames, error)}, row ${row}, column ${column}`
  return pathTextOf([data.alias, positionLabel({ row, column }, data)])
}

const lastStorageName = (id: number, recordNames: RecordNames, error: Error | null) =>
  lastName(recordNames[`storage ${id}`], hasCode(error, 'storage-not-found')) ?? `storage ${id}`

const lastName = (name: string | undefined, isDeleted: boolean) =>
  name && (isDeleted ? `${name} (deleted)` : name)

function asText(field: string, value: unknown): string {
  if ((field === 'volume' || field === 'loss') && typeof value === 'number') return formatMillilitres(value)
  if (field === 'status') return textOfCode(SampleStatus, value, displayName)
  if (field === 'custody') return textOfCode(Custody, value, custodyName)
  if (field === 'type') {
    const storageType = StorageType.safeParse(value)
    return storageType.success
      ? formatStorageType(storageType.data)
      : textOfCode(SampleType, value, displayName)
  }
  if (field === 'role') return textOfCode(Role, value, (role) => roles[role].name)
  if (field === 'permissions' && Array.isArray(value))
    return value.map((code) => textOfCode(Permission, code, (one) => permissionTexts[one])).join(', ')
  if (field === 'expectedReturnAt') return formatLastDay(String(value))
  if (/(At|Timestamp)$/.test(field) || isInstant.safeParse(value).success) return formatInstant(String(value))
  if (field === 'rolesOn') return value === true ? 'on' : 'off'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 6 })
  if (Array.isArray(value)) return value.map((member) => memberText(field, member)).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(
      ([name, member]) => `${name} ${typeof member === 'object' ? JSON.stringify(member) : String(member)}`,
    )
    .join(', ')
}

const Label = z.object({ place: z.number() })
const TubeTypeCount = z.object({ tubeType: z.string(), count: z.number() })

/** One of several values: a label by its number in the print run, tubes as '6 EDTA'. */
function memberText(field: string, member: unknown): string {
  const label = field === 'sending' ? Label.safeParse(member).data : undefined
  if (label) return String(label.place)
  const tubes = TubeTypeCount.safeParse(member).data
  if (tubes) return `${tubes.count} ${tubes.tubeType}`
  return typeof member === 'object' ? JSON.stringify(member) : String(member)
}

/** The name of a code; the code itself if it is not known any more. */
function textOfCode<T>(codes: z.ZodType<T>, value: unknown, nameOf: (code: T) => string): string {
  const code = codes.safeParse(value)
  return code.success ? nameOf(code.data) : String(value)
}

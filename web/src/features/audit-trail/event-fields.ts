import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { sampleFields } from '@lims/contract/sample-fields.ts'

/** A field of an event, before and after. `before` is undefined in a creation, `after` in a deletion. */
export type FieldRow = { field: string; label: string; before: unknown; after: unknown; isMasked: boolean }

const labels: Record<string, string> = {
  ...Object.fromEntries(Object.entries(sampleFields).map(([field, { caption }]) => [field, caption])),
  batchId: 'Batch',
  bamFileUri: 'BAM file',
  alias: 'Tube ID',
  tubeType: 'Tube type',
  collectionTimestamp: 'Collected',
  receivedTimestamp: 'Received',
  qcTimestamp: 'QC',
  processedTimestamp: 'Processed',
  archivedTimestamp: 'Archived',
  parentSampleId: 'Parent sample',
  location: 'Place',
  place: 'Place',
  custody: 'Custody',
  expectedReturnAt: 'Expected back by',
  thawed: 'Thawed',
  thawCount: 'Freeze-thaw cycles',
  thawLimit: 'Limit',
  eventNotes: 'Notes of the change',
  names: 'Names',
  numSamples: 'Samples',
  description: 'Description',
  numberRows: 'Rows',
  numberColumns: 'Columns',
  rowPrefix: 'Row prefix',
  columnPrefix: 'Column prefix',
  nominalTemperatureC: 'Nominal temperature (°C)',
  lowerC: 'Lower limit (°C)',
  upperC: 'Upper limit (°C)',
  minutesOutside: 'Minutes outside',
  minutesWithoutReadings: 'Minutes without readings',
  applySince: 'Applied to readings since',
  beganAt: 'Began',
  added: 'New readings',
  from: 'From',
  to: 'To',
  note: 'Note',
  parentID: 'Parent',
  parentAlias: 'Parent',
  bamDoubt: 'Doubt',
  bamMd5: 'MD5',
  bamPath: 'Path',
  role: 'Role',
  roleFrom: 'Role from',
  group: 'Group',
  rolesOn: 'Roles',
  deactivatedAt: 'Deactivated',
  openSessions: 'Open sessions',
  endedSessions: 'Ended sessions',
  revokedTokens: 'Revoked tokens',
  permissions: 'It may',
  expiresAt: 'Ends',
  revokedAt: 'Revoked',
  printedBefore: 'Printed before',
  inDoubt: 'In doubt',
  state: 'Outcome',
  changedBy: 'Changed by',
  changedAt: 'Changed',
}

/** Numbers and ids that mean nothing to a reader, and what another field says. */
const hidden = new Set([
  'id',
  'ids',
  'version',
  'metadata',
  'deletionId',
  'undoneEventId',
  'eventId',
  'runId',
  'isCreationUndone',
  'batchName',
  'capacity',
  'occupied',
  'rowCoordinate',
  'columnCoordinate',
  'parentAlias',
  'ownerId',
  'personId',
])

const maskable = ['subjectId', 'siteId']

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** The fields of an event in the words of the forms. A creation leaves out what was left empty. */
export function fieldRows({ before, after, masked, entityType }: AuditEvent): FieldRow[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter((field) => !hidden.has(field))
    .map((field) => ({
      field,
      label: labelOf(field, entityType),
      before: before?.[field],
      after: after?.[field],
      isMasked:
        masked === true && maskable.includes(field) && isEmpty(before?.[field]) && isEmpty(after?.[field]),
    }))
    .filter(({ before: old, after: now, isMasked }) => isMasked || !isEmpty(old) || !isEmpty(now))
}

function labelOf(field: string, entityType: AuditEvent['entityType']): string {
  if (field === 'alias' && entityType === 'storage') return 'Name'
  return labels[field] ?? asWords(field)
}

/** 'Ended by' for 'endedBy'. */
function asWords(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

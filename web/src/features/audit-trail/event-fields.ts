import { type AuditEvent, personFields } from '@lims/contract/audit-api.ts'
import { isPersonalField } from '@lims/contract/personal.ts'
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
  email: 'E-mail address',
  expectedReturnAt: 'Expected back by',
  thawed: 'Thawed',
  thawCount: 'Freeze-thaw cycles',
  thawLimit: 'Limit',
  checkedOutBy: 'Checked out by',
  eventNotes: 'Notes of the change',
  names: 'Names',
  numSamples: 'Samples',
  numPatients: 'Patients',
  tubeTypes: 'Tube types',
  samplePrefix: 'Sample prefix',
  byStatus: 'By status',
  sha256: 'SHA-256 of the file',
  fileName: 'File',
  withoutPlace: 'Without its place',
  samplesWithoutPlace: 'Samples without their places',
  loss: 'Loss',
  takeFromParent: 'Taken off the parent',
  numEvents: 'Emptied events',
  numUnproved: 'Events without proof of their content',
  numDeletedRows: 'Emptied deleted records',
  samples: 'Decision on the samples',
  isOpen: 'Open',
  isShared: 'Shared',
  isUndo: 'Undo',
  isEmpty: 'Recorded as empty',
  isFinished: 'Finished',
  applied: 'Accepted differences',
  keepCells: 'Cells kept',
  changedSince: 'Changed since the count',
  search: 'Filters',
  format: 'Format',
  withSubjects: 'With subject IDs',
  scannedAt: 'Scanned',
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
  backupMadeAt: 'Backup made',
  appliedErasures: 'Erasures applied again',
  ownerId: 'Owner',
  personId: 'For',
  total: 'Labels',
  printedBefore: 'Printed before',
  inDoubt: 'In doubt',
  sending: 'Labels in doubt',
  state: 'State',
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
  'moveId',
  'stockTakeId',
  'storageId',
  'copyOfId',
  'isCreationUndone',
  'batchName',
  'capacity',
  'occupied',
  'rowCoordinate',
  'columnCoordinate',
  'parentAlias',
])

/** Times of a batch that its event has anyway. */
const hiddenMetadata = new Set(['createdAt', 'updatedAt'])

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
const isSame = (one: unknown, other: unknown) =>
  !isEmpty(one) && JSON.stringify(one) === JSON.stringify(other)

/**
 * The fields of an event in the words of the forms. A creation leaves out what was left empty, an edit what stayed as
 * it was.
 */
export function fieldRows(event: AuditEvent): FieldRow[] {
  const [before, after] = [contentOf(event.before, event), contentOf(event.after, event)]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields
    .filter((field) => !hidden.has(field) && !isSame(before[field], after[field]))
    .map((field) => ({
      field,
      label: labelOf(field, event),
      before: before[field],
      after: after[field],
      isMasked:
        event.masked === true && isPersonalField(field) && isEmpty(before[field]) && isEmpty(after[field]),
    }))
    .filter(({ before: old, after: now, isMasked }) => isMasked || !isEmpty(old) || !isEmpty(now))
}

/** The members of a record, with those of its metadata, and people by their names. */
function contentOf(record: AuditEvent['before'], { people = {} }: AuditEvent): Record<string, unknown> {
  const { metadata, ...members } = record ?? {}
  const more = Object.entries((metadata as object | null | undefined) ?? {}).filter(
    ([field]) => !hiddenMetadata.has(field),
  )
  const named = Object.entries(members).map(([field, value]) => [
    field,
    personFields.includes(field) && typeof value === 'string' && Object.hasOwn(people, value)
      ? people[value]
      : value,
  ])
  return { ...Object.fromEntries(named), ...Object.fromEntries(more) }
}

const withPurpose = ['custody.check-out', 'custody.pick', 'pick-list.create']

function labelOf(field: string, { entityType, action }: AuditEvent): string {
  if (field === 'alias' && entityType === 'storage') return 'Name'
  if (field === 'name' && action.startsWith('move.')) return 'Move'
  if (field === 'eventNotes' && withPurpose.includes(action)) return 'Purpose'
  if (field === 'eventNotes' && action === 'custody.set') return 'Reason'
  if (action === 'print-label.settle' && field === 'place') return 'Label number'
  if (action === 'print-label.settle' && field === 'state') return 'Outcome'
  return (Object.hasOwn(labels, field) && labels[field]) || asWords(field)
}

/** 'Ended by' for 'endedBy', 'Left out' for 'numLeftOut'. */
function asWords(field: string): string {
  const words = field
    .replace(/^num(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

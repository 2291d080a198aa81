import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { Custody } from '@lims/contract/custody.ts'
import { Role, roles } from '@lims/contract/permissions.ts'
import { displayName, SampleStatus } from '@lims/contract/sample-status.ts'
import { eventWords } from '../../entities/audit/event-words.ts'
import { custodyName } from '../../entities/custody/custody-tag.tsx'
import { fieldRows } from './event-fields.ts'

const statusOf = (record: AuditEvent['after']): string | undefined => {
  const status = SampleStatus.safeParse(record?.status)
  return status.success ? displayName(status.data) : undefined
}

const edits = ['sample.update', 'batch.update', 'storage.update']

/** 'moved it', 'changed the volume', 'undid QC PASS': what the person did; 'it' is the record. */
export function describeEvent(event: AuditEvent): string {
  const { action, before, after } = event
  if (action === 'sample.undo-status') return `undid ${statusOf(before) ?? 'its last status'}`
  if (action === 'sample.update-lifecycle' || action === 'sample.update-statuses')
    return `changed its status to ${statusOf(after) ?? 'another one'}`
  if (action === 'custody.undo-pick' && before?.custody === 'MISSING') return 'undid that it was not found'
  const custody = action === 'custody.set' ? Custody.safeParse(after?.custody).data : undefined
  if (custody) return `changed its custody to ${custodyName(custody)}`
  const role = action === 'person.set-role' ? Role.safeParse(after?.role).data : undefined
  if (role) return `changed the role to ${roles[role].name}`
  if (action === 'sample.arrange') {
    if (!before?.place) return eventWords['sample.place'].did
    if (!after?.place) return eventWords['sample.take-out'].did
  }
  if (action === 'print-run.start' && after?.total === 1) return 'started to print its label'
  const [only, ...others] = edits.includes(action) ? fieldRows(event) : []
  if (only && others.length === 0) return `changed the ${lowerFirst(only.label)}`
  return eventWords[action].did
}

/** 'volume' for 'Volume', but 'BAM file' stays. */
const lowerFirst = (label: string) =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

const ofRelatedEvent: Partial<Record<AuditEvent['action'], string>> = {
  'sample.add-child': 'derived it from',
  'batch.create': 'registered it in',
  'batch.import': 'imported it into',
  'batch.delete': 'deleted it with',
  'batch.restore': 'restored it with',
}

/**
 * What the person did to a sample with an event of another record, which is named next: 'derived it from' its parent.
 * Undefined if the usual words say enough.
 */
export const describeRelatedEvent = ({ action }: AuditEvent): string | undefined => ofRelatedEvent[action]

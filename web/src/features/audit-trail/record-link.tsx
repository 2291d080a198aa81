import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { keysOf } from '@lims/contract/keys-of.ts'
import { Link } from '@tanstack/react-router'

const nouns: Record<AuditEvent['entityType'], string> = {
  sample: 'sample',
  batch: 'batch',
  storage: 'storage',
  person: 'person',
  token: 'token',
  subject: 'subject',
  session: 'session',
  scan: 'scan',
  view: 'view',
  'pick-list': 'pick list',
  'stock-take': 'stock-take',
  database: 'database',
}

type Props = { event: Pick<AuditEvent, 'entityType' | 'entityId' | 'entityName'> }

/** The record of an event after the kind that it is of, as a link to its history where it has one. */
export function RecordLink({ event }: Props) {
  return (
    <span className="running-text">
      {event.entityName !== null && <span className="muted">{nouns[event.entityType]} </span>}
      <RecordName event={event} />
    </span>
  )
}

function RecordName({ event: { entityType, entityId, entityName } }: Props) {
  const text = entityName ?? `${nouns[entityType]} ${entityId}`
  if (entityType === 'sample')
    return (
      <Link to="/samples/$sampleId" params={{ sampleId: entityId }} search={{ tab: 'history' }}>
        {text}
      </Link>
    )
  if (entityType === 'batch')
    return (
      <Link to="/batches/$batchId" params={{ batchId: entityId }} search={{ tab: 'history' }}>
        {text}
      </Link>
    )
  if (entityType === 'storage')
    return (
      <Link to="/storage/$storageId/enhanced" params={{ storageId: entityId }} search={{ tab: 'history' }}>
        {text}
      </Link>
    )
  if (entityType === 'pick-list')
    return (
      <Link to="/picks/$pickListId" params={{ pickListId: entityId }}>
        {text}
      </Link>
    )
  if (entityType === 'session' || entityType === 'database') return null
  return <span>{text}</span>
}

export const nounOf = (entityType: AuditEvent['entityType']): string => nouns[entityType]
export const entityTypes = keysOf(nouns)

import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { Masked } from '../../ui/masked.tsx'
import styles from './audit-trail.module.css'
import { type FieldRow, fieldRows } from './event-fields.ts'
import { FieldValue } from './field-value.tsx'

/** What an event changed, field by field, and the reason. */
export function EventDetails({ event }: { event: AuditEvent }) {
  const rows = fieldRows(event)
  const isEmpty = event.before === null && event.after === null
  return (
    <>
      {event.erased && (
        <p className="muted">An erasure has removed the {isEmpty ? 'content' : 'reason'} of this event.</p>
      )}
      {rows.length > 0 && (
        <dl className={styles.fields}>
          {rows.map((row) => (
            <div key={row.field}>
              <dt>{row.label}</dt>
              <dd>
                <Change
                  row={row}
                  isUpdate={event.before !== null && event.after !== null}
                  recordNames={event.recordNames}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {event.reason !== null && <p className={styles.reason}>Reason: {event.reason}</p>}
      {event.masked && event.action === 'subject.reveal' && (
        <p className={styles.reason}>
          Reason: <Masked />
        </p>
      )}
    </>
  )
}

type ChangeProps = { row: FieldRow; isUpdate: boolean; recordNames: AuditEvent['recordNames'] }

function Change({ row: { field, before, after, isMasked }, isUpdate, recordNames }: ChangeProps) {
  if (isMasked) return <Masked />
  if (!isUpdate || before === undefined || after === undefined) {
    return <FieldValue field={field} value={before ?? after} recordNames={recordNames} />
  }
  return (
    <>
      <span className="read-aloud-only">from </span>
      <del className={styles.old}>
        <FieldValue field={field} value={before} recordNames={recordNames} />
      </del>
      <span aria-hidden> → </span>
      <span className="read-aloud-only"> to </span>
      <ins className={styles.new}>
        <FieldValue field={field} value={after} recordNames={recordNames} />
      </ins>
    </>
  )
}

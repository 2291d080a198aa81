import type { AuditEvent } from '@lims/contract/audit-api.ts'
import { Masked } from '../../ui/masked.tsx'
import styles from './audit-trail.module.css'
import { type FieldRow, fieldRows } from './event-fields.ts'
import { FieldValue } from './field-value.tsx'

/** What an event changed, field by field, and the reason. */
export function EventDetails({ event }: { event: AuditEvent }) {
  const rows = fieldRows(event)
  return (
    <>
      {event.erased && <p className="muted">An erasure has removed the content of this event.</p>}
      {rows.length > 0 && (
        <dl className={styles.fields}>
          {rows.map((row) => (
            <div key={row.field}>
              <dt>{row.label}</dt>
              <dd>
                <Change row={row} isUpdate={event.before !== null && event.after !== null} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {event.reason !== null && <p className={styles.reason}>Reason: {event.reason}</p>}
    </>
  )
}

function Change({ row: { field, before, after, isMasked }, isUpdate }: { row: FieldRow; isUpdate: boolean }) {
  if (isMasked) return <Masked />
  if (!isUpdate || before === undefined || after === undefined) {
    return <FieldValue field={field} value={before ?? after} />
  }
  return (
    <>
      <span className="read-aloud-only">from </span>
      <del className={styles.old}>
        <FieldValue field={field} value={before} />
      </del>
      <span aria-hidden> → </span>
      <span className="read-aloud-only"> to </span>
      <ins className={styles.new}>
        <FieldValue field={field} value={after} />
      </ins>
    </>
  )
}

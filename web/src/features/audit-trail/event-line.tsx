import type { AuditEvent } from '@lims/contract/audit-api.ts'
import type { ReactNode } from 'react'
import { formatSecond } from '../../ui/format-instant.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import styles from './audit-trail.module.css'
import { describeEvent } from './describe-event.ts'
import { EventDetails } from './event-details.tsx'

type Props = {
  event: AuditEvent
  /** What the person did, if not in the words of `describeEvent`. */
  words?: string | undefined
  /** The record, where the list is of more than one. */
  record?: ReactNode
}

/** One change: who did what and when, field by field, and why. */
export function EventLine({ event, words = describeEvent(event), record }: Props) {
  const { at, person, token, action } = event
  return (
    <li className={styles.event}>
      <div className={styles.head}>
        <span className={styles.words}>
          <strong title={person.id}>{person.name}</strong>
          {person.owner && <span className="muted">of {person.owner}</span>}
          {token && <span className={styles.token}>by token “{token.name}”</span>}
          <span>{words}</span>
          {record}
        </span>
        <time dateTime={at} title={formatSecond(at)} className="numbers muted">
          {formatMoment(at)}
        </time>
      </div>
      {action.endsWith('.delete') && event.reason === null ? null : <EventDetails event={event} />}
    </li>
  )
}

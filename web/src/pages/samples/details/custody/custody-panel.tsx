import { endedByUndo } from '@lims/contract/custody.ts'
import type { CustodyEvent } from '@lims/contract/custody-api.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Card } from 'antd'
import { useState } from 'react'
import { QueryError } from '../../../../api/query-error.tsx'
import { custodyHistoryQuery } from '../../../../entities/custody/custody-api.ts'
import { CustodyTag, custodyName } from '../../../../entities/custody/custody-tag.tsx'
import { CheckOutDialog, SetCustodyDialog } from '../../../../entities/custody/lazy-dialogs.ts'
import { useReturn, useUndoCustody } from '../../../../entities/custody/use-change-custody.ts'
import { PickListLink } from '../../../../entities/pick/pick-list-link.tsx'
import { useDeniedProps } from '../../../../entities/session/use-may.ts'
import { formatInstant } from '../../../../ui/format-instant.ts'
import { formatDay, formatLastDay } from '../../../../ui/format-moment.ts'
import styles from './custody-panel.module.css'

/** Whether a sample can be taken, its freeze-thaw cycles, and every change of its custody. */
export function CustodyPanel({ sample }: { sample: Sample }) {
  const { id, name, custody, thawCount } = sample
  const [open, setOpen] = useState<'check-out' | 'custody'>()
  const history = useQuery(custodyHistoryQuery(id))
  const giveBack = useReturn()
  const undo = useUndoCustody()
  const denied = useDeniedProps('custody.edit')
  const events = history.data?.events ?? []
  const holding = events.find(({ undoes, isUndone }) => undoes === null && !isUndone)
  const limit = history.data?.thawLimit ?? null
  const thaws = events.filter(({ thawed, undoes, isUndone }) => thawed && undoes === null && !isUndone)
  const before = history.data ? thawCount - thaws.length : 0
  const thawedAt = [
    ...thaws.map(({ at }) => formatDay(at)),
    ...(before > 0 ? [`${thaws.length > 0 ? `${before} ` : ''}before it was registered`] : []),
  ]
  const close = () => setOpen(undefined)

  function handleUndo({ id: eventId, ...change }: CustodyEvent) {
    void undo.retryable([eventId], { ended: endedByUndo(change) })()
  }

  return (
    <Card title={<h2 className={styles.heading}>Custody</h2>}>
      <div className={styles.facts}>
        <CustodyTag custody={custody} withAvailable />
        <span className={limit !== null && thawCount > limit ? styles.over : 'muted'}>
          {formatCount(thawCount, 'freeze-thaw cycle')}
          {limit !== null && ` of ${limit}`}
          {thawedAt.length > 0 && `: ${thawedAt.join(', ')}`}
        </span>
      </div>
      <div className={styles.buttons}>
        {custody === 'CHECKED_OUT' ? (
          <Button
            {...denied}
            loading={giveBack.isPending}
            onClick={() => giveBack.mutate([{ sampleId: id, eventId: holding?.id }])}
          >
            Return
          </Button>
        ) : (
          (custody === 'AVAILABLE' || custody === 'MISSING') && (
            <Button {...denied} onClick={() => setOpen('check-out')}>
              Check out…
            </Button>
          )
        )}
        {custody !== 'RESERVED' && custody !== 'DISPOSED' && (
          <Button {...denied} onClick={() => setOpen('custody')}>
            Custody…
          </Button>
        )}
      </div>
      {history.isError && <QueryError title="The custody could not be loaded" query={history} />}
      {events.length > 0 && (
        <ol className={styles.events} aria-label="Changes of custody">
          {events.map((event) => (
            <li key={event.id} data-undone={event.isUndone}>
              <Change event={event} />
              {event.canUndo && (
                <Button size="small" {...denied} loading={undo.isPending} onClick={() => handleUndo(event)}>
                  Undo
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      <CheckOutDialog sampleIds={[id]} isOpen={open === 'check-out'} onClose={close} />
      <SetCustodyDialog
        title={`Custody of ${name}`}
        sampleIds={[id]}
        isOpen={open === 'custody'}
        onClose={close}
      />
    </Card>
  )
}

function Change({ event }: { event: CustodyEvent }) {
  const { to, at, person, purpose, reason, undoes, isUndone, thawed, overLimit, expectedReturnAt, pickList } =
    event
  const why = purpose || reason
  return (
    <span className={styles.change}>
      <span>
        <strong>{custodyName(to)}</strong>
        {undoes !== null && ' by an undo'}
        {isUndone && ', undone'}
        {why && `: ${why}`}
      </span>
      <span className="muted">
        {person.name}, {formatInstant(at)}
        {expectedReturnAt && `, expected back by ${formatLastDay(expectedReturnAt)}`}
        {thawed && undoes === null && ', thawed'}
        {pickList && (
          <>
            , pick list <PickListLink {...pickList} />
          </>
        )}
        {overLimit && ', over the limit'}
        {overLimit?.confirmedBy && `, confirmed by ${overLimit.confirmedBy.name}`}
        {overLimit && !overLimit.confirmedBy && !isUndone && ', not confirmed yet'}
      </span>
    </span>
  )
}

import { formatCelsius } from '@lims/contract/format-celsius.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { hasCode } from '../../api/call-error.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { formatDuration } from '../../entities/temperature/format-duration.ts'
import { useAcknowledge } from '../../entities/temperature/temperature-api.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import styles from './alarm-list.module.css'

// Most days there is no alarm.
const AcknowledgeDialog = lazyDialog(() =>
  import('./acknowledge-dialog.tsx').then((file) => file.AcknowledgeDialog),
)

type Props = {
  alarms: readonly TemperatureAlarm[]
  /** False on the page of the storage itself. */
  namesStorage?: boolean
  /** Shown without an alarm. */
  empty?: ReactNode
}

/**
 * Alarms that go on or that nobody has acknowledged. It is also rendered without one: others may acknowledge the last
 * alarm, or it may end, while a person writes what was done.
 */
export function AlarmList({ alarms, namesStorage = true, empty }: Props) {
  const [chosen, setChosen] = useState<readonly TemperatureAlarm[]>()
  const acknowledge = useAcknowledge()
  const denied = useDeniedProps('temperature.acknowledge')
  const close = () => setChosen(undefined)
  const toAcknowledge = alarms.filter(({ acknowledgedAt }) => acknowledgedAt === null)

  function submit(note: string) {
    const named = (chosen ?? []).map(({ storageId, kind, beganAt }) => ({ storageId, kind, beganAt }))
    acknowledge.mutate(
      { alarms: named, note },
      {
        onSuccess: close,
        onError: (failure) => {
          if (hasCode(failure, 'temperature-alarm-not-found')) close()
        },
      },
    )
  }

  return (
    <>
      {alarms.length === 0 ? (
        empty
      ) : (
        <ul className={styles.alarms} aria-label="Temperature alarms">
          {alarms.map((alarm) => (
            <li key={`${alarm.storageId} ${alarm.kind} ${alarm.beganAt}`} className={styles.alarm}>
              <div>
                <AlarmTag alarm={alarm} />{' '}
                {namesStorage && (
                  <Link
                    className={styles.link}
                    to="/storage/$storageId/enhanced"
                    params={{ storageId: `${alarm.storageId}` }}
                    search={{ tab: 'temperature' }}
                  >
                    {pathText(alarm.storagePath)}
                  </Link>
                )}
                <div className={styles.words}>{wordsOf(alarm)}</div>
                {alarm.acknowledgedAt && (
                  <div className={styles.words}>
                    {alarm.acknowledgedByName}, {formatInstant(alarm.acknowledgedAt)}
                    {alarm.note && `: ${alarm.note}`}
                  </div>
                )}
              </div>
              {alarm.acknowledgedAt === null && (
                <Button
                  {...denied}
                  aria-label={`Acknowledge ${pathText(alarm.storagePath)}, ${wordsOf(alarm)}`}
                  onClick={() => setChosen([alarm])}
                >
                  Acknowledge
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {toAcknowledge.length > 1 && (
        <div className={styles.all}>
          <Button {...denied} onClick={() => setChosen(toAcknowledge)}>
            Acknowledge all {toAcknowledge.length}
          </Button>
        </div>
      )}
      <AcknowledgeDialog
        isOpen={chosen !== undefined}
        alarms={chosen ?? []}
        isWorking={acknowledge.isPending}
        onConfirm={submit}
        onClose={close}
      />
    </>
  )
}

function AlarmTag({ alarm: { kind, endedAt } }: { alarm: TemperatureAlarm }) {
  const word = kind === 'outside' ? 'Outside limits' : 'No readings'
  return (
    <span className={styles.tag} data-over={endedAt !== null}>
      <span aria-hidden>{kind === 'outside' ? '▲' : '?'}</span> {word}
      {endedAt !== null && ', over'}
    </span>
  )
}

/** '−52 °C at worst, since 3 May 2026, 09:41' */
function wordsOf({ kind, beganAt, endedAt, worstC }: TemperatureAlarm): string {
  const worst = kind === 'outside' && worstC !== null ? `${formatCelsius(worstC)} at worst, ` : ''
  if (endedAt === null) return `${worst}since ${formatInstant(beganAt)}`
  const seconds = (Date.parse(endedAt) - Date.parse(beganAt)) / 1000
  return `${worst}for ${formatDuration(seconds)} from ${formatInstant(beganAt)}`
}

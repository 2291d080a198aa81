import { formatCelsius } from '@lims/contract/format-celsius.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { hasCode } from '../../api/call-error.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { GridLink } from '../../entities/storage/storage-link.tsx'
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
            <AlarmRow
              key={`${alarm.storageId} ${alarm.kind} ${alarm.beganAt}`}
              alarm={alarm}
              namesStorage={namesStorage}
              onAcknowledge={() => setChosen([alarm])}
            />
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

type RowProps = { alarm: TemperatureAlarm; namesStorage: boolean; onAcknowledge: () => void }

function AlarmRow({ alarm, namesStorage, onAcknowledge }: RowProps) {
  const denied = useDeniedProps('temperature.acknowledge')
  const { storageId, storagePath, acknowledgedAt, acknowledgedByName, note } = alarm
  return (
    <li className={styles.alarm}>
      <div>
        <AlarmTag alarm={alarm} />{' '}
        {namesStorage && (
          <GridLink id={storageId} tab="temperature" className={styles.link}>
            {pathText(storagePath)}
          </GridLink>
        )}
        <div className={styles.words}>{wordsOf(alarm)}</div>
        {acknowledgedAt && (
          <div className={styles.words}>
            {acknowledgedByName}, {formatInstant(acknowledgedAt)}
            {note && `: ${note}`}
          </div>
        )}
      </div>
      {acknowledgedAt === null && (
        <Button
          {...denied}
          aria-label={`Acknowledge ${pathText(storagePath)}, ${wordsOf(alarm)}`}
          onClick={onAcknowledge}
        >
          Acknowledge
        </Button>
      )}
    </li>
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

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useMay } from '../../entities/session/use-may.ts'
import { alarmsQuery } from '../../entities/temperature/temperature-api.ts'
import { formatCount } from '../../ui/format-count.ts'
import { DashboardCard } from './dashboard-card.tsx'

const maxShown = 5

// With its dialog: most days there is no alarm.
const AlarmList = lazy(() =>
  import('../../features/temperature-alarms/alarm-list.tsx').then(({ AlarmList }) => ({
    default: AlarmList,
  })),
)

/** Temperature alarms; nothing where no storage has a logger. */
export function TemperatureCard() {
  const mayRead = useMay('storage.read')
  const { data } = useQuery({ ...alarmsQuery(), enabled: mayRead })
  if (!data || data.totalLoggers === 0) return null
  const { alarms, totalAlarms, totalLoggers } = data
  return (
    <DashboardCard
      title="Temperatures"
      hint={<span className="muted">{formatCount(totalLoggers, 'logger')}</span>}
    >
      {totalAlarms === 0 ? (
        <p className="muted">No alarm.</p>
      ) : (
        <>
          <Suspense>
            <AlarmList alarms={alarms.slice(0, maxShown)} />
          </Suspense>
          {totalAlarms > maxShown && (
            <p className="muted">and {(totalAlarms - maxShown).toLocaleString('en')} more</p>
          )}
        </>
      )}
    </DashboardCard>
  )
}

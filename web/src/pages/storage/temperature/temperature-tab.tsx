import { formatCelsius } from '@lims/contract/format-celsius.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import type { CurvePoint, TemperatureState } from '@lims/contract/temperatures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Card, Pagination, Segmented, Skeleton, Spin } from 'antd'
import { useState } from 'react'
import { QueryError } from '../../../api/query-error.tsx'
import { ExcursionPages } from '../../../entities/temperature/excursion-pages.tsx'
import { formatDuration } from '../../../entities/temperature/format-duration.ts'
import {
  alarmsQuery,
  curveQuery,
  excursionsQuery,
  type Period,
  temperatureStateQuery,
} from '../../../entities/temperature/temperature-api.ts'
import { AlarmList } from '../../../features/temperature-alarms/alarm-list.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatInstant } from '../../../ui/format-instant.ts'
import { tablePages } from '../../../ui/table-pages.ts'
import { LimitsForm } from './limits-form.tsx'
import { SelectInside } from './select-inside.tsx'
import { TemperatureCurve } from './temperature-curve.tsx'
import styles from './temperature-tab.module.css'
import { UploadReadings } from './upload-readings.tsx'

type Props = { storageId: number; period: Period; onPeriod: (period: Period) => void }

const periods: { value: Period; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
]

/** The Temperature tab of a storage: curve, alarms, excursions and limits. */
export function TemperatureTab({ storageId, period, onPeriod }: Props) {
  const state = useQuery(temperatureStateQuery(storageId))
  if (state.isPending) return <Skeleton active paragraph={{ rows: 8 }} />
  if (!state.data) {
    return <QueryError title="The temperatures could not be loaded" query={state} />
  }
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <Card>
          <div className={styles.tools}>
            <LastReading state={state.data} />
            <Segmented aria-label="Period" value={period} options={periods} onChange={onPeriod} />
            <UploadReadings storageId={storageId} />
          </div>
          <Curve storageId={storageId} period={period} state={state.data} />
        </Card>
        <Alarms storageId={storageId} />
        <Excursions storageId={storageId} />
      </div>
      <Card title={<h2 className={styles.heading}>Limits</h2>}>
        <LimitsForm state={state.data} />
      </Card>
    </div>
  )
}

function LastReading({ state: { last, nominalC } }: { state: TemperatureState }) {
  return (
    <div>
      <div className={styles.now} data-outside={last?.isOutside ?? false}>
        {last ? formatCelsius(last.celsius) : 'No reading yet'}
      </div>
      <div className="muted">
        {last && `${formatInstant(last.at)}${last.isOutside ? ', outside the limits' : ''} · `}
        {nominalC === null ? 'No nominal temperature' : `Nominal ${formatCelsius(nominalC)}`}
      </div>
    </div>
  )
}

function Curve({ storageId, period, state }: { storageId: number; period: Period; state: TemperatureState }) {
  const curve = useQuery({ ...curveQuery(storageId, period), placeholderData: keepPreviousData })
  if (curve.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  if (!curve.data) {
    return <QueryError title="The curve could not be loaded" query={curve} />
  }
  const { points } = curve.data
  if (points.length === 0) {
    if (curve.isPlaceholderData) return <Skeleton active paragraph={{ rows: 6 }} />
    return (
      <EmptyState text="No reading in this time. A logger posts them (see the API), or add them from a file." />
    )
  }
  return (
    <Spin spinning={curve.isPlaceholderData}>
      <TemperatureCurve {...curve.data} state={state} />
      <ReadingTable points={points} />
    </Spin>
  )
}

const rowsPerPage = 50

function ReadingTable({ points }: { points: readonly CurvePoint[] }) {
  const [chosenPage, setPage] = useState(1)
  // Another period may have fewer readings.
  const page = Math.min(chosenPage, Math.max(1, Math.ceil(points.length / rowsPerPage)))
  const latestFirst = points.toReversed().slice((page - 1) * rowsPerPage, page * rowsPerPage)
  return (
    <details className={styles.table}>
      <summary>Readings as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it */}
      <section className={styles.scroll} aria-label="Readings" tabIndex={0}>
        <table className={styles.readings}>
          <TableHead titles={['From', 'Lowest', 'Mean', 'Highest']} />
          <tbody>
            {latestFirst.map(({ at, lowestC, meanC, highestC }) => (
              <tr key={at}>
                <td>{formatInstant(at)}</td>
                <td>{formatCelsius(lowestC)}</td>
                <td>{formatCelsius(meanC)}</td>
                <td>{formatCelsius(highestC)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pagination
        size="small"
        current={page}
        pageSize={rowsPerPage}
        total={points.length}
        {...tablePages}
        onChange={setPage}
      />
    </details>
  )
}

const TableHead = ({ titles }: { titles: readonly string[] }) => (
  <thead>
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
    </tr>
  </thead>
)

function Alarms({ storageId }: { storageId: number }) {
  const alarms = useQuery(alarmsQuery(storageId))
  if (!alarms.data) {
    return alarms.isError && <QueryError title="The alarms could not be loaded" query={alarms} />
  }
  return (
    <Card title={<h2 className={styles.heading}>Alarms</h2>} hidden={alarms.data.alarms.length === 0}>
      <AlarmList alarms={alarms.data.alarms} namesStorage={false} />
    </Card>
  )
}

function Excursions({ storageId }: { storageId: number }) {
  const [pageNumber, setPageNumber] = useState(0)
  const page = useQuery({ ...excursionsQuery(storageId, pageNumber), placeholderData: keepPreviousData })
  if (page.isLoadingError) {
    return <QueryError title="The excursions could not be loaded" query={page} />
  }
  const { data } = page
  if (!data || data.totalExcursions === 0) return null
  return (
    <Card title={<h2 className={styles.heading}>Excursions</h2>}>
      <Spin spinning={page.isPlaceholderData}>
        <table className={styles.readings} aria-label="Excursions">
          <TableHead titles={['Began', 'Lasted', 'Worst', 'Note', 'Samples inside']} />
          <tbody>
            {data.excursions.map((excursion) => (
              <Excursion key={excursion.beganAt} {...excursion} />
            ))}
          </tbody>
        </table>
      </Spin>
      <ExcursionPages pageNumber={pageNumber} totalExcursions={data.totalExcursions} onPage={setPageNumber} />
    </Card>
  )
}

function Excursion({ storageId, beganAt, endedAt, worstC, note }: TemperatureAlarm) {
  const seconds = endedAt && (Date.parse(endedAt) - Date.parse(beganAt)) / 1000
  return (
    <tr>
      <td>{formatInstant(beganAt)}</td>
      <td>{seconds === null || seconds === '' ? 'goes on' : formatDuration(seconds)}</td>
      <td>{worstC !== null && formatCelsius(worstC)}</td>
      <td>{note}</td>
      <td>
        <SelectInside storageId={storageId} beganAt={beganAt} />
      </td>
    </tr>
  )
}

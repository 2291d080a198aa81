import { dayMs, minuteMs } from '@lims/contract/durations.ts'
import { formatCelsius } from '@lims/contract/format-celsius.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import type { CurvePoint, TemperatureState } from '@lims/contract/temperatures.ts'
import { type PointerEvent, useId, useState } from 'react'
import { formatInstant } from '../../../ui/format-instant.ts'
import { formatDayOfYear, formatTime } from '../../../ui/format-moment.ts'
import { linesOf, nearestPoint, scaleOf } from './curve-model.ts'
import styles from './temperature-curve.module.css'

type Props = {
  points: readonly CurvePoint[]
  secondsPerPoint: number
  from: Date
  to: Date
  state: TemperatureState
  excursions: readonly TemperatureAlarm[]
}

/** The drawing area in its own units; it is stretched to the room there is. */
const size = { width: 1000, height: 300 }
const numTimes = 5

/** The readings as a line with a band from the lowest to the highest, the limits, and the excursions as areas. */
export function TemperatureCurve({ points, secondsPerPoint, from, to, state, excursions }: Props) {
  const [chosen, setChosen] = useState<number>()
  const sliderId = useId()
  const limits = [state.effectiveLowerC, state.effectiveUpperC].filter((limit) => limit !== null)
  const scale = scaleOf([...points.flatMap(({ lowestC, highestC }) => [lowestC, highestC]), ...limits])
  const span = to.getTime() - from.getTime()
  const share = (time: number) => Math.min(1, Math.max(0, (time - from.getTime()) / span))
  const x = (at: string) => share(Date.parse(at)) * size.width
  const y = (celsius: number) => (1 - (celsius - scale.min) / (scale.max - scale.min)) * size.height
  const maxGapMs = Math.max(secondsPerPoint * 2000, state.minutesWithoutReadings * minuteMs)
  const lines = linesOf(points, maxGapMs)
  const index = chosen !== undefined && chosen < points.length ? chosen : points.length - 1
  const point = points[index]

  function follow(event: PointerEvent<HTMLDivElement>) {
    const area = event.currentTarget.getBoundingClientRect()
    const time = from.getTime() + ((event.clientX - area.left) / area.width) * span
    setChosen(nearestPoint(points, time))
  }

  return (
    <figure className={styles.figure} aria-label="Temperature curve">
      <div className={styles.chart}>
        <div className={styles.values} aria-hidden>
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ top: `${(y(tick) / size.height) * 100}%` }}>
              {formatCelsius(tick).replace(' °C', '')}
            </span>
          ))}
        </div>
        <div className={styles.area} onPointerMove={follow} onPointerDown={follow}>
          <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden>
            {scale.ticks.map((tick) => (
              <line key={tick} className={styles.tick} x1={0} x2={size.width} y1={y(tick)} y2={y(tick)} />
            ))}
            {excursions.map(({ beganAt, endedAt }) => (
              <rect
                key={beganAt}
                className={styles.excursion}
                x={x(beganAt)}
                width={Math.max(2, x(endedAt ?? to.toISOString()) - x(beganAt))}
                y={0}
                height={size.height}
              />
            ))}
            {lines.map((line) => (
              <polygon
                key={`band ${line[0]?.at}`}
                className={styles.band}
                points={[
                  ...line.map(({ at, highestC }) => `${x(at)},${y(highestC)}`),
                  ...line.toReversed().map(({ at, lowestC }) => `${x(at)},${y(lowestC)}`),
                ].join(' ')}
              />
            ))}
            {lines.map((line) => (
              <polyline
                key={line[0]?.at}
                className={line.length > 1 ? styles.line : styles.dot}
                strokeLinecap="round"
                // A line without length is drawn by its ends, and a single point not at all.
                points={(line.length > 1 ? line : [...line, ...line])
                  .map(({ at, meanC }) => `${x(at)},${y(meanC)}`)
                  .join(' ')}
              />
            ))}
            {limits.map((limit) => (
              <line key={limit} className={styles.limit} x1={0} x2={size.width} y1={y(limit)} y2={y(limit)} />
            ))}
            {point && (
              <line className={styles.chosen} x1={x(point.at)} x2={x(point.at)} y1={0} y2={size.height} />
            )}
          </svg>
        </div>
        <div className={styles.times} aria-hidden>
          {Array.from({ length: numTimes }, (_, part) => {
            const time = new Date(from.getTime() + (span * part) / (numTimes - 1))
            return (
              <span key={time.getTime()} style={{ left: `${(part / (numTimes - 1)) * 100}%` }}>
                {span <= dayMs ? formatTime(time) : formatDayOfYear(time)}
              </span>
            )
          })}
        </div>
      </div>
      <div className={`${styles.reading} not-printed`}>
        <label htmlFor={sliderId}>Point in time</label>
        <input
          id={sliderId}
          type="range"
          min={0}
          max={Math.max(0, points.length - 1)}
          value={Math.max(0, index)}
          aria-valuetext={point ? wordsOf(point) : 'no reading'}
          onChange={({ target }) => setChosen(Number(target.value))}
        />
        <output htmlFor={sliderId} className="numbers">
          {point ? wordsOf(point) : 'No reading'}
        </output>
      </div>
      <figcaption className={styles.legend}>
        <span data-mark="line">mean</span>
        <span data-mark="band">lowest to highest</span>
        <span data-mark="limit">limits</span>
        <span data-mark="excursion">excursion</span>
      </figcaption>
    </figure>
  )
}

/** '3 May 2026, 09:41: −80.5 °C', with the range where there are several readings. */
function wordsOf({ at, meanC, lowestC, highestC, readings }: CurvePoint): string {
  const range = `${formatCelsius(lowestC)} to ${formatCelsius(highestC)}, ${formatCount(readings, 'reading')}`
  return `${formatInstant(at)}: ${formatCelsius(meanC)}${readings > 1 ? ` (${range})` : ''}`
}

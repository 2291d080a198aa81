import { formatCelsius } from '@lims/contract/format-celsius.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { Reading } from '@lims/contract/temperatures.ts'
import { Alert, Button, Space } from 'antd'
import { useTimeZoneName } from '../../../entities/session/use-may.ts'
import { shownTimeZone } from '../../../ui/clock.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import { formatDay } from '../../../ui/format-moment.ts'
import type { Column } from './logger-columns.ts'
import type { DateOrder } from './logger-time.ts'
import type { Unit } from './logger-units.ts'
import type { Chosen, ParsedReadings } from './parse-readings.ts'
import styles from './temperature-tab.module.css'

const orderNames: Record<DateOrder, string> = { 'month first': 'Month first', 'day first': 'Day first' }

const units: readonly Unit[] = ['C', 'F']

/** Returns '−80.5 °C to −78 °C', so that a file in another unit is noticed. */
function rangeOf(readings: readonly Reading[]): string | undefined {
  if (readings.length === 0) return undefined
  const celsius = readings.map((reading) => reading.celsius)
  const coldest = formatCelsius(celsius.reduce((one, other) => Math.min(one, other)))
  const warmest = formatCelsius(celsius.reduce((one, other) => Math.max(one, other)))
  return coldest === warmest ? coldest : `${coldest} to ${warmest}`
}

/** Returns on which clock the times of the file are read, where its header names no offset. */
function describeClock(hasOwnOffsets: boolean | undefined, timeZone: string | undefined): string {
  const zone = shownTimeZone()
  if (hasOwnOffsets) return `Each time of the file has its own offset. This page shows them in ${zone}.`
  const owner = timeZone === undefined ? 'this computer' : 'the laboratory'
  return `Times without an offset are read in ${zone}, the time zone of ${owner}.`
}

type QuestionProps = { onChoose: (choice: Chosen) => void }

/** What was read from the file of a logger, and what it does not say by itself: a person chooses. */
export function ReadingsSummary({
  readings,
  problems,
  numProblems,
  ambiguousTime,
  possibleOrders,
  isFahrenheit,
  ambiguousUnit,
  isKelvin,
  possibleColumns,
  column,
  hasOtherColumns,
  hasOwnOffsets,
  offset,
  otherOffset,
  onChoose,
}: ParsedReadings & QuestionProps) {
  const timeZone = useTimeZoneName()
  const times = readings.map(({ at }) => at).toSorted()
  const isReadOnceChosen =
    [possibleOrders, ambiguousUnit, possibleColumns].some((choice) => choice !== undefined) &&
    readings.length === 0
  const range = rangeOf(readings)
  return (
    <div className={styles.summary}>
      {!isReadOnceChosen && !isKelvin && (
        <p>
          {range === undefined
            ? 'No reading was found. A line needs the time and the temperature, such as 2026-05-03 14:05;-80.5'
            : `${formatCount(readings.length, 'reading')} from ${formatInstant(times[0])} to ${formatInstant(times.at(-1))}, ${range}`}
        </p>
      )}
      {readings.length > 0 && !offset && !otherOffset && <p>{describeClock(hasOwnOffsets, timeZone)}</p>}
      {column !== undefined && readings.length > 0 && (
        <p>The temperatures are those of the column {column}.</p>
      )}
      {hasOtherColumns && (
        <p>
          <Button onClick={() => onChoose({ column: 'none', unit: undefined })}>Choose another column</Button>
        </p>
      )}
      {possibleColumns && <ColumnQuestion columns={possibleColumns} onChoose={onChoose} />}
      {isKelvin && (
        <Alert
          type="warning"
          title="The file is in kelvin"
          description="Let the logger write °C or °F, and add that file."
        />
      )}
      {offset !== undefined && <OffsetQuestion offset={offset} onChoose={onChoose} />}
      {otherOffset && <OtherOffsetQuestion offset={otherOffset} onChoose={onChoose} />}
      {isFahrenheit && (
        <Alert type="info" title="The file is in °F" description="The readings are converted to °C." />
      )}
      {ambiguousUnit !== undefined && <UnitQuestion header={ambiguousUnit} onChoose={onChoose} />}
      {ambiguousTime !== undefined && (
        <DateOrderQuestion time={ambiguousTime} orders={possibleOrders} onChoose={onChoose} />
      )}
      {numProblems > 0 && !isReadOnceChosen && <Problems problems={problems} total={numProblems} />}
    </div>
  )
}

function ColumnQuestion({ columns, onChoose }: QuestionProps & { columns: readonly Column[] }) {
  const [only, ...others] = columns
  return (
    <Alert
      type="warning"
      title={
        others.length === 0 ? `${only?.name} may not be the temperature` : 'Several columns have numbers'
      }
      description={
        <>
          <p>Choose the column with the temperatures of this storage. Its first number is shown.</p>
          <Space wrap>
            {columns.map(({ index, name, first }) => (
              <Button key={index} onClick={() => onChoose({ column: index })}>
                {`${name}: ${first}`}
              </Button>
            ))}
          </Space>
        </>
      }
    />
  )
}

function OffsetQuestion({ offset, onChoose }: QuestionProps & { offset: string }) {
  return (
    <Alert
      type="info"
      title={`The times of the file are in ${offset}`}
      description={
        <>
          <p>Its header says so. This page shows them in {shownTimeZone()}.</p>
          <Button onClick={() => onChoose({ usesLaboratoryTime: true })}>
            Read them in {shownTimeZone()}
          </Button>
        </>
      }
    />
  )
}

function OtherOffsetQuestion({
  offset,
  onChoose,
}: QuestionProps & { offset: NonNullable<ParsedReadings['otherOffset']> }) {
  return (
    <Alert
      type="info"
      title={`The file names ${offset.name}`}
      description={
        <>
          <p>
            The times are read in {shownTimeZone()}. '{offset.text}' may be about other times, or only about
            those of the winter.
          </p>
          <Button onClick={() => onChoose({ usesLaboratoryTime: false })}>Read them in {offset.name}</Button>
        </>
      }
    />
  )
}

function UnitQuestion({ header, onChoose }: QuestionProps & { header: string }) {
  return (
    <Alert
      type="warning"
      title={`The unit of ${header} is not clear`}
      description={
        <>
          <p>
            F may be the unit °F or the name of the freezer. Choose in which unit the temperatures are, or
            name it in the header, such as Temperature (°C).
          </p>
          <Space wrap>
            {units.map((unit) => (
              <Button key={unit} onClick={() => onChoose({ unit })}>
                In °{unit}
              </Button>
            ))}
          </Space>
        </>
      }
    />
  )
}

function DateOrderQuestion({
  time,
  orders,
  onChoose,
}: QuestionProps & { time: string; orders: ParsedReadings['possibleOrders'] }) {
  return (
    <Alert
      type="warning"
      title={`It cannot be known which day ${time} is`}
      description={
        <>
          <p>
            {orders
              ? 'No line of the file shows whether the day, the month or the year comes first. Choose it here if it is one of these, or let'
              : 'In some lines of the file the day comes first, in others the month. Let'}{' '}
            the logger write the year first, such as 2026-11-05 14:05, or dots, such as 05.11.2026 14:05.
          </p>
          <Space wrap>
            {orders?.map(({ order, at }) => (
              <Button key={order} onClick={() => onChoose({ order })}>
                {`${orderNames[order]}: ${formatDay(at.toISOString())}`}
              </Button>
            ))}
          </Space>
        </>
      }
    />
  )
}

function Problems({ problems, total }: { problems: ParsedReadings['problems']; total: number }) {
  return (
    <Alert
      type="warning"
      title={`${formatCount(total, 'line')} could not be read`}
      description={
        <ul>
          {problems.map(({ line, text }) => (
            <li key={line}>
              Line {line}: {text}
            </li>
          ))}
          {total > problems.length && <li>and {formatNumber(total - problems.length)} more</li>}
        </ul>
      }
    />
  )
}

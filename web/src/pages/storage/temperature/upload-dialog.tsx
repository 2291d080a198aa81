import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { maxReadingsPerPost, type Reading } from '@lims/contract/temperatures.ts'
import { Alert, App, Button, ConfigProvider, Modal, Space } from 'antd'
import { useRef, useState } from 'react'
import { isFinalRefusal } from '../../../api/call-error.ts'
import { inParts } from '../../../api/in-parts.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { formatCelsius } from '../../../entities/temperature/celsius.ts'
import { usePostReadings } from '../../../entities/temperature/temperature-api.ts'
import { decodeText, isPlainText } from '../../../forms/decode-text.ts'
import { readBytes } from '../../../forms/read-bytes.ts'
import { shownTimeZone, timeZoneName } from '../../../ui/clock.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import { formatDay } from '../../../ui/format-moment.ts'
import type { Column } from './logger-columns.ts'
import type { DateOrder } from './logger-time.ts'
import type { Unit } from './logger-units.ts'
import { type Chosen, type ParsedReadings, parseReadings } from './parse-readings.ts'
import styles from './temperature-tab.module.css'

const maxFileBytes = 20 * 1024 * 1024
const noticeKey = 'logger-file'

/** Adds the readings of a logger's file. */
export function UploadReadings({ storageId }: { storageId: number }) {
  const { notification } = App.useApp()
  const [parsed, setParsed] = useState<ParsedReadings & { name: string; text: string; chosen: Chosen }>()
  const [numSent, setNumSent] = useState<number>()
  const input = useRef<HTMLInputElement>(null)
  const denied = useDeniedProps('temperature.post')
  const post = usePostReadings()

  async function read(file: File | undefined) {
    if (!file) return
    notification.destroy(noticeKey)
    if (file.size > maxFileBytes) {
      notification.error({
        key: noticeKey,
        title: 'The file is larger than 20 MB',
        description: 'Split it, and add its parts.',
      })
      return
    }
    const bytes = await readBytes(file).catch((failure: Error) => failure)
    if (bytes instanceof Error) {
      notification.error({ key: noticeKey, title: bytes.message })
      return
    }
    const text = decodeText(bytes)
    if (!isPlainText(text)) {
      notification.error({
        key: noticeKey,
        title: `${file.name} is not a text file`,
        description: 'If it is an Excel workbook, save it in Excel as CSV, and choose that file.',
      })
      return
    }
    setParsed({ name: file.name, text, chosen: {}, ...parseReadings(text) })
  }

  /** Repeating it is harmless: a reading that is known counts once. */
  async function send() {
    const total = { added: 0, repeated: 0, conflicting: 0 }
    const readings = parsed?.readings ?? []
    try {
      let numSent = 0
      for (const part of inParts(readings, maxReadingsPerPost)) {
        setNumSent(numSent)
        const reply = await post.mutateAsync({ storageId, readings: part })
        numSent += part.length
        for (const key of ['added', 'repeated', 'conflicting'] as const) total[key] += reply[key]
      }
      setParsed(undefined)
      notification.success({
        title: `${formatCount(total.added, 'reading')} added`,
        description: restOf(total),
      })
    } catch (failure) {
      // The query client shows the failure.
      const numBefore = total.added + total.repeated + total.conflicting
      const next = isFinalRefusal(failure) ? 'Correct the rest and add the file again' : 'Add the file again'
      if (numBefore > 0)
        notification.info({
          key: noticeKey,
          title: `${formatCount(total.added, 'reading was', 'readings were')} added before that`,
          description: `The first ${formatNumber(numBefore)} of the file are done. ${next}: a reading that is there already counts once.`,
        })
    } finally {
      setNumSent(undefined)
    }
  }

  return (
    <>
      <Button {...denied} onClick={() => input.current?.click()}>
        Add readings from a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="File of a logger"
        hidden
        onChange={({ target }) => {
          void read(target.files?.[0])
          target.value = ''
        }}
      />
      <Modal
        title={`Add readings of ${parsed?.name ?? ''}`}
        open={parsed !== undefined}
        onCancel={() => numSent === undefined && setParsed(undefined)}
        onOk={send}
        okText="Add readings"
        okButtonProps={{ disabled: parsed?.readings.length === 0 }}
        confirmLoading={numSent !== undefined}
      >
        {parsed && (
          <ConfigProvider componentDisabled={numSent !== undefined}>
            <Summary
              {...parsed}
              onChoose={(choice) => {
                const { name, text } = parsed
                const chosen = { ...parsed.chosen, ...choice }
                setParsed({ name, text, chosen, ...parseReadings(text, chosen) })
              }}
            />
          </ConfigProvider>
        )}
        {numSent !== undefined && parsed && (
          <p role="status">
            {formatNumber(numSent)} of {formatCount(parsed.readings.length, 'reading')} sent
          </p>
        )}
      </Modal>
    </>
  )
}

function restOf({ repeated, conflicting }: { repeated: number; conflicting: number }): string {
  const parts = [
    repeated > 0 && `${formatCount(repeated, 'was', 'were')} known`,
    conflicting > 0 &&
      `${formatCount(conflicting, 'was', 'were')} left out: another value is stored for the same time`,
  ]
  return parts.filter(Boolean).join('. ')
}

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
function describeClock(hasOwnOffsets: boolean | undefined): string {
  const zone = shownTimeZone()
  if (hasOwnOffsets) return `Each time of the file has its own offset. This page shows them in ${zone}.`
  const owner = timeZoneName() === undefined ? 'this computer' : 'the laboratory'
  return `Times without an offset are read in ${zone}, the time zone of ${owner}.`
}

type SummaryProps = ParsedReadings & { onChoose: (choice: Chosen) => void }

function Summary({
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
}: SummaryProps) {
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
      {readings.length > 0 && !offset && !otherOffset && <p>{describeClock(hasOwnOffsets)}</p>}
      {column !== undefined && readings.length > 0 && (
        <p>The temperatures are those of the column {column}.</p>
      )}
      {hasOtherColumns && (
        <p>
          <Button onClick={() => onChoose({ column: 'none', unit: undefined })}>Choose another column</Button>
        </p>
      )}
      {possibleColumns && <ChooseColumn columns={possibleColumns} onChoose={onChoose} />}
      {isKelvin && (
        <Alert
          type="warning"
          title="The file is in kelvin"
          description="Let the logger write °C or °F, and add that file."
        />
      )}
      {offset !== undefined && (
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
      )}
      {otherOffset && (
        <Alert
          type="info"
          title={`The file names ${otherOffset.name}`}
          description={
            <>
              <p>
                The times are read in {shownTimeZone()}. '{otherOffset.text}' may be about other times, or
                only about those of the winter.
              </p>
              <Button onClick={() => onChoose({ usesLaboratoryTime: false })}>
                Read them in {otherOffset.name}
              </Button>
            </>
          }
        />
      )}
      {isFahrenheit && (
        <Alert type="info" title="The file is in °F" description="The readings are converted to °C." />
      )}
      {ambiguousUnit !== undefined && (
        <Alert
          type="warning"
          title={`The unit of ${ambiguousUnit} is not clear`}
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
      )}
      {ambiguousTime !== undefined && (
        <Alert
          type="warning"
          title={`It cannot be known which day ${ambiguousTime} is`}
          description={
            <>
              <p>
                {possibleOrders
                  ? 'No line of the file shows whether the day or the month comes first. Choose it here, or let'
                  : 'In some lines of the file the day comes first, in others the month. Let'}{' '}
                the logger write the year first, such as 2026-11-05 14:05, or dots, such as 05.11.2026 14:05.
              </p>
              <Space wrap>
                {possibleOrders?.map(({ order, at }) => (
                  <Button key={order} onClick={() => onChoose({ order })}>
                    {`${orderNames[order]}: ${formatDay(at.toISOString())}`}
                  </Button>
                ))}
              </Space>
            </>
          }
        />
      )}
      {numProblems > 0 && !isReadOnceChosen && (
        <Alert
          type="warning"
          title={`${formatCount(numProblems, 'line')} could not be read`}
          description={
            <ul>
              {problems.map(({ line, text }) => (
                <li key={line}>
                  Line {line}: {text}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  )
}

type ChooseColumnProps = { columns: readonly Column[]; onChoose: (choice: Chosen) => void }

function ChooseColumn({ columns, onChoose }: ChooseColumnProps) {
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

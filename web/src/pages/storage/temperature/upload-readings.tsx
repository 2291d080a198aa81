import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { maxReadingsPerPost } from '@lims/contract/temperatures.ts'
import { App, Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { isFinalRefusal } from '../../../api/call-error.ts'
import { inParts } from '../../../api/in-parts.ts'
import { presentSender } from '../../../api/stored-token.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { usePostReadings } from '../../../entities/temperature/temperature-api.ts'
import { decodeText, isPlainText } from '../../../forms/decode-text.ts'
import { readBytes } from '../../../forms/read-bytes.ts'
import { SavedFields } from '../../../forms/saved-fields.tsx'
import { type Chosen, type ParsedReadings, parseReadings } from './parse-readings.ts'
import { ReadingsSummary } from './readings-summary.tsx'

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
    const sender = presentSender()
    try {
      let numSent = 0
      for (const part of inParts(readings, maxReadingsPerPost)) {
        setNumSent(numSent)
        const reply = await post.mutateAsync({ storageId, readings: part }, {}, sender)
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
          <SavedFields isSaving={numSent !== undefined}>
            <ReadingsSummary
              {...parsed}
              onChoose={(choice) => {
                const { name, text } = parsed
                const chosen = { ...parsed.chosen, ...choice }
                setParsed({ name, text, chosen, ...parseReadings(text, chosen) })
              }}
            />
          </SavedFields>
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

import { UploadOutlined } from '@ant-design/icons'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import {
  maxChosenSamples,
  maxCodeLength,
  type ResolveCodesReply,
  sampleBulkApi,
} from '@lims/contract/sample-bulk.ts'
import { readCodes } from '@lims/contract/sample-codes.ts'
import { Alert, Button, Input, Modal, Upload } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea.js'
import { useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { textOfFailure } from '../../api/call-error.ts'
import { useWrite } from '../../api/use-write.ts'
import { extractIdentifier } from '../../entities/sample/extract-identifier.ts'
import { decodeText, isPlainText } from '../../forms/decode-text.ts'
import { readBytes } from '../../forms/read-bytes.ts'
import { CodeGroups, chosenIdsOf, type SettledCodes } from './code-groups.tsx'
import styles from './codes-dialog.module.css'
import { useKeptCodes } from './use-kept-codes.ts'

type Props = {
  /** What the field holds at first. Unless it is empty, its samples are searched as soon as the dialog is open. */
  list: string
  isOpen: boolean
  /** The list is kept when samples are selected, until `forgetKeptCodes` is called: a further dialog follows. */
  keepsList?: boolean
  /** Called with the ids of the samples, in the order of the list. */
  onSelect: (sampleIds: string[]) => void
  onClose: () => void
}

/** The largest list that can be resolved, 20,000 codes of 200 characters, has 4 MB. */
const maxCodeFileBytes = 5 * 1024 * 1024

const resolveAsGiven = (codes: readonly string[]): Promise<ResolveCodesReply> =>
  call(sampleBulkApi.resolveCodes, { body: { codes: [...codes] } })

/**
 * Finds the samples of codes. What no sample has as its name or ID is read as scanners write it: the address of a page, a
 * UUID in braces, GS1. A name comes first, as it may look like a GS1 code with the ID of another tube.
 */
async function resolve(codes: readonly string[]): Promise<ResolveCodesReply> {
  const reply = await resolveAsGiven(codes)
  const given = new Map(reply.unknown.map((code) => [extractIdentifier(code), code]))
  const read = [...given.keys()].filter((identifier) => given.get(identifier) !== identifier)
  if (read.length === 0) return reply
  const second = await resolveAsGiven(read)
  const withCode = <T extends { code: string }>(entry: T): T => ({
    ...entry,
    code: given.get(entry.code) ?? entry.code,
  })
  const place = new Map(codes.map((code, index) => [code, index]))
  const inOrder = (one: { code: string }, other: { code: string }) =>
    (place.get(one.code) ?? 0) - (place.get(other.code) ?? 0)
  const stillUnknown = new Set(second.unknown)
  return {
    found: [...reply.found, ...second.found.map(withCode)].sort(inOrder),
    ambiguous: [...reply.ambiguous, ...second.ambiguous.map(withCode)].sort(inOrder),
    unknown: reply.unknown.filter((code) => {
      const identifier = extractIdentifier(code)
      return identifier === code || stillUnknown.has(identifier)
    }),
  }
}

/** Finds the samples of a pasted or uploaded list of codes, lets a person settle ambiguous ones, and selects them. */
export function CodesDialog({ list, isOpen, keepsList = false, onSelect, onClose }: Props) {
  const { text, setText, isKept, forget } = useKeptCodes(list)
  const [settled, setSettled] = useState<SettledCodes>(new Map())
  const [problem, setProblem] = useState<string>()
  const field = useRef<TextAreaRef>(null)
  const { codes, repeated } = useMemo(() => readCodes(text), [text])
  const search = useWrite({
    mutationFn: async (list: readonly string[]): Promise<ResolveCodesReply> => {
      const short = list.filter((code) => code.length <= maxCodeLength)
      const tooLong = list.filter((code) => code.length > maxCodeLength)
      if (short.length === 0) return { found: [], ambiguous: [], unknown: tooLong }
      const reply = await resolve(short)
      return { ...reply, unknown: [...reply.unknown, ...tooLong] }
    },
    meta: { handlesErrors: true },
  })
  const result = search.data
  const ids = result ? chosenIdsOf(result, settled) : []
  const tooMany = codes.length > maxChosenSamples

  function find() {
    if (codes.length === 0 || tooMany) return
    setSettled(new Map())
    search.mutate(codes)
  }

  function select() {
    if (!keepsList) forget()
    onSelect(ids)
  }

  function cancel() {
    forget()
    onClose()
  }

  function start() {
    field.current?.focus()
    if (list) find()
  }

  async function takeFile(file: File) {
    if (file.size > maxCodeFileBytes) {
      setProblem(`${file.name} is larger than 5 MB. Please split it.`)
      return
    }
    setProblem(undefined)
    try {
      const read = decodeText(await readBytes(file))
      if (isPlainText(read)) setText(read)
      else setProblem(`${file.name} is not a text file. Open it, copy the codes, and paste them here.`)
    } catch (failure) {
      setProblem(textOfFailure(failure))
    }
    field.current?.focus()
  }

  const footer = result ? (
    <>
      <Button key="back" autoFocus={ids.length === 0} onClick={search.reset}>
        Back to the list
      </Button>
      <Button key="select" type="primary" autoFocus disabled={ids.length === 0} onClick={select}>
        Select {formatCount(ids.length, 'sample')}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={cancel}>Cancel</Button>
      <Button
        type="primary"
        disabled={codes.length === 0 || tooMany}
        loading={search.isPending}
        onClick={find}
      >
        Find samples
      </Button>
    </>
  )

  return (
    <Modal
      title="Select from a list of codes"
      open={isOpen}
      onCancel={onClose}
      afterOpenChange={(opened) => opened && start()}
      footer={footer}
      width={640}
      destroyOnHidden
    >
      {result ? (
        <CodeGroups result={result} settled={settled} onSettle={setSettled} />
      ) : (
        <div className={styles.step}>
          <label htmlFor="codes">
            Tube IDs, names or ids: one a line, or separated by comma, semicolon or tab
          </label>
          <Input.TextArea
            id="codes"
            ref={field}
            autoFocus
            className="mono"
            rows={9}
            spellCheck={false}
            value={text}
            placeholder={'T0001230\nT0001231\nNB-P004-EDTA-2'}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) find()
            }}
          />
          <div className={styles.under}>
            <Upload
              accept=".txt,.csv,.tsv,text/plain,text/csv"
              showUploadList={false}
              beforeUpload={(file) => {
                void takeFile(file)
                return false
              }}
            >
              <Button icon={<UploadOutlined aria-hidden />}>Choose a text or CSV file</Button>
            </Upload>
            <span role="status" className="numbers muted">
              {codes.length > 0 && formatCount(codes.length, 'code')}
              {repeated > 0 && ` · ${formatNumber(repeated)} repeated`}
            </span>
          </div>
          {isKept && (
            <Alert
              type="info"
              showIcon
              title="The list was kept"
              description={`The dialog was closed before ${keepsList ? 'the pick list was created' : 'its samples were selected'}.`}
              action={
                <Button
                  onClick={() => {
                    forget()
                    field.current?.focus()
                  }}
                >
                  Start a new list
                </Button>
              }
            />
          )}
          {tooMany && (
            <Alert
              type="error"
              showIcon
              title={`A list may hold at most ${formatCount(maxChosenSamples, 'code')}. Please split it.`}
            />
          )}
          {problem && <Alert type="error" showIcon title={problem} />}
          {search.error && <Alert type="error" showIcon title={textOfFailure(search.error)} />}
        </div>
      )}
    </Modal>
  )
}

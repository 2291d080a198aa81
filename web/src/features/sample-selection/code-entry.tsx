import { UploadOutlined } from '@ant-design/icons'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { maxChosenSamples } from '@lims/contract/sample-bulk.ts'
import { Alert, Button, Input, Upload } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea.js'
import { type RefObject, useState } from 'react'
import { textOfFailure } from '../../api/call-error.ts'
import { decodeText, isPlainText } from '../../forms/decode-text.ts'
import { readBytes } from '../../forms/read-bytes.ts'
import { notCorrected } from '../../ui/not-corrected.ts'
import { takesLines } from '../../ui/reason-text.tsx'
import styles from './codes-dialog.module.css'
import type { CodeList } from './use-code-list.ts'

type Props = {
  list: CodeList
  field: RefObject<TextAreaRef | null>
  /** What must happen to a list for it not to be kept. */
  keptUntil: string
  /** Why the search for its samples failed. */
  failure: Error | null
  onFind: () => void
}

/** The field for a list of codes: scanned, pasted or read from a file. */
export function CodeEntry({ list, field, keptUntil, failure, onFind }: Props) {
  const { text, setText, codes, repeated, isTooLong, isKept, forget } = list
  const [fileRefusal, setFileRefusal] = useState<string>()
  const focusField = () => field.current?.focus()

  async function takeFile(file: File) {
    setFileRefusal(undefined)
    try {
      setText(await readCodeFile(file))
    } catch (refusal) {
      setFileRefusal(textOfFailure(refusal))
    }
    focusField()
  }

  return (
    <div className={styles.step}>
      <label htmlFor="codes">
        Tube IDs, names or ids: one a line, or separated by comma, semicolon or tab
      </label>
      <Input.TextArea
        {...takesLines}
        id="codes"
        ref={field}
        autoFocus
        className="mono"
        rows={9}
        {...notCorrected}
        value={text}
        placeholder={'T0001230\nT0001231\nNB-P004-EDTA-2'}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onFind()
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
          description={`The dialog was closed before ${keptUntil}.`}
          action={
            <Button
              onClick={() => {
                forget()
                focusField()
              }}
            >
              Start a new list
            </Button>
          }
        />
      )}
      {isTooLong && (
        <Alert
          type="error"
          showIcon
          title={`A list may hold at most ${formatCount(maxChosenSamples, 'code')}. Please split it.`}
        />
      )}
      {fileRefusal && <Alert type="error" showIcon title={fileRefusal} />}
      {failure && <Alert type="error" showIcon title={textOfFailure(failure)} />}
    </div>
  )
}

/** The largest list that can be resolved, 20,000 codes of 200 characters, has 4 MB. */
const maxCodeFileBytes = 5 * 1024 * 1024

/** Returns the text of a file with codes. Throws with what to do instead if it is too large or not a text file. */
async function readCodeFile(file: File): Promise<string> {
  if (file.size > maxCodeFileBytes) throw new Error(`${file.name} is larger than 5 MB. Please split it.`)
  const text = decodeText(await readBytes(file))
  if (isPlainText(text)) return text
  throw new Error(`${file.name} is not a text file. Open it, copy the codes, and paste them here.`)
}

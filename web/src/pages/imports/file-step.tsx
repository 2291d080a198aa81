import { DownloadOutlined, FileAddOutlined } from '@ant-design/icons'
import { formatNumber } from '@lims/contract/format-count.ts'
import { maxImportedSamples, maxImportFileBytes } from '@lims/contract/import-limits.ts'
import { importTemplate } from '@lims/contract/imports.ts'
import { byteOrderMark } from '@lims/contract/text-encoding.ts'
import { Alert, Button, Spin, Upload } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../api/save-file.ts'
import { readBytes } from '../../forms/read-bytes.ts'
import type { ChosenFile } from './import-api.ts'
import styles from './import-screen.module.css'

type Props = {
  isReading: boolean
  /** The reason why the last file could not be read. */
  refusal: string | undefined
  onChoose: (file: ChosenFile) => void
}

export function FileStep({ isReading, refusal, onChoose }: Props) {
  const [unusable, setUnusable] = useState<string>()

  async function readFile(file: File) {
    if (file.size > maxImportFileBytes) {
      setUnusable(`${file.name} is larger than 5 MB: please split it.`)
      return
    }
    setUnusable(undefined)
    await readBytes(file).then(
      (bytes) => onChoose({ name: file.name, bytes }),
      (failure: Error) => setUnusable(failure.message),
    )
  }

  const problem = unusable ?? refusal
  return (
    <div className={styles.step}>
      {problem && <Alert type="error" showIcon title={problem} />}
      <Spin spinning={isReading} description="Reading the file …">
        <Upload.Dragger
          accept=".csv,.tsv,.txt,.xlsx"
          showUploadList={false}
          beforeUpload={(file) => {
            void readFile(file)
            return false
          }}
        >
          <div className={styles.drop}>
            <FileAddOutlined aria-hidden />
            <strong>Choose a CSV or Excel file, or drop it here</strong>
            <span>
              The first row names the columns. Up to {formatNumber(maxImportedSamples)} rows and 5 MB. A
              sample manifest of this or another system works as it is.
            </span>
          </div>
        </Upload.Dragger>
      </Spin>
      <p className={styles.template}>
        <Button type="link" icon={<DownloadOutlined aria-hidden />} onClick={() => saveFile(templateFile())}>
          Download a template
        </Button>
        <span className="muted">
          A CSV file with the columns that an import knows. Only Name is required.
        </span>
      </p>
    </div>
  )
}

const templateFile = () => ({
  name: 'samples-template.csv',
  content: new Blob([`${byteOrderMark}${importTemplate.map(({ header }) => header).join()}\r\n`], {
    type: 'text/csv;charset=utf-8',
  }),
})

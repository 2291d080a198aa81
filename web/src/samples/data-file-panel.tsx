import type { Sample } from '@lims/contract/samples.ts'
import { Card, Typography } from 'antd'
import { type DetailRow, DetailTable } from '../ui/detail-table.tsx'
import styles from './sample-details-screen.module.css'

/** Where the page of a sample says what is known of its data file. */
export const dataFileAnchor = 'data-file'

export const isWebAddress = (uri: string): boolean => /^https?:\/\//i.test(uri)

const gigabyte = 1_000_000_000
const count = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** The BAM file of a sample, where its address is none that a browser opens: address, path, checksum and size to copy. */
export function DataFilePanel({ sample: { bamFileUri, metadata } }: { sample: Sample }) {
  if (!bamFileUri || isWebAddress(bamFileUri)) return null
  const { bamPath, bamMd5, bamSize } = metadata
  const isFromScan = typeof bamMd5 === 'string'
  const rows: DetailRow[] = [
    { label: 'Address', value: <Copyable text={bamFileUri} /> },
    ...(typeof bamPath === 'string' ? [{ label: 'Path', value: <Copyable text={bamPath} /> }] : []),
    ...(isFromScan ? [{ label: 'MD5', value: <Copyable text={bamMd5} /> }] : []),
    ...(typeof bamSize === 'number' ? [{ label: 'Size', value: inBytes(bamSize) }] : []),
    { label: 'Entered by', value: isFromScan ? 'a scan of the data repository' : 'a person' },
  ]
  return (
    <div id={dataFileAnchor} tabIndex={-1}>
      <Card title={<h2 className={styles.heading}>Data file</h2>}>
        <DetailTable label="Data file" rows={rows} />
      </Card>
    </div>
  )
}

const inBytes = (size: number) =>
  size < gigabyte ? `${count.format(size)} bytes` : `${count.format(size / gigabyte)} GB`

const Copyable = ({ text }: { text: string }) => (
  <Typography.Text copyable>
    <span className="mono">{text}</span>
  </Typography.Text>
)

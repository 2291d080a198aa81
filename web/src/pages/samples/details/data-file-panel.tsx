import type { Sample } from '@lims/contract/samples.ts'
import { Alert, Card, Space } from 'antd'
import { type DetailRow, DetailTable } from '../../../ui/detail-table.tsx'
import { isWebAddress } from '../../../ui/is-web-address.ts'
import { Mono } from '../../../ui/mono.tsx'
import { Copyable } from './copyable.tsx'
import styles from './sample-details-screen.module.css'

/** The anchor of the data file panel on the sample's page. */
export const dataFileAnchor = 'data-file'

const gigabyte = 1_000_000_000
const count = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** The reason why the linked file may no longer belong to this sample; undefined without a doubt. */
export function bamDoubtOf({ metadata: { bamDoubt } }: Sample): string | undefined {
  return typeof bamDoubt === 'string' ? bamDoubt : undefined
}

/**
 * The BAM file of a sample, if a browser cannot open its address: address, path, checksum and size to copy.
 * A link in doubt is shown with its reason; its address cannot be followed or copied.
 */
export function DataFilePanel({ sample }: { sample: Sample }) {
  const { bamFileUri, metadata } = sample
  const doubt = bamDoubtOf(sample)
  if (doubt === undefined && (!bamFileUri || isWebAddress(bamFileUri))) return null
  const { bamPath, bamMd5, bamSize, bamDoubtedUri } = metadata
  const isFromScan = typeof bamMd5 === 'string'
  const rows: DetailRow[] = [
    ...(bamFileUri ? [{ label: 'Address', value: <Copyable text={bamFileUri} /> }] : []),
    ...(typeof bamDoubtedUri === 'string'
      ? [{ label: 'Address in doubt', value: <Mono>{bamDoubtedUri}</Mono> }]
      : []),
    ...(typeof bamPath === 'string' ? [{ label: 'Path', value: <Copyable text={bamPath} /> }] : []),
    ...(isFromScan ? [{ label: 'MD5', value: <Copyable text={bamMd5} /> }] : []),
    ...(typeof bamSize === 'number' ? [{ label: 'Size', value: formatSize(bamSize) }] : []),
    { label: 'Entered by', value: isFromScan ? 'a scan of the data repository' : 'a person' },
  ]
  return (
    <div id={dataFileAnchor} tabIndex={-1}>
      <Card title={<h2 className={styles.heading}>Data file</h2>}>
        {doubt !== undefined && <DoubtAlert reason={doubt} />}
        <DetailTable label="Data file" rows={rows} />
      </Card>
    </div>
  )
}

const DoubtAlert = ({ reason }: { reason: string }) => (
  <Alert
    className={styles.doubt ?? ''}
    type="warning"
    showIcon
    title="The link to the data file is in doubt"
    description={
      <Space orientation="vertical">
        <span>{reason}</span>
        <span>
          The address is not used until a scan finds a valid file for this sample, or a person enters an
          address with Edit Sample.
        </span>
      </Space>
    }
  />
)

const formatSize = (size: number) =>
  size < gigabyte ? `${count.format(size)} bytes` : `${count.format(size / gigabyte)} GB`

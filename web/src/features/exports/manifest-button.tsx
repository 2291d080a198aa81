import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { getManifest } from './export-api.ts'
import { useDownload } from './use-download.ts'

/** Downloads the manifest of a batch as CSV, or in another format from the menu. */
export function ManifestButton({ batchId }: { batchId: string }) {
  const download = useDownload((format) => getManifest(batchId, format), 'Failed to download the manifest')
  const items = [
    { key: 'csv', label: 'As CSV', onClick: () => download.mutate('csv') },
    { key: 'xlsx', label: 'As Excel workbook', onClick: () => download.mutate('xlsx') },
  ]
  return (
    <Space.Compact>
      <Button loading={download.isPending} onClick={() => download.mutate('csv')}>
        Download Sample Manifest
      </Button>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight" disabled={download.isPending}>
        <Button aria-label="Formats of the manifest" icon={<DownOutlined aria-hidden />} />
      </Dropdown>
    </Space.Compact>
  )
}

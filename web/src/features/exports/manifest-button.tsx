import { DownOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { ButtonMenu } from '../../ui/button-menu.tsx'
import { getManifest } from './export-api.ts'
import { useDownload } from './use-download.ts'

/** Downloads the manifest of a batch as CSV, or in another format from the menu. */
export function ManifestButton({ batchId }: { batchId: string }) {
  const download = useDownload({
    get: (format) => getManifest(batchId, format),
    of: batchId,
    errorTitle: 'Failed to download the manifest',
  })
  const denied = useDeniedProps('export')
  const items = [
    { key: 'csv', label: 'As CSV', onClick: () => download.mutate('csv') },
    { key: 'xlsx', label: 'As Excel workbook', onClick: () => download.mutate('xlsx') },
  ]
  return (
    <Space.Compact>
      <Button {...denied} loading={download.isPending} onClick={() => download.mutate('csv')}>
        Download Sample Manifest
      </Button>
      <ButtonMenu
        menu={{ items }}
        placement="bottomRight"
        disabled={download.isPending || denied.disabled === true}
      >
        <Button {...denied} aria-label="Formats of the manifest" icon={<DownOutlined aria-hidden />} />
      </ButtonMenu>
    </Space.Compact>
  )
}

import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { ButtonMenu } from '../../ui/button-menu.tsx'
import { type ExportFilter, getExport } from './export-api.ts'
import { useDownload } from './use-download.ts'

/** Exports every sample that matches the filters of a list, not only the page shown. */
export function ExportButton({ filter }: { filter: ExportFilter }) {
  const download = useDownload({
    get: (format) => getExport(filter, format),
    of: filter,
    errorTitle: 'Failed to export the samples',
  })
  const denied = useDeniedProps('export')
  const items = [
    { key: 'csv', label: 'As CSV', onClick: () => download.mutate('csv') },
    { key: 'xlsx', label: 'As Excel workbook', onClick: () => download.mutate('xlsx') },
  ]
  return (
    <ButtonMenu
      menu={{ items }}
      placement="bottomRight"
      disabled={download.isPending || denied.disabled === true}
    >
      <Button
        {...denied}
        loading={download.isPending}
        icon={<DownOutlined aria-hidden />}
        iconPlacement="end"
      >
        Export
      </Button>
    </ButtonMenu>
  )
}

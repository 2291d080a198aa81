import { DownOutlined } from '@ant-design/icons'
import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { Button } from 'antd'
import { callForFile } from '../../api/call-for-file.ts'
import { saveFile } from '../../api/save-file.ts'
import { useReportedMutation } from '../../api/use-reported-mutation.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { ButtonMenu } from '../../ui/button-menu.tsx'

/** Downloads the signed report. */
export function ReportButton({ id }: { id: string }) {
  const denied = useDeniedProps('export')
  const download = useReportedMutation({
    mutationFn: (format: 'csv' | 'pdf') => callForFile(stockTakesApi.report, { query: { id, format } }),
    onSuccess: saveFile,
    taskOf: (format) => [id, format],
    outlivesPage: true,
    meta: { errorTitle: 'The report could not be downloaded' },
  })
  const items = [
    { key: 'pdf', label: 'As PDF: boxes and differences', onClick: () => download.mutate('pdf') },
    { key: 'csv', label: 'As CSV: every tube', onClick: () => download.mutate('csv') },
  ]
  return (
    <ButtonMenu menu={{ items }} placement="bottomRight" disabled={denied.disabled === true}>
      <Button
        {...denied}
        loading={download.isPending}
        icon={<DownOutlined aria-hidden />}
        iconPlacement="end"
      >
        Report
      </Button>
    </ButtonMenu>
  )
}

import { DownOutlined } from '@ant-design/icons'
import type { Batch } from '@lims/contract/batches.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useRef, useState } from 'react'
import { saveFile } from '../../../api/save-file.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { loadScript } from '../../../ui/load-script.ts'
import { fetchBatchLabels } from './label-api.ts'
import { batchFileName, maxSheetLabels } from './label-file.ts'

const DrawingDialog = lazyDialog(() => import('./drawing-dialog.tsx').then((file) => file.DrawingDialog))

type Props = { batch: Pick<Batch, 'id' | 'name' | 'numSamples'> }

/** Downloads all labels of a batch: for a printer on another computer, or for an office printer. */
export function LabelFilesButton({ batch: { id, name, numSamples } }: Props) {
  const [drawn, setDrawn] = useState(0)
  const cancelling = useRef<AbortController>(undefined)
  const save = (content: Blob | undefined, extension: 'zpl' | 'pdf') =>
    content && saveFile({ name: batchFileName(name, new Date(), extension), content })

  const zpl = useMutation({
    mutationFn: async () => {
      const { labels } = await fetchBatchLabels(id)
      return new Blob(
        labels.map(({ labelData }) => `${labelData}\n`),
        { type: 'text/plain;charset=utf-8' },
      )
    },
    onSuccess: (content) => save(content, 'zpl'),
    meta: { errorTitle: 'Failed to download the labels' },
  })

  const pdf = useMutation({
    mutationFn: async () => {
      if (numSamples > maxSheetLabels) {
        throw new Error(
          `A PDF holds at most ${formatNumber(maxSheetLabels)} labels, this batch has ${formatNumber(numSamples)}. Download the ZPL instead.`,
        )
      }
      setDrawn(0)
      cancelling.current = new AbortController()
      const { signal } = cancelling.current
      const { drawLabelSheet } = await loadScript(() => import('./label-sheet.ts'))
      return drawLabelSheet(await fetchBatchLabels(id), { signal, onDrawn: setDrawn })
    },
    onSuccess: (content) => save(content, 'pdf'),
    meta: { errorTitle: 'Failed to create the label sheet' },
  })

  const denied = useDeniedProps('label.print')
  const items = [
    { key: 'zpl', label: 'Download all labels (ZPL)', onClick: () => zpl.mutate() },
    { key: 'pdf', label: 'Download label sheet (PDF, A4)', onClick: () => pdf.mutate() },
  ]
  return (
    <>
      <Dropdown
        menu={{ items }}
        trigger={['click']}
        placement="bottomRight"
        disabled={numSamples === 0 || zpl.isPending || denied.disabled === true}
      >
        <Button
          type="primary"
          {...denied}
          aria-label="Label files"
          loading={zpl.isPending}
          icon={<DownOutlined aria-hidden />}
        />
      </Dropdown>
      <DrawingDialog
        drawn={drawn}
        total={numSamples}
        isOpen={pdf.isPending && numSamples <= maxSheetLabels}
        onClose={() => cancelling.current?.abort()}
      />
    </>
  )
}

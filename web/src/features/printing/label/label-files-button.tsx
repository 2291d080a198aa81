import { DownOutlined } from '@ant-design/icons'
import type { Batch } from '@lims/contract/batches.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { saveFile } from '../../../api/save-file.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { ButtonMenu } from '../../../ui/button-menu.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { loadScript } from '../../../ui/load-script.ts'

const loadFiles = () => loadScript(() => import('./batch-label-files.ts'))

/** The labels of one PDF: its pages are drawn in the browser. */
const maxSheetLabels = 5000

const DrawingDialog = lazyDialog(() => import('./drawing-dialog.tsx').then((file) => file.DrawingDialog))

type Props = { batch: Pick<Batch, 'id' | 'name' | 'numSamples'> }

/** Downloads all labels of a batch: for a printer on another computer, or for an office printer. */
export function LabelFilesButton({ batch: { id, name, numSamples } }: Props) {
  const [drawn, setDrawn] = useState(0)
  const cancelling = useRef<AbortController>(undefined)

  const zpl = useWrite({
    mutationFn: async (_, { token }) => (await loadFiles()).makeZplFile({ id, name }, { token }),
    onSuccess: saveFile,
    meta: { errorTitle: 'Failed to download the labels' },
  })

  const pdf = useWrite({
    mutationFn: async (_, { token }) => {
      if (numSamples > maxSheetLabels) {
        throw new Error(
          `A PDF holds at most ${formatNumber(maxSheetLabels)} labels, this batch has ${formatNumber(numSamples)}. Download the ZPL instead.`,
        )
      }
      setDrawn(0)
      cancelling.current = new AbortController()
      const { signal } = cancelling.current
      const { makePdfFile } = await loadFiles()
      return makePdfFile({ id, name }, { token }, { signal, onDrawn: setDrawn })
    },
    onSuccess: (file) => file && saveFile(file),
    meta: { errorTitle: 'Failed to create the label sheet' },
  })

  const denied = useDeniedProps('label.print')
  const items = [
    { key: 'zpl', label: 'Download all labels (ZPL)', onClick: () => zpl.mutate() },
    { key: 'pdf', label: 'Download label sheet (PDF, A4)', onClick: () => pdf.mutate() },
  ]
  return (
    <>
      <ButtonMenu
        menu={{ items }}
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
      </ButtonMenu>
      <DrawingDialog
        drawn={drawn}
        total={numSamples}
        isOpen={pdf.isPending && numSamples <= maxSheetLabels}
        onClose={() => cancelling.current?.abort()}
      />
    </>
  )
}

import { DownOutlined } from '@ant-design/icons'
import type { Batch } from '@lims/contract/batches.ts'
import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown, Modal, Progress } from 'antd'
import { useRef, useState } from 'react'
import { saveFile } from '../../../api/save-file.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { fetchBatchLabels } from './label-api.ts'
import { batchFileName, maxSheetLabels } from './label-file.ts'

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
          `A PDF holds at most ${maxSheetLabels.toLocaleString('en')} labels, this batch has ${numSamples.toLocaleString('en')}. Download the ZPL instead.`,
        )
      }
      setDrawn(0)
      cancelling.current = new AbortController()
      const { signal } = cancelling.current
      const { drawLabelSheet } = await import('./label-sheet.ts')
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
  const percent = numSamples > 0 ? Math.floor((100 * drawn) / numSamples) : 0
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
      <Modal
        title="Drawing the labels"
        open={pdf.isPending && numSamples <= maxSheetLabels}
        onCancel={() => cancelling.current?.abort()}
        cancelText="Cancel"
        okButtonProps={{ style: { display: 'none' } }}
        mask={{ closable: false }}
        width={440}
      >
        <Progress percent={percent} aria-label="Labels drawn" />
        {drawn.toLocaleString('en')} of {numSamples.toLocaleString('en')}
      </Modal>
    </>
  )
}

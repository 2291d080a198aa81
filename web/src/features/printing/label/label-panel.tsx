import { App, Button, Card } from 'antd'
import { useState } from 'react'
import { saveFile } from '../../../api/save-file.ts'
import { useReportedMutation } from '../../../api/use-reported-mutation.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { confirmAccess } from '../printer/confirm-access.ts'
import { PrinterCheck } from '../printer/printer-check.tsx'
import { generateLabel } from './label-api.ts'
import { labelFile } from './label-file.ts'
import styles from './label-panel.module.css'
import { LabelPreview } from './label-preview.tsx'
import { LabelPrints } from './label-prints.tsx'
import { PrintButton } from './print-button.tsx'

type Props = {
  sampleId: string
  /** What the label shows of the sample: a label that was generated from other content is put away. */
  content?: string
  /** The subject is hidden, and the label shows it. */
  isHidden?: boolean
}

/** Generates the label of a sample, shows it as it will print, prints it, and downloads it. */
export function LabelPanel({ sampleId, content = '', isHidden = false }: Props) {
  const { modal } = App.useApp()
  const [isChecking, setIsChecking] = useState(false)
  const generate = useReportedMutation({
    mutationFn: (_content: string) => generateLabel(sampleId),
    meta: { errorTitle: 'Failed to generate label' },
  })
  const label = generate.variables === content ? generate.data : undefined
  const denied = useDeniedProps('label.print')
  const download = useReportedMutation({
    mutationFn: async () => label ?? (await generateLabel(sampleId)),
    onSuccess: ({ labelData }) => saveFile(labelFile(sampleId, new Date(), labelData)),
    taskOf: () => sampleId,
    outlivesPage: true,
    meta: { errorTitle: 'Failed to download label' },
  })

  return (
    <Card title={<h2 className={styles.heading}>Label</h2>}>
      {label && !isHidden ? (
        <LabelPreview label={label} />
      ) : (
        <p className={styles.none}>
          {isHidden
            ? 'The label contains the subject, so it is not shown while the subject is hidden.'
            : 'Generate the label to see it as it will print.'}
        </p>
      )}
      <div className={styles.buttons}>
        <Button {...denied} loading={generate.isPending} onClick={() => generate.mutate(content)}>
          Generate Label
        </Button>
        <PrintButton sampleId={sampleId} />
        <Button {...denied} loading={download.isPending} onClick={() => download.mutate()}>
          Download Label
        </Button>
        <Button onClick={async () => setIsChecking(await confirmAccess(modal))}>Printer check</Button>
      </div>
      <LabelPrints sampleId={sampleId} />
      <PrinterCheck isOpen={isChecking} onClose={() => setIsChecking(false)} />
    </Card>
  )
}

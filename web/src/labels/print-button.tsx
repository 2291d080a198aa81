import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useRef, useState } from 'react'
import { explainAccess } from '../printing/explain-access.ts'
import { labelPrintsQuery } from './label-api.ts'
import { isInDoubt } from './label-prints.tsx'
import { ReprintDialog } from './reprint-dialog.tsx'
import { usePrintLabel } from './use-print-label.ts'

/** Prints the label of a sample, and asks for a reason when it was printed before. */
export function PrintButton({ sampleId }: { sampleId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const { modal } = App.useApp()
  const prints = useQuery(labelPrintsQuery(sampleId)).data?.prints ?? []
  const print = usePrintLabel(sampleId)

  // A second press, or Enter held down, comes before the button is drawn as busy.
  const isUnderWay = useRef(false)

  function send(reason: string | undefined) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsAsking(false)
    print.mutate(reason, {
      onSuccess: (printed) => setIsAsking('needsReason' in printed),
      onSettled: () => {
        isUnderWay.current = false
      },
    })
  }

  async function begin() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const isWanted = await explainAccess(modal)
    isUnderWay.current = false
    if (!isWanted) return
    if (prints.length > 0) setIsAsking(true)
    else send(undefined)
  }

  return (
    <>
      <Button type="primary" loading={print.isPending} onClick={begin}>
        Print Label
      </Button>
      <ReprintDialog
        isOpen={isAsking}
        isInDoubt={prints.some(isInDoubt)}
        onPrint={send}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

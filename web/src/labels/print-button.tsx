import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { labelPrintsQuery } from './label-api.ts'
import { isInDoubt } from './label-prints.tsx'
import { ReprintDialog } from './reprint-dialog.tsx'
import { usePrintLabel } from './use-print-label.ts'

/** Prints the label of a sample, and asks for a reason when it was printed before. */
export function PrintButton({ sampleId }: { sampleId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const prints = useQuery(labelPrintsQuery(sampleId)).data?.prints ?? []
  const print = usePrintLabel(sampleId)
  const [latest] = prints

  function send(reason: string | undefined) {
    setIsAsking(false)
    print.mutate(reason, { onSuccess: (printed) => setIsAsking('needsReason' in printed) })
  }

  return (
    <>
      <Button
        type="primary"
        loading={print.isPending}
        onClick={() => (latest ? setIsAsking(true) : send(undefined))}
      >
        Print Label
      </Button>
      <ReprintDialog
        isOpen={isAsking}
        isInDoubt={latest !== undefined && isInDoubt(latest)}
        onPrint={send}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { confirmAccess } from '../printer/confirm-access.ts'
import { labelPrintsQuery } from './label-api.ts'
import { isInDoubt } from './label-prints.tsx'
import { ReprintDialog } from './reprint-dialog.tsx'
import { usePrintLabel } from './use-label-printing.ts'

/** Prints the label of a sample, and asks for a reason when it was printed before. */
export function PrintButton({ sampleId }: { sampleId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const { modal } = App.useApp()
  const prints = useQuery(labelPrintsQuery(sampleId)).data?.prints ?? []
  const print = usePrintLabel(sampleId)

  const begin = useWrite({
    mutationFn: () => confirmAccess(modal),
    onSuccess: (isWanted) => {
      if (!isWanted) return
      if (prints.length > 0) setIsAsking(true)
      else send(undefined)
    },
  })

  function send(reason: string | undefined) {
    setIsAsking(false)
    print.mutate(reason, { onSuccess: (printed) => setIsAsking('needsReason' in printed) })
  }

  return (
    <>
      <Button type="primary" loading={print.isPending} onClick={() => begin.mutate()}>
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

import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import type { Sender } from '../../../api/stored-token.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { confirmAccess } from '../printer/confirm-access.ts'
import { labelPrintsQuery } from './label-api.ts'
import { isInDoubt } from './label-prints.tsx'
import { useLabelPrinting } from './use-label-printing.ts'

const ReprintDialog = lazyDialog(() => import('./reprint-dialog.tsx').then((file) => file.ReprintDialog))

/** Prints the label of a sample. Asks for a reason if it was printed before. */
export function PrintButton({ sampleId }: { sampleId: string }) {
  const [isReprintOpen, setReprintOpen] = useState(false)
  const { modal } = App.useApp()
  const { data, dataUpdatedAt } = useQuery(labelPrintsQuery(sampleId))
  const prints = data?.prints ?? []
  const print = useLabelPrinting(sampleId)
  const denied = useDeniedProps('label.print')

  const begin = useWrite({
    // By what the person saw: only a second click on the same state counts as a double click.
    mutationFn: async (_seenAt: number, { token }) => ((await confirmAccess(modal)) ? { token } : undefined),
    onSuccess: (sender) => {
      if (!sender) return
      if (prints.length > 0) setReprintOpen(true)
      else send(undefined, sender)
    },
  })

  function send(reason: string | undefined, sender?: Sender) {
    setReprintOpen(false)
    print.mutate(reason, { onSuccess: (result) => setReprintOpen('needsReason' in result) }, sender)
  }

  return (
    <>
      <Button
        type="primary"
        {...denied}
        loading={print.isPending}
        onClick={() => begin.mutate(dataUpdatedAt)}
      >
        Print Label
      </Button>
      <ReprintDialog
        sampleId={sampleId}
        isOpen={isReprintOpen}
        isInDoubt={prints.some(isInDoubt)}
        onPrint={send}
        onClose={() => setReprintOpen(false)}
      />
    </>
  )
}

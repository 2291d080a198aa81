import { printRunsApi } from '@lims/contract/print-runs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Space } from 'antd'
import { useEffect, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { presentSender } from '../../../api/stored-token.ts'
import { useReportedMutation } from '../../../api/use-reported-mutation.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import { type LabelPrint, labelPrintsQuery } from './label-api.ts'

type Props = { sampleId: string; print: LabelPrint }

/** A label that may have been printed: a person checks at the printer and decides. */
export function LabelDoubt({ sampleId, print }: Props) {
  const queryClient = useQueryClient()
  const { runId, place, state, at, isRunOpen } = print
  const denied = useDeniedProps('label.print')
  const resolve = useReportedMutation({
    mutationFn: (hasPrinted: boolean) => {
      // An unfinished run prints what waits, and offers to print again what has failed.
      const inDoubt = isRunOpen ? 'waiting' : 'cancelled'
      const notPrinted = state === 'sending' ? 'failed' : inDoubt
      const to = hasPrinted ? 'sent' : notPrinted
      return call(
        printRunsApi.mark,
        { body: { runId, labels: [{ place, from: state, to }], isDecision: true } },
        presentSender(),
      )
    },
    taskOf: () => place,
    onSettled: () => queryClient.invalidateQueries({ queryKey: labelPrintsQuery(sampleId).queryKey }),
    meta: { errorTitle: 'Your decision could not be recorded' },
  })
  const refocus = useRef<() => void>(undefined)

  // A button that is disabled or removed loses the focus, which is outside React.
  useEffect(() => {
    if (!resolve.isPending) refocus.current?.()
  }, [resolve.isPending])
  useEffect(() => () => refocus.current?.(), [])

  function decide(button: HTMLElement, hasPrinted: boolean) {
    refocus.current = keepFocus(button)
    resolve.mutate(hasPrinted)
  }

  return (
    <Alert
      type="warning"
      title="In doubt"
      description={
        <>
          <p>
            The label was sent on {formatInstant(at)}, and it is not known whether it was printed. Check at
            the printer.
            {isRunOpen &&
              state === 'unknown' &&
              ' If it did not print, its unfinished print run prints it again.'}
          </p>
          <Space wrap>
            <Button
              size="small"
              {...denied}
              disabled={denied.disabled ?? resolve.isPending}
              onClick={({ currentTarget }) => decide(currentTarget, true)}
            >
              It printed
            </Button>
            <Button
              size="small"
              {...denied}
              disabled={denied.disabled ?? resolve.isPending}
              onClick={({ currentTarget }) => decide(currentTarget, false)}
            >
              It did not print
            </Button>
          </Space>
        </>
      }
    />
  )
}

/** Returns a function that moves a lost focus back to the button, or to the button that prints if it is gone. */
function keepFocus(button: HTMLElement): () => void {
  const card = button.closest('.ant-card')
  return () => {
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement !== button) return
    const next = button.isConnected ? button : card?.querySelector<HTMLElement>('.ant-btn-primary')
    next?.focus()
  }
}

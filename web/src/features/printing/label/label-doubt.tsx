import { printRunsApi } from '@lims/contract/print-runs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Space } from 'antd'
import { call } from '../../../api/call.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import { type LabelPrint, labelPrintsQuery } from './label-api.ts'

/** An agent is given half a minute for a label; who still sends after twice that has gone. */
const sendingLimitMs = 60_000

type Props = { sampleId: string; print: LabelPrint }

/** A label of which only a look at the printer can tell whether it came out. */
export function LabelDoubt({ sampleId, print }: Props) {
  const queryClient = useQueryClient()
  const { runId, place, state, at } = print
  const settle = useMutation({
    mutationFn: (hasPrinted: boolean) => {
      const notPrinted = state === 'sending' ? 'failed' : 'cancelled'
      const to = hasPrinted ? 'sent' : notPrinted
      return call(printRunsApi.mark, { body: { runId, labels: [{ place, from: state, to }] } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: labelPrintsQuery(sampleId).queryKey }),
    meta: { errorTitle: 'Your answer could not be recorded' },
  })
  const mayBeUnderWay = state === 'sending' && Date.now() - Date.parse(at) < sendingLimitMs
  return (
    <Alert
      type="warning"
      title="In doubt"
      description={
        <>
          <p>
            The label was being sent, {formatInstant(at)}, and nobody knows whether it came out. Look at the
            printer.
          </p>
          {!mayBeUnderWay && (
            <Space wrap>
              <Button size="small" disabled={settle.isPending} onClick={() => settle.mutate(true)}>
                It printed
              </Button>
              <Button size="small" disabled={settle.isPending} onClick={() => settle.mutate(false)}>
                It did not print
              </Button>
            </Space>
          )}
        </>
      }
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { printerCheckQuery } from './print-run-api.ts'

/** An agent takes labels for a printer that is paused, open or empty: they are sent, and do not come out yet. */
export function HeldLabels() {
  const { data: report } = useQuery(printerCheckQuery)
  const state = report?.findings.state
  if (state?.result !== 'bad') return null
  return (
    <Alert
      type="warning"
      showIcon
      title="Labels may wait in the printer"
      description={`${state.told} ${state.fix}`}
    />
  )
}

import { printRunsApi } from '@lims/contract/print-runs.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aPrintRun, aSample } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { LabelDoubt } from './label-doubt.tsx'

const print = {
  runId: aPrintRun().id,
  place: 1,
  at: '2026-11-19T08:00:00.000Z',
  state: 'unknown' as const,
  userName: 'Bo Chen',
  reason: '',
  isRunOpen: false,
}

test('the notice of a decision that could not be recorded closes with the next decision about the label', async () => {
  serverRefuses(printRunsApi.mark, 503, { code: 'database-unavailable', message: 'The database is away' })
  const user = openScreen(<LabelDoubt sampleId={aSample().id} print={print} />)
  await user.click(await screen.findByRole('button', { name: 'It printed' }))
  const notice = await screen.findByText('Your decision could not be recorded')

  serverAnswers(printRunsApi.mark, { success: true, leftOut: [], printedElsewhere: [] })
  await user.click(screen.getByRole('button', { name: 'It did not print' }))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

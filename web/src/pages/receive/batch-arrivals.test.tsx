import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aBatch, aReceivedSample } from '../../../test/records.ts'
import { serverAnswers } from '../../../test/server.ts'
import { ReceiveScreen } from './receive-screen.tsx'

test('aliquots of the batch are not tubes that have yet to arrive', async () => {
  const byStatus = { UNKNOWN: 60, RECEIVED: 31 }
  const children = { total: 60, byStatus: { UNKNOWN: 60 } }
  serverAnswers(batchesApi.get, { batch: { ...aBatch({ numSamples: 91, byStatus }), children } })
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  const user = openScreen(<ReceiveScreen />)
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 'T0001230{Enter}')
  expect(await screen.findByText('31 of 31 arrived')).toBeVisible()
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
})

import { batchesApi } from '@lims/contract/batches.ts'
import { deletionsApi } from '@lims/contract/deletions.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aBatch, aReceivedSample } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { ReceiveScreen } from './receive-screen.tsx'

const notFound = { code: 'sample-not-found' as const, message: 'No sample with tube ID T9.' }

test('a screen reader reads a refusal without the last receipt, and spells no id', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  serverRefuses(deletionsApi.find, 404, notFound)
  const user = openScreen(<ReceiveScreen />)
  await screen.findByLabelText('Scan or enter identifier')
  await user.keyboard('T0001230{Enter}')
  expect(await screen.findByText('Last Received Sample')).toBeVisible()
  expect(screen.getByText(aReceivedSample().id).closest('[aria-hidden]')).not.toBeNull()

  serverRefuses(samplesApi.receive, 404, notFound)
  await user.keyboard('T9{Enter}')
  const [problem] = await screen.findAllByText('No sample with tube ID T9.')
  expect(problem?.closest('[role="status"]')).not.toHaveTextContent('Last Received Sample')
})

import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { aBatch } from '../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

// Alone in its file: a queue outlives its test, and the browser asks as long as one of them has a scan.
test('B3 the browser asks before it closes a tab with a scan that is not sent yet', async () => {
  signIn()
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverRefuses(samplesApi.receive, 503)
  const { user } = openAddress('/receive')
  const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 'T1{Enter}')
  expect((await screen.findAllByText(/not sent yet/))[0]).toBeVisible()
  expect(isAsked()).toBe(true)
})

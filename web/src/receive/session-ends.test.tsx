import { authApi } from '@lims/contract/auth.ts'
import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAddress } from '../../test/open-address.tsx'
import { aBatch, aReceivedSample } from '../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'

test('scans made as the session ended are sent after the sign-in of the same person, and of nobody else', async () => {
  signIn()
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://id.example/authorize' })
  const refused = serverRefuses(samplesApi.receive, 401, { code: 'not-signed-in', message: 'Please sign in' })
  const { user } = openAddress('/receive')
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 'T1{Enter}')
  expect(await screen.findByText('Sign in to LIMS')).toBeVisible()

  const sent = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  signIn({ sub: 'bo', jti: 'of-bo' })
  await screen.findByText('This session')
  expect(sent).toHaveLength(0)

  signIn({ jti: 'of-ada-again' })
  await waitFor(() => expect(sent).toHaveLength(1), { timeout: 2000 })
  expect(sent[0]?.headers.get('idempotency-key')).toBe(refused[0]?.headers.get('idempotency-key'))
})

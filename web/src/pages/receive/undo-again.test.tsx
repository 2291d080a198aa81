import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { aBatch, aReceivedSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

test('an undo whose reply was lost is done, also if its reason is given in other words after the page was left', async () => {
  signIn()
  roleIs('bench')
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample({ eventId: 17 }) })
  serverRefuses(samplesApi.undoStatus, 503)
  const { user, router } = openAddress('/receive')
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 'T0001230{Enter}')
  const undoFor = async (reason: string) => {
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await user.type(await screen.findByLabelText('Reason'), `${reason}{Enter}`)
  }
  await screen.findByText('Last Received Sample')
  await untilReplied()
  await undoFor('wrong tube')
  await screen.findByText('The change could not be undone')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await act(() => router.navigate({ to: '/guide' }))
  await act(() => router.navigate({ to: '/receive' }))
  serverRefuses(samplesApi.undoStatus, 409, {
    code: 'idempotency-key-reused',
    message: 'This Idempotency-Key was used for another request.',
  })
  await undoFor('it was the wrong tube')
  expect(await screen.findByText('0 received · 0 refused')).toBeVisible()
  expect(screen.queryByText(/Idempotency-Key/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

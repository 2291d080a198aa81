import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { server, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

/** As of a newer version of the server, which has received the sample. */
const replyUnreadable = () =>
  server.use(http.post(`*/api${samplesApi.receive.path}`, () => HttpResponse.json({ success: true })))

test.each([
  [
    'the server fails at',
    () => serverRefuses(samplesApi.receive, 500, { code: 'internal', message: 'Something went wrong' }),
  ],
  ['has a reply that cannot be read', replyUnreadable],
])('a scan that %s again and again can be removed, after a question', async (_case, fail) => {
  fail()
  signIn()
  const { user } = openAddress('/receive')
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 't0001230{Enter}')
  const list = await screen.findByRole('list', { name: 'Scans of this session' })
  for (let again = 0; again < 2; again += 1) {
    expect(screen.queryByRole('button', { name: 'Remove…' })).not.toBeInTheDocument()
    await user.click(await within(list).findByRole('button', { name: 'Retry' }))
  }
  await user.click(await within(list).findByRole('button', { name: 'Remove…' }))
  const question = await screen.findByText(
    /^It has failed 3 times and will not be sent again. Please check whether it is recorded/,
  )
  await waitFor(() => expect(question).toBeVisible())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Remove the scan' }))
  expect(await screen.findByText('Nothing scanned yet.')).toBeVisible()
})

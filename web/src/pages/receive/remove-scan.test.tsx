import { samplesApi } from '@lims/contract/samples-api.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

test('a scan that the server fails at again and again can be removed, after a question', async () => {
  serverRefuses(samplesApi.receive, 500, { code: 'internal', message: 'Something went wrong' })
  signIn()
  const { user } = openAddress('/receive')
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 't0001230{Enter}')
  const list = await screen.findByRole('list', { name: 'Scans of this session' })
  for (let again = 0; again < 2; again += 1) {
    expect(screen.queryByRole('button', { name: 'Remove…' })).not.toBeInTheDocument()
    await user.click(await within(list).findByRole('button', { name: 'Retry' }))
  }
  await user.click(await within(list).findByRole('button', { name: 'Remove…' }))
  expect(await screen.findByText(/^It has failed 3 times, so it is probably not recorded/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove the scan' }))
  expect(await screen.findByText('Nothing scanned yet.')).toBeVisible()
})

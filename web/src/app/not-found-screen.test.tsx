import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { signIn } from '../../test/session-token.ts'

beforeEach(emptyLab)

test('PUB-09 an unknown address shows the 404 page, also to a visitor', async () => {
  openAddress('/samples/1/nowhere')
  expect(await screen.findByText('404')).toBeVisible()
})

test('PUB-10 Back to Dashboard leads to the dashboard', async () => {
  signIn()
  const { user, place } = openAddress('/no-such-page')
  await user.click(await screen.findByRole('button', { name: 'Back to Dashboard' }))
  await waitFor(() => expect(place()).toBe('/dashboard'))
})

test('PERM-03 Back to Dashboard leads a visitor to sign-in, and keeps the way back', async () => {
  const { user, place } = openAddress('/no-such-page')
  await user.click(await screen.findByRole('button', { name: 'Back to Dashboard' }))
  await waitFor(() => expect(place()).toBe('/auth/login?target=%2Fdashboard'))
})

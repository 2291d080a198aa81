import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { signIn } from '../../test/session-token.ts'
import { holdScreen } from '../../test/slow-screen.ts'

test('a page whose script is slow to come says that it is loading, until it is there', async () => {
  emptyLab()
  signIn()
  const { user, router } = openAddress('/dashboard')
  const show = holdScreen(router, '/signed-in/batches')
  await user.click(await screen.findByRole('link', { name: 'Batches' }))
  expect(await screen.findByText('Loading …')).toBeVisible()
  show()
  expect(await screen.findByRole('heading', { level: 1, name: 'Batches' })).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Loading …')).not.toBeInTheDocument())
})

import { authApi } from '@lims/contract/auth.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

test('PUB-01 PUB-02 PUB-03 a visitor sees what LIMS is', async () => {
  openAddress('/')
  const tagline = await screen.findByRole('heading', { level: 1 })
  expect(tagline).toHaveTextContent('Every sample, every box, every answer.')
  expect(document.title).toBe('LIMS')
})

test('PUB-04 PUB-05 about, team and contact stand on the page', async () => {
  openAddress('/')
  expect(await screen.findByRole('heading', { name: 'About' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Team' })).toBeVisible()
  expect(screen.getByRole('link', { name: /@/ })).toHaveAttribute('href', expect.stringMatching(/^mailto:/))
})

test('PUB-06 Login leads to sign-in', async () => {
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://sign-in.example/' })
  const { user, place } = openAddress('/')
  const [login] = await screen.findAllByRole('button', { name: 'Login' })
  await user.click(login as HTMLElement)
  await waitFor(() => expect(place()).toBe('/auth/login'))
})

test('PUB-02 who is signed in sees the page too, and goes on to the dashboard', async () => {
  emptyLab()
  signIn()
  const { user, place } = openAddress('/')
  const [open] = await screen.findAllByRole('button', { name: 'Open dashboard' })
  await user.click(open as HTMLElement)
  await waitFor(() => expect(place()).toBe('/dashboard'))
})

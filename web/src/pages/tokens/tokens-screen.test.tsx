import { type ApiToken, tokensApi } from '@lims/contract/tokens.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const secret = `lims_${'k'.repeat(43)}`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const aToken = (token: Partial<ApiToken> = {}): ApiToken => ({
  id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
  name: 'Nightly export',
  person: { id: 'ada', name: 'Ada Lindqvist' },
  createdWith: null,
  permissions: ['sample.read', 'export'],
  createdAt: inDays(-10),
  expiresAt: inDays(100),
  revokedAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
  ...token,
})

beforeEach(() => {
  emptyLab()
  signIn()
  roleIs('bench')
})

test('a token is listed with what it may do, its last use and its end, and is revoked after confirmation', async () => {
  serverAnswers(tokensApi.list, { tokens: [aToken()] })
  const requests = serverAnswers(tokensApi.revoke, { success: true })
  const { user } = openAddress('/tokens')
  expect(await screen.findByText('see samples, export lists and manifests')).toBeVisible()
  expect(screen.getByText('never used')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Revoke Nightly export' }))
  serverAnswers(tokensApi.list, { tokens: [aToken({ revokedAt: inDays(0) })] })
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Nightly export is revoked')).toBeVisible()
  expect(requests[0]?.body).toEqual({ id: aToken().id })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Revoke/ })).not.toBeInTheDocument())
})

test('a token of a service account says so, since two may have tokens of one name', async () => {
  const reader = { id: 'service:1', name: 'Rack reader 2' }
  const other = aToken({ id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e60', person: reader })
  serverAnswers(tokensApi.list, { tokens: [aToken(), other] })
  const requests = serverAnswers(tokensApi.revoke, { success: true })
  const { user } = openAddress('/tokens')
  expect(await screen.findByText('service account Rack reader 2')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Revoke Nightly export' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Revoke Nightly export of Rack reader 2' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText('Revoke Nightly export of Rack reader 2?')).not.toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Nightly export of Rack reader 2 is revoked')).toBeVisible()
  expect(requests[0]?.body).toEqual({ id: other.id })
})

test('a token that was created with another names it, and ends with it', async () => {
  const made = aToken({
    id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e60',
    name: 'Plate reader',
    createdWith: { id: aToken().id, name: 'Nightly export' },
  })
  const maker = aToken({ permissions: ['token.create'] })
  serverAnswers(tokensApi.list, { tokens: [maker, made] })
  const { user } = openAddress('/tokens')
  expect(await screen.findByText('created with Nightly export')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Revoke Nightly export' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Tokens that were created with it end too\./)).toBeVisible()
})

test('a token may get only what its owner may do, ends within a year, and is shown once', async () => {
  serverAnswers(tokensApi.list, { tokens: [] })
  const requests = serverAnswers(tokensApi.create, { token: secret, id: aToken().id })
  const { user } = openAddress('/tokens')
  const openDialog = await screen.findByRole('button', { name: 'Create token' })
  await untilReplied()
  await user.click(openDialog)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('checkbox', { name: 'delete samples' })).not.toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect(await dialog.findByText('Please choose what the token may do')).toBeVisible()
  await user.type(dialog.getByLabelText('Name'), 'Nightly export')
  await user.click(dialog.getByRole('checkbox', { name: 'see samples' }))
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2199-01-01' } })
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect(await dialog.findByText('A token lasts at most a year')).toBeVisible()
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: inDays(30).slice(0, 10) } })
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect(await dialog.findByText(secret)).toHaveFocus()
  expect(dialog.getByText(/only time that the token is shown/)).toBeVisible()
  expect(requests[0]?.body).toMatchObject({ name: 'Nightly export', permissions: ['sample.read'] })
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText(secret)).not.toBeInTheDocument())
})

test('the dialog stays open until the token that is being created is shown', async () => {
  serverAnswers(tokensApi.list, { tokens: [] })
  const reply = Promise.withResolvers<{ token: string; id: string }>()
  const requests = serverAnswers(tokensApi.create, () => reply.promise)
  const { user } = openAddress('/tokens')
  await user.click(await screen.findByRole('button', { name: 'Create token' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Nightly export')
  await user.click(dialog.getByRole('checkbox', { name: 'see samples' }))
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  reply.resolve({ token: secret, id: aToken().id })
  expect(await dialog.findByText(secret)).toBeVisible()
})

test('a viewer sees and revokes tokens of before, and whom to ask for a new one', async () => {
  roleIs('viewer')
  serverAnswers(tokensApi.list, { tokens: [aToken()] })
  const { user } = openAddress('/dashboard')
  const account = await screen.findByRole('button', { name: 'Account of Ada Lindqvist' })
  await untilReplied()
  await user.click(account)
  await user.click(await screen.findByText('API tokens'))
  expect(await screen.findByRole('button', { name: 'Revoke Nightly export' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Create token' })).not.toBeInTheDocument()
  expect(await screen.findByText('You are not allowed to create API tokens. Ask Chiara Rossi.')).toBeVisible()
})

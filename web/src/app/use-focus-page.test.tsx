import { movesApi } from '@lims/contract/moves.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { aMove, workId } from '../../test/freezer-work-records.ts'
import { openAddress } from '../../test/open-address.tsx'
import { aSample } from '../../test/records.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'

beforeEach(() => {
  emptyLab()
  signIn()
})

const menu = () => screen.findByRole('navigation', { name: 'Main' })
const headingOf = (name: string) => screen.findByRole('heading', { level: 1, name })

test('the heading of a page that was opened from a link within the page has the focus', async () => {
  const { place } = openAddress('/batches/b')
  const link = await screen.findByRole('link', { name: /Back/ })
  act(() => link.focus())
  act(() => link.click())
  await waitFor(() => expect(place()).toBe('/batches'))
  await waitFor(async () => expect(await headingOf('Batches')).toHaveFocus())
})

/** Opens the page of NB-001 from the dashboard; its record comes with `reply`. */
async function openSampleBeforeReply() {
  const reply = Promise.withResolvers<undefined>()
  serverAnswers(samplesApi.get, async () => {
    await reply.promise
    return { sample: aSample({ name: 'NB-001' }) }
  })
  const { router, user } = openAddress('/dashboard')
  await menu()
  await act(() => router.navigate({ to: '/samples/$sampleId', params: { sampleId: aSample().id } }))
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  return { user, reply }
}

test('the heading of a page whose record is fetched has the focus once it is there', async () => {
  const { user, reply } = await openSampleBeforeReply()
  reply.resolve(undefined)
  const heading = await headingOf('NB-001')
  await waitFor(() => expect(heading).toHaveFocus())
  await user.tab()
  expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement)
})

test('a heading that is replaced by the name of the record passes the focus on', async () => {
  const reply = Promise.withResolvers<undefined>()
  serverAnswers(movesApi.get, async () => {
    await reply.promise
    return { move: aMove({ state: 'closed' }) }
  })
  const { router } = openAddress('/dashboard')
  await menu()
  await act(() => router.navigate({ to: '/moves/$moveId', params: { moveId: workId } }))
  const first = await headingOf('Move')
  await waitFor(() => expect(first).toHaveFocus())
  reply.resolve(undefined)
  const heading = await headingOf('Evacuate Freezer 1')
  await waitFor(() => expect(heading).toHaveFocus())
})

test('what a person has typed or pressed until the heading is there keeps the focus', async () => {
  const { user, reply } = await openSampleBeforeReply()
  await user.keyboard('/T000')
  reply.resolve(undefined)
  await headingOf('NB-001')
  await user.keyboard('1230')
  const field = screen.getByRole('combobox', { name: 'Scan or search' })
  expect(field).toHaveFocus()
  expect(field).toHaveValue('T0001230')
})

test('a page that was opened from the main menu has the focus, so that Tab goes on in it', async () => {
  const { user, place } = openAddress('/dashboard')
  const link = within(await menu()).getByRole('link', { name: 'Batches' })
  act(() => link.focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe('/batches'))
  await waitFor(async () => expect(await headingOf('Batches')).toHaveFocus())
})

test('a page that was opened from the user menu by key has the focus', async () => {
  const { user, place } = openAddress('/dashboard')
  const account = await screen.findByRole('button', { name: 'Account of Ada Lindqvist' })
  act(() => account.focus())
  await user.keyboard('{Enter}')
  serverAnswers(tokensApi.list, { tokens: [] })
  const entry = await screen.findByRole('menuitem', { name: /API tokens/ })
  act(() => entry.focus())
  fireEvent.keyDown(entry, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(place()).toBe('/tokens'))
  await waitFor(async () => expect(await headingOf('API tokens')).toHaveFocus())
})

test('a field that has the focus at once keeps it', async () => {
  const { router, place } = openAddress('/dashboard')
  await menu()
  await act(() => router.navigate({ to: '/receive' }))
  await waitFor(() => expect(place()).toBe('/receive'))
  expect(await screen.findByLabelText('Scan or enter identifier')).toHaveFocus()
})

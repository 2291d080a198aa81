import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { aTree } from '../../../../test/records.ts'
import { serverAnswers } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { setWidth } from '../../../../test/width.ts'
import './sample-list-screen.tsx'

beforeEach(() => {
  signIn()
  serverAnswers(samplesApi.tree, aTree([]))
})

const subject = () => screen.queryByRole('searchbox', { name: 'Subject ID' })

test('on a phone the filters are behind a button that says how many are set', async () => {
  setWidth(390)
  const { user, place } = openAddress('/samples?query=NB&status=RECEIVED,PROCESSED&siteId=LU&hasPlace=no')
  const button = await screen.findByRole('button', { name: 'Filters (3)' })
  expect(screen.getByRole('searchbox', { name: /^Search name/ })).toBeVisible()
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(subject()).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()

  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('button', { name: 'Save view' })).toBeEnabled()
  await user.type(subject() as HTMLElement, 'P004')
  await waitFor(() => expect(place()).toContain('subjectId=P004'))
  expect(button).toHaveTextContent('Filters (4)')
  await user.click(button)
  expect(subject()).toBeNull()
  expect(button).toHaveFocus()
})

test('in a wide window the filters are shown without a button, also after it was narrow', async () => {
  openAddress('/samples?status=RECEIVED')
  expect(await screen.findByRole('searchbox', { name: 'Subject ID' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull()
  act(() => setWidth(390))
  expect(subject()).toBeNull()
  act(() => setWidth(1440))
  expect(subject()).toBeVisible()
})

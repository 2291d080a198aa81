import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { rememberRouter } from '../../test/open-routers.ts'
import { signIn } from '../../test/session-token.ts'
import { AppProviders } from '../app/app-providers.tsx'
import { AppRouter } from '../app/app-router.tsx'
import { createAppRouter } from '../app/routes.tsx'

/** The browser asks before it closes the tab when the event is prevented. */
const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

test('the browser asks before a tab with unsaved input is closed', async () => {
  signIn()
  window.history.replaceState(null, '', '/batches/create')
  render(
    <AppProviders motion={false}>
      <AppRouter router={rememberRouter(createAppRouter())} />
    </AppProviders>,
  )
  const name = await screen.findByLabelText('Name')
  expect(isAsked()).toBe(false)
  await userEvent.type(name, 'Pilot')
  await waitFor(() => expect(isAsked()).toBe(true))
  await userEvent.clear(name)
  await waitFor(() => expect(isAsked()).toBe(false))
})

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { AppProviders } from '../src/app/app-providers.tsx'
import { signIn } from './session-token.ts'

/** Shows one screen to a person who is signed in. Links lead nowhere; `openAddress` opens the whole app. */
export function openScreen(screen: ReactElement): UserEvent {
  const rootRoute = createRootRoute()
  const anywhere = createRoute({ getParentRoute: () => rootRoute, path: '$', component: () => screen })
  const router = createRouter({
    routeTree: rootRoute.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: ['/here'] }),
  })
  if (!localStorage.getItem('lims.token')) signIn()
  const user = userEvent.setup()
  render(
    <AppProviders motion={false} retryDelay={() => 0}>
      <RouterProvider router={router as never} />
    </AppProviders>,
  )
  return user
}

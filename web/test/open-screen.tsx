import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactElement, ReactNode } from 'react'
import { AppProviders } from '../src/app/app-providers.tsx'
import { useResend } from '../src/features/scanning/use-resend.ts'
import { signIn } from './session-token.ts'

/** Sends unsent scans again, as the frame around the screen does. */
function Sending({ children }: { children: ReactNode }) {
  useResend()
  return children
}

/** Shows one screen to a person who is signed in. Links lead nowhere; `openAddress` opens the whole app. */
export function openScreen(
  screen: ReactElement,
  { history = createMemoryHistory({ initialEntries: ['/here'] }) }: { history?: RouterHistory } = {},
): UserEvent {
  const rootRoute = createRootRoute()
  const anywhere = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    component: () => <Sending>{screen}</Sending>,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([anywhere]),
    history,
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

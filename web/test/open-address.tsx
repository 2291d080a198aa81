import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { AppProviders } from '../src/app/app-providers.tsx'
import { AppRouter } from '../src/app/app-router.tsx'
import { createAppRouter } from '../src/app/routes.tsx'
import { rememberRouter } from './open-routers.ts'
// The routes load it lazily; a test need not wait for that.
import '../src/app/frame.tsx'

/** Opens the whole app at an address, as a browser would. `place()` is where it stands now. */
export function openAddress(address: string) {
  const router = rememberRouter(createAppRouter(createMemoryHistory({ initialEntries: [address] })))
  const user = userEvent.setup()
  render(
    <StrictMode>
      <AppProviders motion={false} retryDelay={() => 0}>
        <AppRouter router={router} />
      </AppProviders>
    </StrictMode>,
  )
  return { user, router, place: () => router.state.location.href }
}

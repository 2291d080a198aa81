import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { AppProviders } from '../src/app/app-providers.tsx'
import { AppRouter } from '../src/app/app-router.tsx'
import { createAppRouter } from '../src/app/routes.tsx'
import { rememberRouter } from './open-routers.ts'
// The routes load it lazily; a test need not wait for that.
import '../src/app/frame.tsx'

/**
 * Opens the whole app at an address, as a browser would. `place()` is where it stands now. In the strict mode of React
 * each component renders twice and each effect runs twice, which takes a fifth of the time of a test.
 */
export function openAddress(address: string, { isStrict = false } = {}) {
  const router = rememberRouter(createAppRouter(createMemoryHistory({ initialEntries: [address] })))
  const user = userEvent.setup()
  render(
    <AppProviders motion={false} retryDelay={() => 0}>
      <AppRouter router={router} />
    </AppProviders>,
    { reactStrictMode: isStrict },
  )
  return { user, router, place: () => router.state.location.href }
}

import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { AppProviders } from '../src/app/app-providers.tsx'
import { AppRouter } from '../src/app/app-router.tsx'
import { createAppRouter } from '../src/app/routes.tsx'
import { rememberRouter } from './open-routers.ts'
// The routes load it lazily; a test need not wait for that.
import '../src/app/frame.tsx'

type Options = {
  history?: RouterHistory
  /** In the strict mode of React each component renders twice and each effect runs twice, which takes longer. */
  isStrict?: boolean
}

/** Opens the whole app at an address, as a browser would. `place()` is where it stands now. */
export function openAddress(
  address: string,
  { history = createMemoryHistory({ initialEntries: [address] }), isStrict = false }: Options = {},
) {
  const router = rememberRouter(createAppRouter(history))
  const user = userEvent.setup()
  render(
    <AppProviders motion={false} retryDelay={() => 0}>
      <AppRouter router={router} />
    </AppProviders>,
    { reactStrictMode: isStrict },
  )
  return { user, router, place: () => router.state.location.href }
}

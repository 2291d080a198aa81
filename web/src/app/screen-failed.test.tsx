import { CatchBoundary } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { server } from '../../test/server.ts'
import { lazyScreen } from './lazy-screen.ts'
import { ScreenFailed } from './screen-failed.tsx'

// The browsers' messages for a script that did not come, at the first of which the router would reload the page.
test.each([
  'Failed to fetch dynamically imported module: http://localhost:3000/assets/screen-1a.js',
  'error loading dynamically imported module: http://localhost:3000/assets/screen-1a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/detail-table-3f.css',
])('a page whose code did not come stays and says so in words: %s', async (message) => {
  const Screen = lazyScreen((): Promise<{ Screen: () => ReactNode }> => {
    return Promise.reject(new TypeError(message))
  }, 'Screen')
  openScreen(
    <CatchBoundary getResetKey={() => ''} errorComponent={ScreenFailed}>
      <Screen />
    </CatchBoundary>,
  )
  expect(await screen.findByText('This page could not be shown')).toBeVisible()
  expect(screen.getByText(/^The page could not be loaded/)).toBeVisible()
  expect(screen.queryByText(/assets|module script/)).not.toBeInTheDocument()
})

test('Retry without a connection says that the server does not respond', async () => {
  server.use(http.get('*/', () => HttpResponse.error()))
  const user = openScreen(<ScreenFailed error={new Error('failed')} reset={() => {}} />)
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/^LIMS does not respond/)).toBeVisible()
})

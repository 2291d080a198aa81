import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { ScreenFailed } from './screen-failed.tsx'

test.each([
  'Unable to preload CSS for /assets/detail-table-3f.css',
  'Failed to fetch dynamically imported module: http://localhost:3000/assets/screen-1a.js',
  'error loading dynamically imported module: http://localhost:3000/assets/screen-1a.js',
  'Importing a module script failed.',
])('a page whose code did not come says so in words: %s', async (message) => {
  openScreen(<ScreenFailed error={new TypeError(message)} reset={() => {}} />)
  expect(await screen.findByText('This page could not be shown')).toBeVisible()
  expect(screen.getByText(/^The page could not be loaded/)).toBeVisible()
  expect(screen.queryByText(/assets|module script/)).not.toBeInTheDocument()
})

import { act, render, screen } from '@testing-library/react'
import { theme } from 'antd'
import { expect, test } from 'vitest'
import { setFeature } from '../../test/width.ts'
import { AppProviders } from './app-providers.tsx'

const Motion = () => <p>{theme.useToken().token.motion ? 'moving' : 'still'}</p>

test('E10 dialogs are not animated while the system asks for less motion', () => {
  render(
    <AppProviders>
      <Motion />
    </AppProviders>,
  )
  expect(screen.getByText('moving')).toBeVisible()
  act(() => setFeature('(prefers-reduced-motion: reduce)', true))
  expect(screen.getByText('still')).toBeVisible()
})

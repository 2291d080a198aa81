import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { theme } from 'antd'
import { expect, test } from 'vitest'
import { setFeature } from '../../test/width.ts'
import { AppProviders } from './app-providers.tsx'

const lessMotion = '(prefers-reduced-motion: reduce)'
const Motion = () => <p>dialogs take {theme.useToken().token.motionDurationSlow}</p>

test.each([
  [false, 'dialogs take 0.3s'],
  [true, 'dialogs take 1ms'],
])('E10 if the system asks for less motion (%s), %s', (prefersLessMotion, text) => {
  setFeature(lessMotion, prefersLessMotion)
  render(
    <AppProviders>
      <Motion />
    </AppProviders>,
  )
  expect(screen.getByText(text)).toBeVisible()
})

test.each([lessMotion, '(prefers-color-scheme: dark)'])(
  'typed text stays when %s changes',
  async (feature) => {
    render(
      <AppProviders>
        <input aria-label="Name" />
      </AppProviders>,
    )
    await userEvent.type(screen.getByLabelText('Name'), 'Pilot')
    act(() => setFeature(feature, true))
    expect(screen.getByLabelText('Name')).toHaveValue('Pilot')
  },
)

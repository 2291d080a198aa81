import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PanelButton } from './panel-button.tsx'

test('the keyboard comes from the button into its panel, and back by Escape', async () => {
  const user = userEvent.setup()
  render(
    <>
      <PanelButton panel={<input aria-label="Registered from" />}>More filters</PanelButton>
      <button type="button">Save view</button>
    </>,
  )
  await user.tab()
  await user.keyboard('{Enter}')
  const field = await screen.findByRole('textbox', { name: 'Registered from' })
  await user.tab()
  expect(field).toHaveFocus()

  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'More filters' })).toHaveFocus()
  await waitFor(() => expect(field).not.toBeVisible())
  await user.tab()
  expect(screen.getByRole('button', { name: 'Save view' })).toHaveFocus()
})

test('the button says whether its panel is open, and is not described by the panel', async () => {
  const user = userEvent.setup()
  render(<PanelButton panel={<input aria-label="Registered from" />}>More filters</PanelButton>)
  const button = screen.getByRole('button', { name: 'More filters', expanded: false })
  await user.tab()
  await user.keyboard('{Enter}')
  const field = await screen.findByRole('textbox', { name: 'Registered from' })
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(button).not.toHaveAttribute('aria-describedby')
  expect(document.getElementById(`${button.getAttribute('aria-controls')}`)).toContainElement(field)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'))
})

import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { signIn } from '../../../test/session-token.ts'

const title = 'Keyboard shortcuts'

beforeEach(() => {
  emptyLab()
  signIn()
})

async function theHelp() {
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(within(dialog).getByText(title)).toBeVisible())
  return within(dialog)
}

test('? shows the keys of every screen, and Escape closes them', async () => {
  const { user } = openAddress('/dashboard')
  await screen.findByText('Total Samples')
  await user.keyboard('?')
  const help = await theHelp()
  const headings = help.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual([
    'Everywhere',
    'Scan or search',
    'Long lists',
    'Receive',
    'Scan in, in a box',
    'Grid of a storage',
  ])
  expect(help.getByText('Go to Scan or search').closest('div')).toHaveTextContent('/Ctrl+K')
  expect(help.getByText('Select a result').closest('div')).toHaveTextContent('Arrow down')

  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('? in a text field is a question mark', async () => {
  const { user } = openAddress('/dashboard')
  const field = await screen.findByRole('combobox', { name: 'Scan or search' })
  await user.type(field, 'why?')
  expect(field).toHaveValue('why?')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('? outside the field of Receive is not treated as a scan', async () => {
  const { user } = openAddress('/receive')
  const field = await screen.findByLabelText('Scan or enter identifier')
  field.blur()
  await user.keyboard('?')
  await theHelp()
  expect(field).toHaveValue('')
})

test('the user menu also shows them, and has the focus again afterwards', async () => {
  const { user } = openAddress('/dashboard')
  const account = await screen.findByLabelText(/^Account of/)
  await user.click(account)
  await user.click(await screen.findByText(title))
  const help = await theHelp()
  await user.click(help.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(account).toHaveFocus())
})

test('/ and ? can be switched off where they are listed, in this browser, and Ctrl+K stays', async () => {
  const { user } = openAddress('/dashboard')
  await screen.findByText('Total Samples')
  const field = screen.getByRole('combobox', { name: 'Scan or search' })
  await user.keyboard('?')
  const help = await theHelp()
  const choice = help.getByRole('checkbox', { name: 'Use / and ? as shortcuts in this browser' })
  expect(choice).toBeChecked()
  await user.click(choice)
  expect(help.queryByText('Show keyboard shortcuts')).toBeNull()
  expect(help.getByText('Go to Scan or search').closest('div')).toHaveTextContent(/searchCtrl\+K$/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.keyboard('/?')
  expect(field).not.toHaveFocus()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  expect(field).toHaveFocus()

  await user.click(screen.getByLabelText(/^Account of/))
  await user.click(await screen.findByText(title))
  const again = (await theHelp()).getByRole('checkbox', { name: /^Use/ })
  expect(again).not.toBeChecked()
  await user.click(again)
  expect(again).toBeChecked()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByLabelText(/^Account of/)).toHaveFocus())
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('?')
  await theHelp()
})

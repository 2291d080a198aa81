import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Button } from 'antd'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { ButtonMenu } from './button-menu.tsx'

const items = [
  { key: 'csv', label: 'As CSV' },
  { key: 'xlsx', label: 'As Excel workbook' },
]

async function openExport() {
  const user = openScreen(
    <ButtonMenu menu={{ items }}>
      <Button>Export</Button>
    </ButtonMenu>,
  )
  return { user, button: await screen.findByRole('button', { name: 'Export' }) }
}

const entry = () => screen.findByRole('menuitem', { name: 'As CSV' })

test.each(['{Enter}', ' ', '{ArrowDown}'])('a menu that the key %s opens has the focus', async (key) => {
  const { user, button } = await openExport()
  button.focus()
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.keyboard(key)
  const first = await entry()
  await waitFor(() => expect(first).toHaveFocus())
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
})

test('Enter on an entry that has the focus follows its link; a key that is held down does not', async () => {
  const follow = vi.fn((event: MouseEvent) => event.preventDefault())
  const link = { key: 'level', label: <a href="/storage">Level 1</a> }
  const user = openScreen(
    <ButtonMenu menu={{ items: [link] }}>
      <Button>Levels</Button>
    </ButtonMenu>,
  )
  const button = await screen.findByRole('button', { name: 'Levels' })
  button.focus()
  await user.keyboard('{Enter}')
  const level = await screen.findByRole('menuitem', { name: 'Level 1' })
  level.querySelector('a')?.addEventListener('click', follow)
  await waitFor(() => expect(level).toHaveFocus())
  fireEvent.keyDown(level, { key: 'Enter', keyCode: 13, repeat: true })
  expect(follow).not.toHaveBeenCalled()
  fireEvent.keyDown(level, { key: 'Enter', keyCode: 13 })
  expect(follow).toHaveBeenCalledOnce()
})

test('a menu that a click opens leaves the focus to its button, until the arrow down', async () => {
  const { user, button } = await openExport()
  await user.click(button)
  const first = await entry()
  expect(button).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(first).toHaveFocus()
})

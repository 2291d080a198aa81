import { act, fireEvent, screen, waitFor } from '@testing-library/react'
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
  expect(fireEvent.keyDown(level, { key: 'Enter', keyCode: 13 })).toBe(false)
  expect(follow).toHaveBeenCalledOnce()
  expect(button).toHaveFocus()
})

test('Enter on a link in an entry, where the arrow keys lead, follows it once', async () => {
  const follow = vi.fn((event: MouseEvent) => event.preventDefault())
  const levels = [1, 2].map((level) => ({ key: level, label: <a href="/storage">Level {level}</a> }))
  const user = openScreen(
    <ButtonMenu menu={{ items: levels }}>
      <Button>Levels</Button>
    </ButtonMenu>,
  )
  const button = await screen.findByRole('button', { name: 'Levels' })
  button.focus()
  await user.keyboard('{Enter}')
  const first = await screen.findByRole('menuitem', { name: 'Level 1' })
  await waitFor(() => expect(first).toHaveFocus())
  // As the arrow down does where entries have a size.
  const link = screen.getByRole('link', { name: 'Level 2' })
  act(() => link.focus())
  link.addEventListener('click', follow)
  const isLeftToBrowser = fireEvent.keyDown(link, { key: 'Enter', keyCode: 13 })
  // As the browser does, which clicks a focused link unless the key is taken.
  if (isLeftToBrowser) link.click()
  expect(follow).toHaveBeenCalledOnce()
  expect(button).toHaveFocus()
})

test('a menu that a click opens leaves the focus to its button, until the arrow down', async () => {
  const { user, button } = await openExport()
  await user.click(button)
  const first = await entry()
  expect(button).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(first).toHaveFocus()
})

test('a menu that a click without a pointer opens, as that of a screen reader, has the focus', async () => {
  const { button } = await openExport()
  act(() => button.click())
  const first = await entry()
  await waitFor(() => expect(first).toHaveFocus())
})

test('after an entry is chosen by key its button has the focus, and is not pressed by that key', async () => {
  const choose = vi.fn()
  const user = openScreen(
    <ButtonMenu menu={{ items: items.map((item) => ({ ...item, onClick: choose })) }}>
      <Button>Export</Button>
    </ButtonMenu>,
  )
  const button = await screen.findByRole('button', { name: 'Export' })
  button.focus()
  await user.keyboard('{Enter}')
  const first = await entry()
  await waitFor(() => expect(first).toHaveFocus())
  const isPassedOn = fireEvent.keyDown(first, { key: 'Enter', keyCode: 13 })
  expect(choose).toHaveBeenCalledOnce()
  expect(isPassedOn).toBe(false)
  expect(button).toHaveFocus()
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'))
})

test('after an entry is chosen by a click of the mouse its button does not take the focus', async () => {
  const { user, button } = await openExport()
  await user.click(button)
  await user.click(await entry())
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'))
  expect(button).not.toHaveFocus()
})

import { createEvent, render } from '@testing-library/react'
import { Drawer } from 'antd'
import { expect, test } from 'vitest'
import { singleKeyShortcuts } from './single-key-shortcuts.ts'
import { isStray } from './use-stray-keys.ts'

const keyDown = (key: string) => createEvent.keyDown(document.body, { key }) as KeyboardEvent
const letter = () => keyDown('T')

test('a drawer takes the keys while it is open, and not once it is closed', () => {
  const { rerender } = render(<Drawer open forceRender title="Menu" />)
  expect(isStray(letter())).toBe(false)
  rerender(<Drawer open={false} forceRender title="Menu" />)
  expect(document.querySelector('[role="dialog"]')).not.toBeNull()
  expect(isStray(letter())).toBe(true)
})

test.each(['/', '?'])('%s belongs to a code, and so to its field, while it is no shortcut', (key) => {
  expect(isStray(keyDown(key))).toBe(false)
  singleKeyShortcuts.set(false)
  expect(isStray(keyDown(key))).toBe(true)
  expect(isStray(keyDown(' '))).toBe(false)
})

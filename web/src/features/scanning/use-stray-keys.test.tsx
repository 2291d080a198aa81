import { createEvent, render } from '@testing-library/react'
import { Drawer } from 'antd'
import { expect, test } from 'vitest'
import { isStray } from './use-stray-keys.ts'

const letter = () => createEvent.keyDown(document.body, { key: 'T' }) as KeyboardEvent

test('a drawer takes the keys while it is open, and not once it is closed', () => {
  const { rerender } = render(<Drawer open forceRender title="Menu" />)
  expect(isStray(letter())).toBe(false)
  rerender(<Drawer open={false} forceRender title="Menu" />)
  expect(document.querySelector('[role="dialog"]')).not.toBeNull()
  expect(isStray(letter())).toBe(true)
})

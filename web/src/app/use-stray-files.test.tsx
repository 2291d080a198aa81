import { createEvent, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { signIn } from '../../test/session-token.ts'

function drag(type: 'dragOver' | 'drop', target: Element, types: readonly string[]) {
  const event = createEvent[type](target)
  const dataTransfer = { types, files: [], items: [], dropEffect: 'copy' }
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
  fireEvent(target, event)
  return { isPrevented: event.defaultPrevented, effect: dataTransfer.dropEffect }
}

test('a file that is dropped beside the place for it is not opened by the browser in place of the page', async () => {
  emptyLab()
  signIn()
  openAddress('/samples/import')
  const target = await screen.findByText('Choose a CSV or Excel file, or drop it here')
  const heading = screen.getByRole('heading', { level: 1 })
  expect(drag('dragOver', heading, ['Files'])).toEqual({ isPrevented: true, effect: 'none' })
  expect(drag('drop', heading, ['Files']).isPrevented).toBe(true)
  expect(drag('dragOver', target, ['Files'])).toEqual({ isPrevented: true, effect: 'copy' })
  // A word that is dragged into a field.
  expect(drag('dragOver', heading, ['text/plain'])).toEqual({ isPrevented: false, effect: 'copy' })
})

import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

const field = () => screen.getByRole('searchbox', { name: 'Search by name' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const pause = (ms: number) => act(() => vi.advanceTimersByTime(ms))

afterEach(() => void vi.useRealTimers())

function open() {
  const searches: (string | undefined)[] = []
  const show = (value: string | undefined) => (
    <SearchField label="Search by name" value={value} onSearch={(text) => searches.push(text)} />
  )
  const { rerender } = render(show(undefined))
  return { searches, user: userEvent.setup(), address: (value: string | undefined) => rerender(show(value)) }
}

test('searches once, when typing pauses for 300 ms', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { searches } = open()
  type(' Nor')
  pause(299)
  type(' Nordic ')
  pause(299)
  expect(searches).toEqual([])
  pause(1)
  expect(searches).toEqual(['Nordic'])
  type('')
  pause(300)
  expect(searches).toEqual(['Nordic', undefined])
})

test('a link that is followed before typing pauses is not overtaken by the search', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => history.replaceState(null, '', '/'))
  const { searches } = open()
  type('Nor')
  pause(299)
  history.pushState(null, '', '/storage/7')
  pause(1000)
  expect(searches).toEqual([])
})

test('Enter searches at once', async () => {
  const { searches, user } = open()
  await user.type(field(), 'Nordic{Enter}')
  expect(searches).toEqual(['Nordic'])
})

test('the Enter that takes a word of an input method does not search at once', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { searches } = open()
  type('試')
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
  expect(searches).toEqual([])
})

test('a late change of the address keeps what was typed since', async () => {
  const { user, address } = open()
  await user.type(field(), 'Nor{Enter}')
  await user.type(field(), 'dic')
  address('Nor')
  expect(field()).toHaveValue('Nordic')
})

test('follows the address when Back changes it', async () => {
  const { user, address } = open()
  await user.type(field(), 'Nordic{Enter}')
  address('Nordic')
  address(undefined)
  expect(field()).toHaveValue('')
})

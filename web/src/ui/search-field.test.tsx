import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SearchField } from './search-field.tsx'

const field = () => screen.getByRole('searchbox', { name: 'Search by name' })
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 350)))

function open() {
  const asked: (string | undefined)[] = []
  const show = (value: string | undefined) => (
    <SearchField label="Search by name" value={value} onSearch={(text) => asked.push(text)} />
  )
  const { rerender } = render(show(undefined))
  return { asked, user: userEvent.setup(), address: (value: string | undefined) => rerender(show(value)) }
}

test('asks once, when the typing has paused', async () => {
  const { asked, user } = open()
  await user.type(field(), ' Nordic ')
  expect(asked).toEqual([])
  await pause()
  expect(asked).toEqual(['Nordic'])
  await user.clear(field())
  await pause()
  expect(asked).toEqual(['Nordic', undefined])
})

test('Enter asks at once', async () => {
  const { asked, user } = open()
  await user.type(field(), 'Nordic{Enter}')
  expect(asked).toEqual(['Nordic'])
})

test('an address that comes late takes nothing from what was typed since', async () => {
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

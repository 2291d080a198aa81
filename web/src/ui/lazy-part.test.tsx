import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { lazyPart } from './lazy-part.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

test('a part that cannot be loaded says so on its page, and is loaded on Retry', async () => {
  let isConnected = false
  const Part = lazyPart(
    async () => {
      if (!isConnected) throw new TypeError('Failed to fetch dynamically imported module')
      return Greeting
    },
    { className: 'place' },
  )
  const user = openScreen(
    <>
      <h1>Page</h1>
      <Part name="Ada" />
    </>,
  )
  expect(await screen.findByText(/^This part of the program could not be loaded/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' }).closest('.place')).toBeVisible()
  isConnected = true
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Hello Ada')).toBeVisible()
})

test('a part is loaded before it is shown if that is wished, and once', async () => {
  let loads = 0
  const Part = lazyPart(async () => {
    loads += 1
    return Greeting
  })
  Part.preload()
  expect(loads).toBe(1)
  await Promise.resolve()
  openScreen(<Part name="Bo" />)
  expect(await screen.findByText('Hello Bo')).toBeVisible()
  expect(loads).toBe(1)
})

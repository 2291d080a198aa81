import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PrintedPickList } from './printed-pick-list.tsx'

test('a list on paper names the day on which it was created, also if that is today', () => {
  const now = new Date()
  const pickList = {
    id: '01a215b8-0000-7000-8000-000000000001',
    name: 'C2N shipment',
    personId: 'demo-bo',
    personName: 'Bo Chen',
    purpose: 'p-tau217',
    expectedReturnAt: null,
    isMine: true,
    thawed: false,
    createdAt: now.toISOString(),
    createdByName: 'Ada Lindqvist',
    closedAt: null,
    closedByName: null,
    counts: { wanted: 0, picked: 0, 'not-found': 0, released: 0, 'left-out': 0 },
  }
  render(<PrintedPickList content={{ pickList, items: [], boxes: [], doors: 0 }} />)
  expect(screen.queryByText(/Created/)).not.toBeInTheDocument()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText(/Created/)).toHaveTextContent(`${now.getFullYear()}`)
  expect(screen.getByText(/Created/)).not.toHaveTextContent('today')
})

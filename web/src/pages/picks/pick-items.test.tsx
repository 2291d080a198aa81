import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aPickItem } from '../../../test/freezer-work-records.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { PickItems } from './pick-items.tsx'

test('a tube that was not found has its reason, and no colon once an erasure has removed that', async () => {
  const notFound = (tubeId: string, reason: string) => ({
    ...aPickItem(tubeId, 1),
    state: 'not-found' as const,
    changedByName: 'Bo Chen',
    reason,
  })
  const items = [notFound('T0000001', 'the cell is empty'), notFound('T0000002', '')]
  openScreen(<PickItems items={items} currentId={undefined} />)
  expect(await screen.findByText('not found by Bo Chen: the cell is empty')).toBeVisible()
  expect(screen.getByText('not found by Bo Chen')).toBeVisible()
})

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { laboratory, openScanIn, result } from '../../../../test/scan-in.tsx'

test('a tube that nobody has received is placed, and the card and the list say that it is not received', async () => {
  laboratory((code) => (code === 'T2' ? { isToReceive: true } : {}))
  const user = await openScanIn()
  const list = () => screen.getByRole('list', { name: 'Scans into this box' })
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  expect(result().queryByText(/not received/)).toBeNull()
  await user.keyboard('T2{Enter}')
  expect(await result().findByText('It is not received yet: scan it in Receive, too.')).toBeVisible()
  expect(within(list()).getAllByText('not received yet')).toHaveLength(1)
})

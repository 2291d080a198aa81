import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { signIn } from '../../test/session-token.ts'
import { announce } from '../ui/announcer.tsx'

test('an announcement is read by a region that was mounted before it', async () => {
  emptyLab()
  signIn()
  openAddress('/samples')
  await screen.findByRole('heading', { level: 1 })
  const regions = screen.getAllByRole('status')
  act(() => announce('NB-001 deleted'))
  expect(regions.map(({ textContent }) => textContent)).toContain('NB-001 deleted')
})

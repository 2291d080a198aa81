import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { PlaceLink } from './place-link.tsx'

test('names that are written from right to left keep their order in the place of a sample', async () => {
  openScreen(<PlaceLink place={{ storageId: 3, location: 'B4', path: 'מקפיא 1 › ארון › Box 03 › B4' }} />)
  const link = await screen.findByRole('link')
  expect(link.textContent).toBe('\u2068מקפיא 1\u2069 › \u2068ארון\u2069 › Box 03 › B4')
  expect(link).toHaveAttribute(
    'title',
    '\u2068מקפיא 1\u2069 › \u2068ארון\u2069 › \u2068Box 03\u2069 › \u2068B4\u2069',
  )
})

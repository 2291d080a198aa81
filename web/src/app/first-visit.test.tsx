import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAddress } from '../../test/open-address.tsx'

// Alone in its file: once a session has ended in the window, the way back names no subject.
test('PERM-03 a visitor of a page is led to sign-in, and the way back is kept', async () => {
  const { place } = openAddress('/samples/1?query=a')
  await waitFor(() => expect(place()).toBe('/auth/login?target=%2Fsamples%2F1%3Fquery%3Da'))
})

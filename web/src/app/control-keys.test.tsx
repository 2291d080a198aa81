import { samplesApi } from '@lims/contract/samples-api.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { aReceivedSample } from '../../test/records.ts'
import { scannerKeys } from '../../test/scanner-keys.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'

test('a scanner that ends its codes with Ctrl+J, its line feed, receives the tube and opens no downloads', async () => {
  signIn()
  emptyLab()
  const received = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  openAddress('/receive')
  const field = await screen.findByLabelText('Scan or enter identifier')
  const scanner = scannerKeys(field)
  for (const key of 'T0001230') scanner.character(key)
  fireEvent.change(field, { target: { value: 'T0001230' } })
  expect(scanner.press({ key: 'j', code: 'KeyJ', ctrlKey: true })).toBe(false)
  await waitFor(() => expect(received[0]?.body).toMatchObject({ identifier: 'T0001230' }))
})

import { custodyApi } from '@lims/contract/custody-api.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const field = () => screen.findByRole('textbox', { name: 'Scan or enter identifier' })

beforeEach(() => void signIn())

test('while nobody holds anything, the list says so', async () => {
  openAddress('/custody')
  expect(await screen.findByText('Every tube is where it belongs.')).toBeVisible()
})

test('a check-out without a purpose is refused before it is sent', async () => {
  const { user } = openAddress('/custody')
  await user.type(await field(), 'T0001230{Enter}')
  const [sentence] = await screen.findAllByText(/^Please enter the purpose first/)
  expect(sentence).toBeVisible()
})

test('the sentence of the server is shown for a label of a storage', async () => {
  const message = 'STO0000012 is the label of a storage, Box 03. Please scan a tube.'
  serverRefuses(custodyApi.checkOut, 404, { code: 'sample-not-found', message })
  const { user } = openAddress('/custody')
  await user.type(await screen.findByLabelText(/^Purpose/), 'PCR')
  await user.type(await field(), 'STO0000012{Enter}')
  const [sentence] = await screen.findAllByText(message)
  expect(sentence).toBeVisible()
})

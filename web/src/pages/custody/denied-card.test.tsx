import { custodyApi } from '@lims/contract/custody-api.ts'
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aReturnedTube } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'

const field = () => screen.findByRole('textbox', { name: 'Scan or enter identifier' })

async function scanReturned(user: UserEvent) {
  const tube = { ...aReturnedTube(), eventId: 17, wasMissing: false }
  serverAnswers(custodyApi.return, { success: true, tubes: [tube] })
  await user.click(await screen.findByText('Return', { exact: true }))
  await user.type(await field(), 'T0000001{Enter}')
}

async function scanOverLimit(user: UserEvent) {
  const message = 'T0000001 was thawed 3 times, which is its limit.'
  serverRefuses(custodyApi.checkOut, 409, { code: 'thaw-limit-reached', message })
  await user.type(await screen.findByLabelText(/^Purpose/), 'PCR')
  await user.type(await field(), 'T0000001{Enter}')
}

test.each([
  ['Undo', scanReturned],
  ['Check out over the limit', scanOverLimit],
])('%s on a card cannot be pressed any more once the permission is taken away', async (name, scan) => {
  signIn()
  const { streams } = serverStreams()
  const { user } = openAddress('/custody')
  await waitFor(() => expect(streams).not.toEqual([]))
  await scan(user)
  const canBePressed = () =>
    screen.queryAllByRole<HTMLButtonElement>('button', { name }).some(({ disabled }) => !disabled)
  await waitFor(() => expect(canBePressed()).toBe(true))
  roleIs('viewer')
  act(() => streams.at(-1)?.say('data: {"access":true}\n\n'))
  await waitFor(() => expect(canBePressed()).toBe(false))
})

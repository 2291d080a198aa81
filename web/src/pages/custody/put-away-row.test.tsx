import { custodyApi } from '@lims/contract/custody-api.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aReturnedTube } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import './custody-screen.tsx'

beforeEach(() => void signIn())

const rows = async () => within(await screen.findByRole('list', { name: 'Scans of this session' }))

async function returnAndScanWrong() {
  const tube = { ...aReturnedTube({ name: 'NB-1' }), eventId: 17, wasMissing: false }
  serverAnswers(custodyApi.return, { success: true, tubes: [tube] })
  const opened = openAddress('/custody')
  const { user } = opened
  await user.click(await screen.findByText('Return', { exact: true }))
  const field = await screen.findByRole('textbox', { name: 'Scan or enter identifier' })
  await user.type(field, 'T0001230{Enter}')
  expect(await screen.findByText('0 checked out · 1 returned')).toBeVisible()
  expect((await rows()).queryByRole('button')).toBeNull()
  const message = 'No sample with tube ID T0009999.'
  serverRefuses(custodyApi.return, 404, { code: 'sample-not-found', message })
  await user.type(field, 'T0009999{Enter}')
  expect((await screen.findAllByText(message))[0]).toBeVisible()
  return { ...opened, tube, field }
}

test('a tube is put away by its row after a wrong scan has taken the place of its card', async () => {
  const { user, tube, field } = await returnAndScanWrong()
  const confirmed = serverAnswers(custodyApi.putAway, { success: true, count: 1, sampleIds: [tube.id] })
  await user.click((await rows()).getByRole('button', { name: 'It is there: NB-1' }))
  expect(await screen.findByText('returned and put away')).toBeVisible()
  expect(confirmed.map(({ body }) => body)).toEqual([{ sampleIds: [tube.id], custodyEventIds: [17] }])
  expect((await rows()).queryByRole('button')).toBeNull()
  expect(field).toHaveFocus()
})

test('a row says that its tube does not wait to be put away any more', async () => {
  const { user } = await returnAndScanWrong()
  serverAnswers(custodyApi.putAway, { success: true, count: 0, sampleIds: [] })
  await user.click((await rows()).getByRole('button', { name: 'It is there: NB-1' }))
  expect(await screen.findByText('returned, does not wait to be put away any more')).toBeVisible()
  expect((await rows()).queryByRole('button')).toBeNull()
})

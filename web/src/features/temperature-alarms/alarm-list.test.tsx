import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { temperaturesApi } from '@lims/contract/temperatures.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { server, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { AlarmList } from './alarm-list.tsx'

const alarm: TemperatureAlarm = {
  storageId: 1,
  storageAlias: 'Freezer 1',
  storagePath: 'Freezer 1',
  isStorageDeleted: false,
  kind: 'outside',
  note: '',
  beganAt: '2026-11-19T20:00:00.000Z',
  endedAt: null,
  lowestC: -60,
  highestC: -50.96,
  worstC: -50.96,
  acknowledgedAt: null,
  acknowledgedByName: null,
}
const path = `*/api${temperaturesApi.acknowledge.path}`

async function acknowledge() {
  const user = openScreen(<AlarmList alarms={[alarm]} namesStorage={false} />)
  await user.click(await screen.findByRole('button', { name: /^Acknowledge/ }))
  const dialog = within(await screen.findByRole('dialog'))
  const note = dialog.getByLabelText('What was done')
  await user.type(note, 'Lid closed')
  const confirm = () => user.click(dialog.getByRole('button', { name: 'Acknowledge' }))
  await confirm()
  return { note, confirm }
}

test('without a reply the note stays, and trying again is the same request', async () => {
  server.use(http.post(path, () => HttpResponse.error()))
  const { note, confirm } = await acknowledge()
  expect(await screen.findByText(/trying again is safe/)).toBeVisible()
  expect(note).toHaveValue('Lid closed')
  expect(note).toBeVisible()

  const requests = serverAnswers(temperaturesApi.acknowledge, { success: true, acknowledged: 1 })
  await confirm()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(requests[0]?.headers.get('idempotency-key')).toBeTruthy()
})

test('an alarm that another person has acknowledged is left, with the reason', async () => {
  const message = 'This alarm no longer exists, or another person has acknowledged it.'
  serverRefuses(temperaturesApi.acknowledge, 404, { code: 'temperature-alarm-not-found', message })
  await acknowledge()
  expect(await screen.findByText(message)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('an acknowledged alarm shows its note, and no colon once an erasure has removed that', async () => {
  const acknowledgedAt = '2026-11-19T21:00:00.000Z'
  const acknowledged = { ...alarm, acknowledgedAt, acknowledgedByName: 'Bo Chen' }
  const show = (note: string) =>
    openScreen(<AlarmList alarms={[{ ...acknowledged, note }]} namesStorage={false} />)
  show('Lid closed')
  expect(await screen.findByText(/^Bo Chen, .*: Lid closed$/)).toBeVisible()
  show('')
  expect(await screen.findByText(/^Bo Chen, .*\d$/)).toBeVisible()
})

test('an alarm names the storages around its own: each freezer has a Shelf 2', async () => {
  const ofShelf = { ...alarm, storageAlias: 'Shelf 2', storagePath: 'Freezer 1 › Shelf 2' }
  openScreen(<AlarmList alarms={[ofShelf]} />)
  expect(await screen.findByRole('link', { name: 'Freezer 1 › Shelf 2' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Acknowledge Freezer 1 › Shelf 2, / })).toBeVisible()
})

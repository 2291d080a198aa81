import { freezerWorkApi, type OpenFreezerWork } from '@lims/contract/freezer-work.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { temperaturesApi } from '@lims/contract/temperatures.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { noFreezerWork, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'
import styles from './dashboard-screen.module.css'

const id = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'

const alarm: TemperatureAlarm = {
  storageId: 1,
  storageAlias: 'Freezer 1',
  storagePath: 'Freezer 1',
  isStorageDeleted: false,
  kind: 'outside',
  beganAt: '2026-11-19T20:00:00.000Z',
  endedAt: null,
  lowestC: -60,
  highestC: -50.96,
  worstC: -50.96,
  acknowledgedAt: null,
  acknowledgedByName: null,
  note: '',
}

const othersAre = (className: string | undefined) =>
  screen.findByRole('heading', { name: /^Sync Status/ }).then((heading) => {
    expect(heading.closest(`.${className}`)).not.toBeNull()
  })

test('the other cards wait for those of the freezers until a call fails, and for no call after it', async () => {
  emptyLab()
  signIn()
  const calls = [Promise.withResolvers<OpenFreezerWork>(), Promise.withResolvers<OpenFreezerWork>()] as const
  let made = 0
  serverAnswers(freezerWorkApi.open, () => calls[made++ === 0 ? 0 : 1].promise)
  openAddress('/dashboard')
  await othersAre(styles.notYet)
  calls[0].reject(new Error('The connection was lost'))
  await waitFor(() => othersAre(styles.others))
  calls[1].resolve(noFreezerWork)
})

test('alarms that could not be loaded are not left out without a word, and come with Retry', async () => {
  emptyLab()
  signIn()
  serverRefuses(freezerWorkApi.open, 500, { code: 'internal', message: 'Something went wrong' })
  openAddress('/dashboard')
  const card = within(await screen.findByRole('region', { name: 'Freezer work' }))
  expect(await card.findByText('Alarms, overdue tubes and open work could not be loaded')).toBeVisible()

  serverAnswers(freezerWorkApi.open, { ...noFreezerWork, loggers: 1, totalAlarms: 1, alarms: [alarm] })
  fireEvent.click(card.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('list', { name: 'Temperature alarms' })).toHaveTextContent('Freezer 1')
  expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument()
})

function openDashboard(work: Partial<OpenFreezerWork>) {
  emptyLab()
  signIn()
  serverAnswers(freezerWorkApi.open, { ...noFreezerWork, ...work })
  return openAddress('/dashboard')
}

test('the alarms are there with their card, so that nothing moves when they come later', async () => {
  openDashboard({ loggers: 1, totalAlarms: 1, alarms: [alarm] })
  await screen.findByRole('region', { name: 'Temperatures' })
  expect(screen.getByRole('list', { name: 'Temperature alarms' })).toHaveTextContent('Freezer 1')
})

test('a note on the last alarm is kept while it is written, also if others acknowledge the alarm in the meantime', async () => {
  const { streams } = serverStreams()
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user } = openDashboard({ loggers: 1, totalAlarms: 1, alarms: [alarm] })
  await user.click(await screen.findByRole('button', { name: /^Acknowledge/ }))
  const note = await screen.findByLabelText('What was done')
  await user.type(note, 'Lid ')
  serverAnswers(freezerWorkApi.open, { ...noFreezerWork, loggers: 1 })
  act(() => streams[0]?.say('data: {"freezerWork":true}\n\n'))
  expect(await screen.findByText('No alarm.')).toBeInTheDocument()
  await user.keyboard('closed')
  expect(note).toBeVisible()
  expect(note).toHaveValue('Lid closed')
})

test('alarms come first on the dashboard, then overdue tubes and what is not finished', async () => {
  openDashboard({
    loggers: 2,
    totalAlarms: 6,
    alarms: [alarm],
    totalOverdue: 1234,
    overdue: [
      {
        id,
        name: 'NB-P004',
        alias: 'T0001230',
        personName: 'Bo Chen',
        expectedReturnAt: new Date('2026-11-21T00:00').toISOString(),
      },
    ],
    moves: [{ id, name: 'Evacuate Freezer 3', boxes: 12, moved: 4, pickedUp: 1 }],
    pickLists: [{ id, name: 'Shipment', personName: 'Bo Chen', wanted: 3 }],
    stockTakes: [{ id, storageName: 'Freezer 1', numBoxes: 2, numFinishedBoxes: 1 }],
  })
  expect(await screen.findByRole('link', { name: 'Freezer 1' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'and 5 more' })).toBeVisible()
  expect(screen.getByRole('link', { name: '1,234 overdue' })).toHaveAttribute('href', '/custody?show=overdue')
  expect(screen.getByText('Bo Chen, due 20 Nov 2026')).toBeVisible()
  expect(screen.getByText('4 of 12 moved, 1 out of the cold')).toBeVisible()
  expect(screen.getByText('for Bo Chen, 3 left to pick')).toBeVisible()
  expect(screen.getByText('1 of 2 boxes counted')).toBeVisible()
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const cards = ['Temperatures', 'Overdue tubes', 'Boxes being moved', 'Picking and counting']
  expect(titles.filter((title) => cards.includes(title))).toEqual(cards)
})

test.each([
  [4, '4 returned tubes to put away, the longest since today, 09:40'],
  [1, '1 returned tube to put away, since today, 09:40'],
])('%i tubes that wait to be put away have a card that leads to them', async (totalToPutAway, text) => {
  const today = new Date()
  const toPutAwaySince = new Date(today.getFullYear(), today.getMonth(), today.getDate(), 9, 40).toISOString()
  openDashboard({ totalToPutAway, toPutAwaySince })
  const card = within(await screen.findByRole('region', { name: 'Tubes to put away' }))
  expect(card.getByRole('link', { name: text })).toHaveAttribute('href', '/custody?show=to-put-away')
})

test('where nothing is open there is no card', async () => {
  openDashboard({})
  expect(await screen.findByText('Sync Status')).toBeVisible()
  expect(screen.queryByText('Temperatures')).toBeNull()
  expect(screen.queryByText('Overdue tubes')).toBeNull()
  expect(screen.queryByText('Tubes to put away')).toBeNull()
})

test('all alarms can be opened from the dashboard, where only the first few are', async () => {
  const others = Array.from({ length: 5 }, (_, place) => ({
    ...alarm,
    storageId: place + 2,
    storageAlias: `Freezer ${place + 2}`,
    storagePath: `Freezer ${place + 2}`,
  }))
  serverAnswers(temperaturesApi.alarms, { alarms: [alarm, ...others], totalAlarms: 6, totalLoggers: 6 })
  openDashboard({ loggers: 6, totalAlarms: 6, alarms: [alarm] })
  fireEvent.click(await screen.findByRole('button', { name: 'and 5 more' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Temperature alarms' }))
  await waitFor(() => expect(dialog.getByRole('link', { name: 'Freezer 6' })).toBeVisible())
  expect(dialog.getAllByRole('listitem')).toHaveLength(6)
})

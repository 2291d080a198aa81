import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { temperaturesApi } from '@lims/contract/temperatures.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { serverHas } from '../../../../test/open-storage.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { serverStreams } from '../../../../test/server-streams.ts'
import { signIn } from '../../../../test/session-token.ts'
import { aStorage } from '../../../../test/storage-records.ts'
import { readSelection } from '../../../features/sample-selection/saved-selection.ts'

const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
const excursion = (hours: number): TemperatureAlarm => ({
  storageId: 3,
  storageAlias: 'Box 03',
  storagePath: 'Box 03',
  isStorageDeleted: false,
  kind: 'outside',
  beganAt: hoursAgo(hours),
  endedAt: hoursAgo(hours - 1),
  lowestC: -80,
  highestC: -60,
  worstC: -60,
  acknowledgedAt: null,
  acknowledgedByName: null,
  note: '',
})
const insideAs = (index: number) => ({
  id: `7f9c24e8-3b1a-4d0e-9c55-${`${index}`.padStart(12, '0')}`,
  name: `NB-${index}`,
  alias: `T${index}`,
  seconds: 60,
})

beforeEach(() => {
  signIn()
  serverHas([{ storage: aStorage(), occupancy: [] }])
  serverAnswers(temperaturesApi.get, {
    state: {
      storageId: 3,
      lowerC: -90,
      upperC: -70,
      minutesOutside: 10,
      minutesWithoutReadings: 30,
      version: 1,
      effectiveLowerC: -90,
      effectiveUpperC: -70,
      nominalC: -80,
      last: { at: hoursAgo(0), celsius: -80, isOutside: false },
    },
  })
  serverAnswers(temperaturesApi.curve, {
    points: [{ at: hoursAgo(4), lowestC: -81, highestC: -79, meanC: -80, readings: 60 }],
    secondsPerPoint: 31_536,
  })
})

test('the curve of a year shades every excursion of it, however many there are', async () => {
  const numOfYear = 1001
  const all = Array.from({ length: numOfYear + 1 }, (_, index) => excursion(2 + 8 * index)).with(
    -1,
    excursion(9000),
  )
  serverAnswers(temperaturesApi.excursions, ({ query: { from, pageNumber = 0, pageSize = 10 } }) => {
    const found = all.filter(({ endedAt }) => from === undefined || (endedAt ?? '') > from)
    const start = Number(pageNumber) * Number(pageSize)
    return { excursions: found.slice(start, start + Number(pageSize)), totalExcursions: found.length }
  })

  openAddress('/storage/3/enhanced?tab=temperature&period=year')
  const curve = await screen.findByRole('figure', { name: 'Temperature curve' })
  await waitFor(() => expect(curve.querySelectorAll('rect')).toHaveLength(numOfYear))
})

test('that a longer time has no reading is said only once it is known', async () => {
  const later = Promise.withResolvers<undefined>()
  let isLater = false
  serverAnswers(temperaturesApi.excursions, { excursions: [], totalExcursions: 0 })
  serverAnswers(temperaturesApi.curve, async () => {
    if (isLater) await later.promise
    return { points: [], secondsPerPoint: 60 }
  })
  const { user } = openAddress('/storage/3/enhanced?tab=temperature')
  expect(await screen.findByText(/^No reading in this time/)).toBeVisible()
  isLater = true
  await user.click(screen.getByText('Year'))
  await waitFor(() => expect(screen.queryByText(/^No reading in this time/)).not.toBeInTheDocument())
  later.resolve(undefined)
  expect(await screen.findByText(/^No reading in this time/)).toBeVisible()
})

test('readings that are further apart than the alarm allows are drawn as dots, not as a line', async () => {
  serverAnswers(temperaturesApi.excursions, { excursions: [], totalExcursions: 0 })
  serverAnswers(temperaturesApi.curve, {
    points: [3, 2, 1].map((hours) => ({
      at: hoursAgo(hours),
      lowestC: -80,
      highestC: -80,
      meanC: -80,
      readings: 1,
    })),
    secondsPerPoint: 60,
  })
  openAddress('/storage/3/enhanced?tab=temperature')
  const curve = await screen.findByRole('figure', { name: 'Temperature curve' })
  await waitFor(() => expect(curve.querySelectorAll('polyline')).toHaveLength(3))
  for (const dot of curve.querySelectorAll('polyline')) {
    // One point alone is not drawn; a line without length is, by its round ends.
    const [from, to] = dot.getAttribute('points')?.split(' ') ?? []
    expect(to).toBe(from)
    expect(dot).toHaveAttribute('stroke-linecap', 'round')
  }
})

test('a shorter time shows its readings in the table, whichever page of the longer one was open', async () => {
  serverAnswers(temperaturesApi.excursions, { excursions: [], totalExcursions: 0 })
  serverAnswers(temperaturesApi.curve, ({ query: { from } }) => {
    const days = (Date.now() - Date.parse(String(from))) / (24 * hourMs)
    const points = Array.from({ length: days > 2 ? 120 : 20 }, (_, index) => ({
      at: hoursAgo(index + 1),
      lowestC: -81,
      highestC: -79,
      meanC: -80,
      readings: 1,
    }))
    return { points: points.toReversed(), secondsPerPoint: 3600 }
  })
  const { user } = openAddress('/storage/3/enhanced?tab=temperature&period=month')
  await user.click(await screen.findByText('Readings as a table'))
  await user.click(screen.getByTitle('3'))
  const rows = () => within(screen.getByRole('region', { name: 'Readings' })).getAllByRole('row')
  expect(rows()).toHaveLength(1 + 20)
  await user.click(screen.getByText('Week'))
  await user.click(screen.getByText('Day'))
  await waitFor(() => expect(screen.queryByTitle('3')).not.toBeInTheDocument())
  expect(rows()).toHaveLength(1 + 20)
})

test('a page of excursions that exists no more leads to the first one', async () => {
  let total = 25
  serverAnswers(temperaturesApi.excursions, ({ query: { pageNumber = 0, pageSize = 10 } }) => {
    const start = Number(pageNumber) * Number(pageSize)
    const all = Array.from({ length: total }, (_, index) => excursion(2 + 8 * index))
    return { excursions: all.slice(start, start + Number(pageSize)), totalExcursions: total }
  })
  const { streams } = serverStreams()
  const { user } = openAddress('/storage/3/enhanced?tab=temperature')
  await waitFor(() => expect(streams).toHaveLength(1))
  const rows = () => within(screen.getByRole('table', { name: 'Excursions' })).getAllByRole('row')
  await user.click(await screen.findByRole('button', { name: 'Earlier' }))
  await user.click(screen.getByRole('button', { name: 'Earlier' }))
  await waitFor(() => expect(rows()).toHaveLength(1 + 5))

  total = 3
  streams.at(-1)?.say('data: {"freezerWork":true}\n\n')
  await user.click(await screen.findByRole('button', { name: 'Go to the first page' }))
  await waitFor(() => expect(rows()).toHaveLength(1 + 3))
})

test('the samples that were inside an excursion are selected, also those of its later pages', async () => {
  const began = excursion(8)
  serverAnswers(temperaturesApi.excursions, { excursions: [excursion(4), began], totalExcursions: 2 })
  const total = 1001
  const requested = serverAnswers(temperaturesApi.samples, ({ query: { pageNumber = 0, pageSize = 10 } }) => {
    const start = Number(pageNumber) * Number(pageSize)
    const all = Array.from({ length: total }, (_, index) => insideAs(index))
    return { samples: all.slice(start, start + Number(pageSize)), totalSamples: total }
  })
  serverAnswers(sampleBulkApi.chosen, { samples: [] })
  const { user, place } = openAddress('/storage/3/enhanced?tab=temperature')
  const [, button] = await screen.findAllByRole('button', { name: /^Select the samples inside from/ })
  await user.click(button as HTMLElement)
  await waitFor(() => expect(place()).toMatch(/^\/samples\/selection\?list=/))
  expect(requested[0]?.query).toMatchObject({ storageId: '3', beganAt: began.beganAt })
  const list = new URLSearchParams(place().split('?')[1]).get('list') ?? ''
  expect(readSelection(list)).toEqual(Array.from({ length: total }, (_, index) => insideAs(index).id))
})

test.each([
  [0, 'No sample was inside'],
  [20_001, '20,001 samples were inside; at most 20,000 can be selected at once'],
])(
  'of an excursion with %i samples inside none is selected, and why is said',
  async (totalSamples, words) => {
    serverAnswers(temperaturesApi.excursions, { excursions: [excursion(4)], totalExcursions: 1 })
    const samples = Array.from({ length: Math.min(totalSamples, 1000) }, (_, index) => insideAs(index))
    const requested = serverAnswers(temperaturesApi.samples, { samples, totalSamples })
    const { user, place } = openAddress('/storage/3/enhanced?tab=temperature')
    await user.click(await screen.findByRole('button', { name: /^Select the samples inside from/ }))
    expect(await screen.findByText(words)).toBeVisible()
    expect(place()).toMatch(/^\/storage\/3/)
    expect(requested).toHaveLength(1)
  },
)

test('alarms and excursions that could not be loaded are not shown as none', async () => {
  serverRefuses(temperaturesApi.alarms, 503)
  serverRefuses(temperaturesApi.excursions, 503)
  openAddress('/storage/3/enhanced?tab=temperature')
  expect(await screen.findByText('The alarms could not be loaded')).toBeVisible()
  expect(await screen.findByText('The excursions could not be loaded')).toBeVisible()
})

test('a note on the last alarm is kept while it is written, also if others acknowledge the alarm in the meantime', async () => {
  const { streams } = serverStreams()
  onTestFinished(() => void vi.unstubAllGlobals())
  serverAnswers(temperaturesApi.excursions, { excursions: [], totalExcursions: 0 })
  serverAnswers(temperaturesApi.alarms, { alarms: [excursion(4)], totalAlarms: 1, totalLoggers: 1 })
  const { user } = openAddress('/storage/3/enhanced?tab=temperature')
  await user.click(await screen.findByRole('button', { name: /^Acknowledge/ }))
  const note = await screen.findByLabelText('What was done')
  await user.type(note, 'Lid ')
  serverAnswers(temperaturesApi.alarms, { alarms: [], totalAlarms: 0, totalLoggers: 1 })
  act(() => streams.at(-1)?.say('data: {"freezerWork":true}\n\n'))
  await waitFor(() => expect(screen.getByText('Alarms')).not.toBeVisible())
  await user.keyboard('closed')
  expect(note).toBeVisible()
  expect(note).toHaveValue('Lid closed')
})

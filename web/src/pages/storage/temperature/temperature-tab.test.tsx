import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { temperaturesApi } from '@lims/contract/temperatures.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { serverHas } from '../../../../test/open-storage.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { aStorage } from '../../../../test/storage-records.ts'

const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
const excursion = (hours: number): TemperatureAlarm => ({
  storageId: 3,
  storageAlias: 'Box 03',
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

test('alarms and excursions that could not be loaded are not shown as none', async () => {
  serverRefuses(temperaturesApi.alarms, 503)
  serverRefuses(temperaturesApi.excursions, 503)
  openAddress('/storage/3/enhanced?tab=temperature')
  expect(await screen.findByText('The alarms could not be loaded')).toBeVisible()
  expect(await screen.findByText('The excursions could not be loaded')).toBeVisible()
})

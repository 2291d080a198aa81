import { deletionsApi } from '@lims/contract/deletions.ts'
import { peopleApi } from '@lims/contract/people.ts'
import { weekBoundsAt } from '@lims/contract/stats.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { answers, chooseFile, prepareImport, read } from '../../test/import-steps.tsx'
import { openAddress } from '../../test/open-address.tsx'
import { aMe } from '../../test/roles.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { refusal, textOfFailure } from '../api/call-error.ts'
import { batchFileName } from '../features/printing/label/label-file.ts'
import { parseReadings } from '../pages/storage/temperature/parse-readings.ts'
import { clock, differsFromOwnClock, setTimeZone, timeZoneName } from '../ui/clock.ts'
import { DayField } from '../ui/day-field.tsx'
import { formatInstant } from '../ui/format-instant.ts'
import { formatEnd, formatLastDay, formatMoment } from '../ui/format-moment.ts'

/** Thursday, 20:30 in Los Angeles. */
const evening = '2026-11-20T04:30:00.000Z'

beforeEach(() => {
  // The reader is in Berlin, the laboratory in Los Angeles.
  vi.stubEnv('TZ', 'Europe/Berlin')
  setTimeZone('America/Los_Angeles')
})
afterEach(() => {
  vi.unstubAllEnvs()
  setTimeZone(null)
})

test('times and days are those of the laboratory, wherever its reader is', () => {
  expect(formatInstant(evening)).toBe('19 Nov 2026, 20:30')
  const now = Date.parse('2026-11-20T07:59:00Z')
  expect(formatMoment(evening, now)).toBe('today, 20:30')
  expect(formatMoment(evening, now + 60_000)).toBe('yesterday, 20:30')
  expect(formatMoment('2026-01-01T07:00:00Z', now)).toBe('31 Dec 2025, 23:00')
  expect(formatEnd('2026-11-21T08:00:00.000Z', now)).toBe('ends tomorrow')
  expect(formatLastDay('2026-11-21T08:00:00.000Z')).toBe('20 Nov 2026')
})

test('without a time zone of the laboratory, they are those of the reader', () => {
  setTimeZone(null)
  expect(formatInstant(evening)).toBe('20 Nov 2026, 05:30')
  expect(timeZoneName()).toBe(undefined)
  expect(differsFromOwnClock(new Date(evening))).toBe(false)
})

test('a time zone that this browser does not know leaves the clock of the reader', () => {
  setTimeZone('Mars/Olympus_Mons')
  expect(formatInstant(evening)).toBe('20 Nov 2026, 05:30')
})

test('is kept for the next visit, and no room in the browser does not matter', () => {
  expect(localStorage.getItem('lims.time-zone')).toBe('America/Los_Angeles')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  setTimeZone('Asia/Kolkata')
  vi.restoreAllMocks()
  expect(formatInstant(evening)).toBe('20 Nov 2026, 10:00')
})

test('a day that is chosen begins and ends at the midnights of the laboratory', () => {
  const chosen: (string | undefined)[] = []
  for (const isEnd of [false, true]) {
    const { unmount } = render(
      <label htmlFor="day">
        Day
        <DayField id="day" value={undefined} onChange={(at) => chosen.push(at)} isEnd={isEnd} />
      </label>,
    )
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-01' } })
    unmount()
  }
  expect(chosen).toEqual(['2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'])
  render(
    <label htmlFor="day">
      Last day
      <DayField id="day" value="2026-11-02T08:00:00.000Z" onChange={() => {}} isEnd />
    </label>,
  )
  expect(screen.getByLabelText('Last day')).toHaveValue('2026-11-01')
})

test('weeks begin on its Monday, also before its clocks were changed', () => {
  const bounds = weekBoundsAt(new Date('2026-11-23T05:00:00Z'), clock())
  expect(bounds).toHaveLength(13)
  expect(bounds.slice(-2)).toEqual(['2026-11-16T08:00:00.000Z', '2026-11-23T08:00:00.000Z'])
  expect(bounds.at(-5)).toBe('2026-10-26T07:00:00.000Z')
})

describe('files', () => {
  test('of labels are named with its day', () => {
    expect(batchFileName('Study', new Date(evening), 'zpl')).toBe(
      'Study-labels-2026-11-19T20-30-00.000-08-00.zpl',
    )
  })

  test('of loggers have the times of its clock', () => {
    const hour = ['00:30', '01:30', '01:30', '02:30'].map((time) => `2026-11-01 ${time};-80`)
    const spring = '2026-03-08 02:30;-80'
    const { readings, problems } = parseReadings([spring, ...hour].join('\n'))
    expect(readings.map(({ at }) => at.slice(11, 16))).toEqual(['07:30', '08:30', '09:30', '10:30'])
    // There was no 02:30 on the day of the change.
    expect(problems).toMatchObject([{ line: 1 }])
  })
})

test('times in a message of the server are worded on its clock', () => {
  const message = 'Ada has it since 2026-11-20 04:30 UTC, due back by 2026-11-21 08:00 UTC.'
  expect(textOfFailure(refusal(409, { message }))).toBe(
    'Ada has it since 19 Nov 2026, 20:30, due back by 20 Nov 2026.',
  )
})

test('a reader elsewhere sees that the clocks differ', () => {
  expect(differsFromOwnClock(new Date(evening))).toBe(true)
  setTimeZone('Europe/Paris')
  expect(differsFromOwnClock(new Date(evening))).toBe(false)
  expect(clock().dayOf(new Date(evening))).toBe('2026-11-20')
})

test('in the time zone of the laboratory, a file that is chosen before that is known stays', async () => {
  setTimeZone(null)
  prepareImport()
  const columns = read.columns.with(0, { header: 'Drawn', field: 'collectionTimestamp' })
  answers('read', () => HttpResponse.json({ ...read, columns }))
  const replied = Promise.withResolvers<void>()
  serverAnswers(peopleApi.me, async () => {
    await replied.promise
    return { ...aMe('administrator'), timeZone: 'Europe/Berlin' }
  })
  await chooseFile()
  expect(await screen.findByText(/are read in UTC/)).toBeVisible()
  replied.resolve()
  expect(await screen.findByText(/are read on the clocks of Europe\/Berlin/)).toBeVisible()
})

test('a page that is open is drawn again with its times, and the menu names it', async () => {
  setTimeZone(null)
  emptyLab()
  signIn()
  let reply = () => {}
  const replied = new Promise<void>((resolve) => {
    reply = resolve
  })
  serverAnswers(peopleApi.me, async () => {
    await replied
    return { ...aMe('administrator'), timeZone: 'America/Los_Angeles' }
  })
  serverAnswers(deletionsApi.list, {
    deletions: [
      {
        deletionId: '5a1d3f52-1111-4a53-9a53-0d6a6f3c1f11',
        entityType: 'batch',
        name: 'Pilot',
        alias: null,
        storageType: null,
        numSamples: 1,
        deletedAt: evening,
        deletedByName: 'Bo Chen',
      },
    ],
    totalDeletions: 1,
  })
  const { user } = openAddress('/recently-deleted')
  expect(await screen.findByText('20 Nov 2026, 05:30')).toBeVisible()
  reply()
  expect(await screen.findByText('19 Nov 2026, 20:30')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Account of Ada Lindqvist' }))
  expect(await screen.findByText('Times of America/Los_Angeles')).toBeVisible()
})

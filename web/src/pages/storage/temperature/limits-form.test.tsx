import { type TemperatureState, temperaturesApi } from '@lims/contract/temperatures.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { serverHas } from '../../../../test/open-storage.ts'
import { server, serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { serverStreams } from '../../../../test/server-streams.ts'
import { signIn } from '../../../../test/session-token.ts'
import { aStorage } from '../../../../test/storage-records.ts'

const noLimits: TemperatureState = {
  storageId: 3,
  lowerC: null,
  upperC: null,
  minutesOutside: 10,
  minutesWithoutReadings: 30,
  version: 1,
  effectiveLowerC: null,
  effectiveUpperC: null,
  nominalC: null,
  last: null,
}
const limitsOfAda: TemperatureState = { ...noLimits, upperC: -70, lowerC: -90, version: 2 }
const staleText = 'The limits were changed by another person. Please look at them again.'

const field = (name: string) => screen.getByLabelText(name)
/** The button, once it is not saving, which is part of its name. */
const save = () => screen.findByRole('button', { name: 'Save limits' })

beforeEach(() => {
  signIn()
  serverHas([{ storage: aStorage(), occupancy: [] }])
  serverAnswers(temperaturesApi.curve, { points: [], secondsPerPoint: 60 })
  serverAnswers(temperaturesApi.excursions, { excursions: [], totalExcursions: 0 })
  serverAnswers(temperaturesApi.get, { state: noLimits })
})

afterEach(() => void vi.useRealTimers())

async function open() {
  const { streams } = serverStreams()
  const app = openAddress('/storage/3/enhanced?tab=temperature&period=day')
  await screen.findByLabelText('Upper limit')
  await waitFor(() => expect(streams).toHaveLength(1))
  /** Another person saves limits, and the server tells the open page. */
  const anotherPersonSaves = async (state: TemperatureState) => {
    const reads = serverAnswers(temperaturesApi.get, { state })
    streams.at(-1)?.say('data: {"freezerWork":true}\n\n')
    await waitFor(() => expect(reads.length).toBeGreaterThan(0))
  }
  return { ...app, anotherPersonSaves }
}

test('limits that another person saves appear in a form that nobody has typed into, and are saved with it', async () => {
  const { user, anotherPersonSaves } = await open()
  await anotherPersonSaves(limitsOfAda)
  await waitFor(() => expect(field('Upper limit')).toHaveValue('-70'))
  expect(field('Lower limit')).toHaveValue('-90')

  const requests = serverAnswers(temperaturesApi.setLimits, { success: true, state: limitsOfAda })
  await user.clear(field('Alarm if outside for'))
  await user.type(field('Alarm if outside for'), '20')
  await user.click(await save())
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({ version: 2, upperC: -70, lowerC: -90, minutesOutside: 20 }),
  )
})

test('limits that another person saves while one types are not overwritten: the save is refused, and they are loaded', async () => {
  const { user, anotherPersonSaves } = await open()
  await user.type(field('Upper limit'), '-60')
  await anotherPersonSaves(limitsOfAda)
  const refused = serverRefuses(temperaturesApi.setLimits, 409, { code: 'version-stale', message: staleText })
  await user.click(await save())
  await screen.findByText(/Load the newest version/)
  expect(refused[0]?.body).toMatchObject({ version: 1, upperC: -60, lowerC: null })

  await user.click(screen.getByRole('button', { name: 'Load newest version' }))
  await waitFor(() => expect(field('Lower limit')).toHaveValue('-90'))
  expect(field('Upper limit')).toHaveValue('-60')
  expect(screen.getByText('Now saved: -70')).toBeVisible()
  const requests = serverAnswers(temperaturesApi.setLimits, { success: true, state: limitsOfAda })
  await user.click(await save())
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ version: 2, upperC: -60, lowerC: -90 }))
})

test('saved limits can be changed again at once, with the version that the first save made', async () => {
  const { user } = await open()
  const state = { ...limitsOfAda, lowerC: null }
  const requests = serverAnswers(temperaturesApi.setLimits, { success: true, state })
  serverAnswers(temperaturesApi.get, { state })
  await user.type(field('Upper limit'), '-70')
  await user.click(await save())
  await waitFor(() => expect(requests).toHaveLength(1))
  await save()
  await user.type(field('Lower limit'), '-95')
  await user.click(await save())
  await waitFor(() => expect(requests[1]?.body).toMatchObject({ version: 2, upperC: -70, lowerC: -95 }))
})

test('limits take no input while they are saved; what is typed after that stays, however late they are read again', async () => {
  const { user } = await open()
  let reply = (_: unknown) => {}
  const requests = serverAnswers(temperaturesApi.setLimits, async () => {
    await new Promise((resolve) => (reply = resolve))
    return { success: true, state: { ...noLimits, upperC: -70, version: 2 } } as const
  })
  await user.type(field('Upper limit'), '-70')
  await user.click(field('Apply to'))
  await user.click(await screen.findByText('Also the last 24 hours'))
  await user.click(await save())
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitFor(() => expect(field('Alarm if outside for')).toBeDisabled())

  let read = (_: unknown) => {}
  const reads = serverAnswers(temperaturesApi.get, async () => {
    await new Promise((resolve) => (read = resolve))
    return { state: { ...noLimits, upperC: -70, nominalC: -80, version: 2 } }
  })
  reply(undefined)
  await waitFor(() => expect(field('Alarm if outside for')).toBeEnabled())
  await waitFor(() => expect(reads).toHaveLength(1))
  expect(await save()).toHaveFocus()
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  await user.clear(field('Alarm if outside for'))
  await user.type(field('Alarm if outside for'), '20')
  read(undefined)
  await screen.findByText('Empty: −70 °C')
  expect(field('Alarm if outside for')).toHaveValue('20')
  expect(sessionStorage).toHaveLength(1)
  await user.click(await save())
  await waitFor(() =>
    expect(requests[1]?.body).toMatchObject({
      version: 2,
      upperC: -70,
      minutesOutside: 20,
      applySince: null,
    }),
  )
})

test('leaving with unsaved limits asks first, and another tab of the storage keeps them', async () => {
  const { user, place } = await open()
  await user.type(field('Upper limit'), '-60')
  await user.click(screen.getByText('Samples'))
  await waitFor(() => expect(screen.getByText('Leave without saving?')).toBeVisible())
  await user.click(screen.getByText('Stay'))
  expect(place()).toContain('/storage/3/enhanced')

  await user.click(screen.getByRole('tab', { name: 'Details' }))
  await user.click(screen.getByRole('tab', { name: 'Temperature' }))
  expect(await screen.findByLabelText('Upper limit')).toHaveValue('-60')
})

test('a save whose reply was lost is repeated as the same save, also for readings of the last 24 hours', async () => {
  const answered = serverAnswers(temperaturesApi.setLimits, { success: true, state: limitsOfAda })
  const lost: { key: string | null; body: unknown }[] = []
  server.use(
    http.post(
      `*/api${temperaturesApi.setLimits.path}`,
      async ({ request }) => {
        lost.push({ key: request.headers.get('idempotency-key'), body: await request.json() })
        return HttpResponse.error()
      },
      { once: true },
    ),
  )
  const { user } = await open()
  await user.type(field('Upper limit'), '-70')
  await user.click(field('Apply to'))
  await user.click(await screen.findByText('Also the last 24 hours'))
  await user.click(await save())
  await screen.findByText(/trying again is safe/)
  await user.click(await save())
  await waitFor(() => expect(answered).toHaveLength(1))
  expect(lost).toEqual([{ key: answered[0]?.headers.get('idempotency-key'), body: answered[0]?.body }])
  expect(lost[0]?.key).toMatch(/\d/)
})

test.each([
  ['with both', null, '-90', '-70'],
  ['with the nominal temperature', -80, '', '-60'],
])('a lower limit above the upper one is refused at its field, %s', async (_, nominalC, upper, lower) => {
  serverAnswers(temperaturesApi.get, { state: { ...noLimits, nominalC } })
  const requests = serverAnswers(temperaturesApi.setLimits, { success: true, state: limitsOfAda })
  const { user } = await open()
  if (upper) await user.type(field('Upper limit'), upper)
  await user.type(field('Lower limit'), lower)
  await user.click(await save())
  expect(await screen.findByText('The lower limit must be below the upper limit.')).toBeVisible()
  expect(field('Lower limit')).toBeInvalid()
  expect(requests).toEqual([])
})

test('limits for all earlier readings are applied to those of any age', async () => {
  const requests = serverAnswers(temperaturesApi.setLimits, { success: true, state: limitsOfAda })
  const { user } = await open()
  await user.type(field('Upper limit'), '-70')
  await user.click(field('Apply to'))
  await user.click(await screen.findByText('Also all earlier readings'))
  await user.click(await save())
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ applySince: '1970-01-01T00:00:00.000Z' }))
})

test('each save for the last 24 hours counts them from its own instant', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T10:00:00Z') })
  let version = 1
  const requests = serverAnswers(temperaturesApi.setLimits, () => {
    version += 1
    return { success: true, state: { ...limitsOfAda, version } } as const
  })
  const { user } = await open()
  for (const instant of ['2026-11-28T10:00:00Z', '2026-11-28T16:00:00Z']) {
    vi.setSystemTime(new Date(instant))
    await user.click(field('Apply to'))
    await user.click((await screen.findAllByText('Also the last 24 hours')).at(-1) as HTMLElement)
    await user.click(await save())
    await waitFor(() => expect(field('Upper limit')).toHaveValue('-70'))
    await save()
  }
  expect(requests.map(({ body }) => body)).toMatchObject([
    { version: 1, applySince: '2026-11-27T10:00:00.000Z' },
    { version: 2, applySince: '2026-11-27T16:00:00.000Z' },
  ])
})

test('limits that are corrected after a refusal count their 24 hours anew', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T10:00:00Z') })
  const requests = serverRefuses(temperaturesApi.setLimits, 400, {
    code: 'request-invalid',
    message: 'Too high',
    field: 'upperC',
  })
  const { user } = await open()
  await user.type(field('Upper limit'), '-7')
  await user.click(field('Apply to'))
  await user.click(await screen.findByText('Also the last 24 hours'))
  await user.click(await save())
  await screen.findByText('Too high')
  await save()
  vi.setSystemTime(new Date('2026-11-28T16:00:00Z'))
  await user.type(field('Upper limit'), '0')
  await user.click(await save())
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.map(({ body }) => body)).toMatchObject([
    { upperC: -7, applySince: '2026-11-27T10:00:00.000Z' },
    { upperC: -70, applySince: '2026-11-27T16:00:00.000Z' },
  ])
})

test('after a save, restored limits are no longer said to be unsaved', async () => {
  const first = await open()
  await first.user.type(field('Upper limit'), '-70')
  cleanup()
  const { user } = await open()
  expect(await screen.findByText('Your unsaved input was restored')).toBeVisible()
  serverAnswers(temperaturesApi.setLimits, { success: true, state: { ...noLimits, upperC: -70, version: 2 } })
  serverAnswers(temperaturesApi.get, { state: { ...noLimits, upperC: -70, version: 2 } })
  await user.click(await save())
  await waitFor(() => expect(screen.queryByText('Your unsaved input was restored')).toBeNull())
  expect(field('Upper limit')).toHaveValue('-70')
})

import { auditApi } from '@lims/contract/audit-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anEvent, aProof } from '../../../test/audit-records.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { aSample } from '../../../test/records.ts'
import { type RecordedRequest, serverAnswers } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { occupancyQuery } from '../../entities/storage/storage-api.ts'
import { History } from '../../features/audit-trail/history.tsx'
import { LiveDot } from './live-dot.tsx'

beforeEach(() => void serverAnswers(auditApi.proof, aProof()))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Grid({ id }: { id: number }) {
  const { data } = useQuery(occupancyQuery(id))
  return <p>{data ? `read ${id}` : 'loading'}</p>
}

/** Shows that a change has been applied: its grid, of storage 8, is fetched again. */
function witness() {
  const grids = serverAnswers(storageApi.occupancy, { occupancy: [], capacity: 81, occupied: 0 })
  return { sawChanges: (count: number) => waitFor(() => expect(grids).toHaveLength(1 + count)) }
}

test('what was changed while it was loaded for the first time is fetched once more', async () => {
  const { streams } = serverStreams()
  const reply = { occupancy: [], capacity: 81, occupied: 0 }
  const held = Promise.withResolvers<void>()
  const requests = serverAnswers(storageApi.occupancy, async ({ query }) => {
    if (query.storageId === '7') await held.promise
    return reply
  })
  const of = (id: string) => requests.filter(({ query }) => query.storageId === id)
  openScreen(
    <>
      <LiveDot />
      <Grid id={7} />
      <Grid id={8} />
    </>,
  )
  await screen.findByText('Live')
  await screen.findByText('read 8')

  streams[0]?.say('data: {"storages":[7,8]}\n\n')
  await waitFor(() => expect(of('8')).toHaveLength(2))
  held.resolve()

  await waitFor(() => expect(of('7')).toHaveLength(2))
})

/** A record with 60 changes, of which a page has 50; `newest` is the person of the newest. */
async function openHistory() {
  const { streams } = serverStreams()
  const { sawChanges } = witness()
  const lab = { newest: 'Ada', held: undefined as Promise<void> | undefined }
  const person = (name: string) => ({ ...anEvent().person, name })
  const events = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      anEvent({
        id: from - index,
        person: person(from - index === 60 ? lab.newest : `Person ${from - index}`),
      }),
    )
  const reply = async ({ query }: RecordedRequest) => {
    const page = { events: query.pageNumber === '0' ? events(60, 50) : events(10, 10), totalEvents: 60 }
    await lab.held
    return page
  }
  const requests = serverAnswers(auditApi.history, reply)
  const user = openScreen(
    <>
      <LiveDot />
      <Grid id={8} />
      <History entityType="sample" entityId={aSample().id} />
    </>,
  )
  await screen.findByText('Live')
  await screen.findByText('read 8')
  await screen.findByText('Ada')
  const change = () => streams[0]?.say('data: {"samples":true,"storages":[8]}\n\n')
  return { user, lab, requests, change, sawChanges }
}
const loadMore = () => screen.getByRole('button', { name: /Load more/ })

test('the next page of a list is loaded after the refetch that a change of others has begun', async () => {
  const { user, lab, change, requests } = await openHistory()
  const held = Promise.withResolvers<void>()
  lab.newest = 'Bo'
  lab.held = held.promise
  change()
  await waitFor(() => expect(requests).toHaveLength(2))

  await user.click(loadMore())
  lab.held = undefined
  held.resolve()

  expect(await screen.findByText('Person 1')).toBeVisible()
  expect(screen.getAllByText('Bo')).not.toHaveLength(0)
  expect(screen.queryByText('Ada')).not.toBeInTheDocument()
})

test('a change of others that comes while the next page is loaded takes nothing from it', async () => {
  const { user, lab, change, sawChanges } = await openHistory()
  const held = Promise.withResolvers<void>()
  lab.held = held.promise
  await user.click(loadMore())

  lab.newest = 'Bo'
  change()
  await sawChanges(1)
  lab.held = undefined
  held.resolve()

  expect(await screen.findByText('Person 1')).toBeVisible()
  expect(await screen.findAllByText('Bo')).not.toHaveLength(0)
})

test('a long list is brought up to date while others go on working: no change interrupts it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { lab, change, requests, sawChanges } = await openHistory()
  const held = Promise.withResolvers<void>()
  lab.newest = 'Bo'
  lab.held = held.promise
  change()
  await sawChanges(1)
  change()
  await vi.advanceTimersByTimeAsync(20_000)
  await sawChanges(2)
  expect(requests).toHaveLength(2)

  lab.held = undefined
  held.resolve()
  expect(await screen.findAllByText('Bo')).not.toHaveLength(0)
  await waitFor(() => expect(requests).toHaveLength(3))
})

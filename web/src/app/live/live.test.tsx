import { liveApi, liveHeartbeatMs } from '@lims/contract/live.ts'
import { movesApi } from '@lims/contract/moves.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { statsApi } from '@lims/contract/stats.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { syncApi } from '@lims/contract/sync.ts'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { aMove, workId } from '../../../test/freezer-work-records.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { aSample } from '../../../test/records.ts'
import { server, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'
import { aSyncStatus } from '../../../test/stats-records.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { storedToken } from '../../api/stored-token.ts'
import { moveQuery } from '../../entities/move/move-api.ts'
import { sampleQuery } from '../../entities/sample/sample-api.ts'
import { freezersQuery } from '../../entities/stats/stats-api.ts'
import { occupancyQuery, storageQuery } from '../../entities/storage/storage-api.ts'
import { syncStatusQuery } from '../../entities/sync/sync-api.ts'
import { LiveDot } from './live-dot.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Grid({ id }: { id: number }) {
  const { data } = useQuery(occupancyQuery(id))
  return <p>{data ? `read ${id}` : 'loading'}</p>
}

function openBoxes(beside?: ReactNode) {
  const requests = serverAnswers(storageApi.occupancy, { occupancy: [], capacity: 81, occupied: 0 })
  openScreen(
    <>
      <LiveDot />
      <Grid id={7} />
      <Grid id={8} />
      {beside}
    </>,
  )
  return { of: (id: number) => requests.filter(({ query }) => query.storageId === `${id}`).length }
}

test('after a change in one box only that box is fetched again, within a second', async () => {
  const { streams } = serverStreams()
  const requests = openBoxes()
  await screen.findByText('Live')
  await screen.findByText('read 8')
  expect(streams[0]?.token).toBe(`Bearer ${storedToken()}`)

  streams[0]?.say('data: {"storages":[7],"sam')
  streams[0]?.say('ples":true}\n\n')

  await waitFor(() => expect(requests.of(7)).toBe(2))
  expect(requests.of(8)).toBe(1)
})

function BatchOfSample({ id }: { id: string }) {
  const { data } = useQuery(sampleQuery(id))
  return <p>{data?.batchName ?? 'loading'}</p>
}

test('a batch that was renamed has its new name at its samples, also in the grids of boxes', async () => {
  const { streams } = serverStreams()
  const sample = aSample({ batchName: 'Pilot' })
  serverAnswers(samplesApi.get, { sample })
  const requests = openBoxes(<BatchOfSample id={sample.id} />)
  await screen.findByText('Live')
  await screen.findByText('read 8')
  await screen.findByText('Pilot')
  serverAnswers(samplesApi.get, { sample: { ...sample, batchName: 'Main study' } })

  streams[0]?.say('data: {"batches":true}\n\n')

  expect(await screen.findByText('Main study')).toBeVisible()
  await waitFor(() => expect([requests.of(7), requests.of(8)]).toEqual([2, 2]))
})

function Temperature({ storageId }: { storageId: number }) {
  const { data } = useQuery(storageQuery(storageId))
  return <p>{data ? `${data.effectiveTemperatureC} °C in ${data.parentAlias}` : 'loading'}</p>
}

test('a storage has the temperature and the name of the storage around it after that was changed', async () => {
  const { streams } = serverStreams()
  const box = aStorage({ id: 7, parentID: 2, parentAlias: 'Rack A', effectiveTemperatureC: -80 })
  serverAnswers(storageApi.get, { storage: box })
  openScreen(
    <>
      <LiveDot />
      <Temperature storageId={7} />
    </>,
  )
  await screen.findByText('Live')
  await screen.findByText('-80 °C in Rack A')
  serverAnswers(storageApi.get, { storage: { ...box, parentAlias: 'Rack B', effectiveTemperatureC: -20 } })

  streams[0]?.say('data: {"storages":[2]}\n\n')

  expect(await screen.findByText('-20 °C in Rack B')).toBeVisible()
})

function Walk() {
  const { data } = useQuery(moveQuery(workId))
  return <p>{data ? `${data.moved} moved` : 'loading'}</p>
}

test('a walk list follows boxes that others move or delete', async () => {
  const { streams } = serverStreams()
  serverAnswers(movesApi.get, { move: aMove({ moved: 1 }) })
  openScreen(
    <>
      <LiveDot />
      <Walk />
    </>,
  )
  await screen.findByText('Live')
  await screen.findByText('1 moved')
  serverAnswers(movesApi.get, { move: aMove({ moved: 2 }) })

  streams[0]?.say('data: {"storages":[7]}\n\n')

  expect(await screen.findByText('2 moved')).toBeVisible()
})

function LastScan() {
  const { data } = useQuery(syncStatusQuery)
  return <p>{data?.isRunning ? 'scanning' : 'idle'}</p>
}

test('a repository scan that begins on any server is shown at once', async () => {
  const { streams } = serverStreams()
  const idle = aSyncStatus()
  serverAnswers(syncApi.status, idle)
  openScreen(
    <>
      <LiveDot />
      <LastScan />
    </>,
  )
  await screen.findByText('Live')
  await screen.findByText('idle')
  serverAnswers(syncApi.status, { ...idle, isRunning: true })

  streams[0]?.say('data: {"sync":true}\n\n')

  expect(await screen.findByText('scanning')).toBeVisible()
})

test.each(['{"storages":"those of the freezer"}', '{"labels":true}'])(
  'a change described in a way that is unknown here, %s, may be about anything',
  async (change) => {
    const { streams } = serverStreams()
    const requests = openBoxes()
    await screen.findByText('read 8')
    streams[0]?.say(`data: ${change}\n\n`)
    await waitFor(() => expect([requests.of(7), requests.of(8)]).toEqual([2, 2]))
  },
)

test('shows Reconnecting when the server is gone, and Live again', async () => {
  const { streams, answerOnce } = serverStreams()
  openBoxes()
  await screen.findByText('Live')
  answerOnce(() => {
    throw new TypeError('Failed to fetch')
  })
  streams[0]?.end()
  // In one look: the new connection comes soon.
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Reconnecting'))
  expect(await screen.findByText('Live')).toBeVisible()
})

function Freezers() {
  const { isSuccess, isError } = useQuery({ ...freezersQuery, retry: false })
  return <p>{isSuccess ? 'freezers' : isError ? 'no answer' : 'loading'}</p>
}

test.each([
  ['the server did not respond', () => HttpResponse.error()],
  ['a proxy refused without the server', () => new HttpResponse('Bad gateway', { status: 502 })],
])('what %s is fetched again when the server is back', async (_, fail) => {
  const { answerOnce } = serverStreams()
  answerOnce(() => {
    throw new TypeError('Failed to fetch')
  })
  const requests = serverAnswers(statsApi.freezers, () => {
    throw fail()
  })
  openScreen(
    <>
      <LiveDot />
      <Freezers />
    </>,
  )
  await screen.findByText('no answer')
  serverAnswers(statsApi.freezers, { freezers: [], totalFreezers: 0 })
  expect(await screen.findByText('freezers')).toBeVisible()
  expect(requests).toHaveLength(1)
})

test('a stream that falls silent counts as dead, and is opened again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { streams } = serverStreams()
  openBoxes()
  await screen.findByText('Live')
  for (let beat = 0; beat < 5; beat += 1) {
    streams[0]?.say(': beat\n\n')
    await vi.advanceTimersByTimeAsync(liveHeartbeatMs)
  }
  expect(streams).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3 * liveHeartbeatMs)
  await waitFor(() => expect(streams).toHaveLength(2))
})

test('a connection that hangs before the server replies is given up, and opened again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { streams, answerOnce } = serverStreams()
  const hung = vi.fn()
  answerOnce(
    ({ signal }) =>
      new Promise((_, reject) => {
        hung()
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  openBoxes()
  await waitFor(() => expect(hung).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(4 * liveHeartbeatMs)
  expect(await screen.findByText('Live')).toBeVisible()
  expect(streams).toHaveLength(1)
})

test('a session that the server has ended also ends here', async () => {
  signIn()
  serverRefuses(liveApi.changes, 401, { code: 'not-signed-in', message: 'Please log in again.' })
  openBoxes()
  await waitFor(() => expect(storedToken()).toBeUndefined())
})

test('a page of a proxy does not end the session', async () => {
  const token = signIn()
  const replies: string[] = []
  server.use(
    http.get(`*/api${liveApi.changes.path}`, () => {
      replies.push('401')
      return new HttpResponse('<h1>Sign in</h1>', { status: 401 })
    }),
  )
  openBoxes()
  await waitFor(() => expect(replies.length).toBeGreaterThan(0))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Reconnecting'))
  expect(storedToken()).toBe(token)
})

const pageOf = (script: string) =>
  `<!doctype html><title>LIMS</title><div id="root"></div><script type="module" crossorigin src="${script}"></script>`

/** As the build writes it into the page. */
function loadScript(address: string) {
  const script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', address)
  document.head.append(script)
  onTestFinished(() => script.remove())
}

test.each([
  ['the same version', pageOf('/assets/index-old.js')],
  ['a page of a proxy', '<h1>502 Bad Gateway</h1>'],
])('when the server is back with %s, the page does not say that it has to be reloaded', async (_, page) => {
  loadScript('/assets/index-old.js')
  const read = vi.fn()
  server.use(
    http.get('*/', () => {
      read()
      return HttpResponse.html(page)
    }),
  )
  const { streams } = serverStreams()
  openScreen(<LiveDot />)
  await screen.findByText('Live')
  expect(read).not.toHaveBeenCalled()
  streams[0]?.end()
  await waitFor(() => expect(read).toHaveBeenCalledTimes(1))
  await expect(screen.findByText('A newer version is installed', {}, { timeout: 300 })).rejects.toThrow()
})

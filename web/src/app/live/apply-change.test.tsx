import { auditApi } from '@lims/contract/audit-api.ts'
import { custodyApi } from '@lims/contract/custody-api.ts'
import { freezerWorkApi } from '@lims/contract/freezer-work.ts'
import { movesApi } from '@lims/contract/moves.ts'
import { racksApi } from '@lims/contract/rack-scan.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { temperaturesApi } from '@lims/contract/temperatures.ts'
import { viewsApi } from '@lims/contract/views.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { openScreen } from '../../../test/open-screen.tsx'
import { aRackPreview } from '../../../test/rack-records.ts'
import { aSample, noLocation } from '../../../test/records.ts'
import { noFreezerWork, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { custodyHistoryQuery, custodyListQuery } from '../../entities/custody/custody-api.ts'
import { openWorkQuery } from '../../entities/freezer-work/freezer-work-api.ts'
import { movePlanQuery } from '../../entities/move/move-api.ts'
import { sampleLocationQuery } from '../../entities/storage/storage-api.ts'
import { curveQuery, excursionsOfSampleQuery } from '../../entities/temperature/temperature-api.ts'
import { auditListQuery } from '../../features/audit-trail/audit-api.ts'
import { rackPreviewQuery } from '../../features/racks/rack-api.ts'
import { matchingQuery } from '../../features/sample-selection/selection-api.ts'
import { viewsQuery } from '../../features/sample-table/view-api.ts'
import { LiveDot } from './live-dot.tsx'

afterEach(() => vi.unstubAllGlobals())

const { id } = aSample()
const noTotals = {
  ...{ CHECKED_OUT: 0, MISSING: 0, QUARANTINED: 0, RESERVED: 0 },
  ...{ out: 0, overdue: 0, 'to-confirm': 0, 'to-put-away': 0 },
}
const nobodyHolds = () => serverAnswers(custodyApi.list, { samples: [], total: 0, totals: noTotals })
const useHolders = () => useQuery(custodyListQuery({ show: 'QUARANTINED' })).isSuccess

function Shown({ useIsRead }: { useIsRead: () => boolean }) {
  return <p>{useIsRead() ? 'read' : 'loading'}</p>
}

test.each([
  ['who holds what', 'a tube or a box is moved', '{"storages":[7]}', nobodyHolds, useHolders],
  ['who holds what', 'a tube is renamed', '{"samples":true}', nobodyHolds, useHolders],
  [
    'the temperature excursions of a sample',
    'it is moved',
    '{"storages":[7]}',
    () => serverAnswers(temperaturesApi.sample, { excursions: [], totalExcursions: 0 }),
    () => useQuery(excursionsOfSampleQuery(id, 0)).isSuccess,
  ],
  [
    'the location of a sample',
    'it is checked out while it has no place',
    '{"samples":true}',
    () => serverAnswers(sampleLocationApi.location, { ...noLocation, sampleId: id }),
    () => useQuery(sampleLocationQuery(id)).isSuccess,
  ],
  [
    'the custody of a sample',
    'a freeze-thaw cycle is confirmed',
    '{"freezerWork":true}',
    () => serverAnswers(custodyApi.history, { events: [], thawLimit: null }),
    () => useQuery(custodyHistoryQuery(id)).isSuccess,
  ],
  [
    'the audit trail',
    'a freeze-thaw cycle is confirmed',
    '{"freezerWork":true}',
    () => serverAnswers(auditApi.list, { events: [], totalEvents: 0 }),
    () => useInfiniteQuery(auditListQuery({})).isSuccess,
  ],
  [
    'the list of views',
    'a subject that one of them names is erased',
    '{"views":true}',
    () => serverAnswers(viewsApi.list, { views: [] }),
    () => useQuery(viewsQuery).isSuccess,
  ],
  [
    'the list of views',
    'a person who shares one is deactivated',
    '{"access":true}',
    () => serverAnswers(viewsApi.list, { views: [] }),
    () => useQuery(viewsQuery).isSuccess,
  ],
  [
    'the preview of a rack file',
    'tubes are registered',
    '{"samples":true}',
    () => serverAnswers(racksApi.preview, aRackPreview()),
    () => useQuery(rackPreviewQuery(7, { name: 'rack.csv', text: 'A1,T1' }, undefined)).isSuccess,
  ],
])('%s is fetched again after %s', async (_what, _why, change, reply, useIsRead) => {
  const { streams } = serverStreams()
  const requests = reply()
  openScreen(
    <>
      <LiveDot />
      <Shown useIsRead={useIsRead} />
    </>,
  )
  await screen.findByText('Live')
  await screen.findByText('read')

  streams[0]?.say(`data: ${change}\n\n`)

  await waitFor(() => expect(requests).toHaveLength(2))
})

const useMatches = () => {
  const all = [useQuery(matchingQuery({ status: 'RECEIVED' })), useQuery(matchingQuery({ storageId: 7 }))]
  return all.every(({ isSuccess }) => isSuccess)
}

test('after a move, all samples that match are fetched again only if the filter is about places', async () => {
  const { streams } = serverStreams()
  const requests = serverAnswers(sampleBulkApi.matching, { samples: [] })
  openScreen(
    <>
      <LiveDot />
      <Shown useIsRead={useMatches} />
    </>,
  )
  await screen.findByText('Live')
  await screen.findByText('read')
  streams[0]?.say('data: {"storages":[7]}\n\n')
  await waitFor(() => expect(requests).toHaveLength(3))
  streams[0]?.say('data: {"samples":true}\n\n')
  await waitFor(() => expect(requests).toHaveLength(5))
  expect(
    requests
      .map(({ query }) => query.storageId ?? 'any')
      .slice(2)
      .sort(),
  ).toEqual(['7', '7', 'any'])
})

const usePlanAndHolders = () => {
  const plan = useQuery(movePlanQuery({ goal: 'evacuate', storageIds: [7] }))
  return useHolders() && plan.isSuccess
}

test('the plan of a move is made again when places change, not when tubes are received', async () => {
  const { streams } = serverStreams()
  const totals = { boxes: 0, tubes: 0, notFitting: 0 }
  const lists = { steps: [], freezers: [], warnings: [] }
  const requests = serverAnswers(movesApi.plan, { plan: { name: 'Evacuate', ...totals, ...lists } })
  const held = nobodyHolds()
  openScreen(
    <>
      <LiveDot />
      <Shown useIsRead={usePlanAndHolders} />
    </>,
  )
  await screen.findByText('Live')
  await screen.findByText('read')
  streams[0]?.say('data: {"samples":true}\n\n')
  await waitFor(() => expect(held).toHaveLength(2))
  expect(requests).toHaveLength(1)
  streams[0]?.say('data: {"storages":[7]}\n\n')
  await waitFor(() => expect(requests).toHaveLength(2))
})

const useOpenWorkAndHolders = () => {
  const openWork = useQuery(openWorkQuery)
  return useHolders() && openWork.isSuccess
}

test('the open work of the dashboard is fetched again when work changes, not when tubes are received or placed', async () => {
  const { streams } = serverStreams()
  const requests = serverAnswers(freezerWorkApi.open, noFreezerWork)
  const held = nobodyHolds()
  openScreen(
    <>
      <LiveDot />
      <Shown useIsRead={useOpenWorkAndHolders} />
    </>,
  )
  await screen.findByText('Live')
  await screen.findByText('read')
  streams[0]?.say('data: {"samples":true,"storages":[7]}\n\n')
  await waitFor(() => expect(held).toHaveLength(2))
  expect(requests).toHaveLength(1)
  streams[0]?.say('data: {"freezerWork":true}\n\n')
  await waitFor(() => expect(requests).toHaveLength(2))
})

const useCurveAndOpenWork = () => {
  const curve = useQuery(curveQuery(7, 'year'))
  return useOpenWorkAndHolders() && curve.isSuccess
}

test('a curve of temperatures is not read again with each scan of a stock-take or pick of a list', async () => {
  const { streams } = serverStreams()
  const curves = serverAnswers(temperaturesApi.curve, { points: [], secondsPerPoint: 31_536 })
  serverAnswers(temperaturesApi.excursions, { excursions: [], totalExcursions: 0 })
  const requests = serverAnswers(freezerWorkApi.open, noFreezerWork)
  nobodyHolds()
  openScreen(
    <>
      <LiveDot />
      <Shown useIsRead={useCurveAndOpenWork} />
    </>,
  )
  await screen.findByText('Live')
  await screen.findByText('read')
  streams[0]?.say('data: {"freezerWork":true}\n\n')
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(curves).toHaveLength(1)
})

test('while others work, the page of a storage that does not exist stays, and the storage comes once it exists', async () => {
  const { streams } = serverStreams()
  const unknown = { code: 'storage-not-found', message: 'Storage 7 was not found.' } as const
  serverRefuses(storageApi.get, 404, unknown)
  signIn()
  openAddress('/storage/7/enhanced')
  const shown = await screen.findByText('Storage Not Found')
  await waitFor(() => expect(streams).toHaveLength(1))

  const reply = Promise.withResolvers<void>()
  const requests = serverAnswers(storageApi.get, async () => {
    await reply.promise
    return { storage: aStorage({ id: 7, alias: 'Box 7' }) }
  })
  streams[0]?.say('data: {"storages":[3]}\n\n')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(shown).toBeVisible()
  reply.resolve()
  expect(await screen.findByRole('heading', { name: 'Box 7' })).toBeVisible()
})
